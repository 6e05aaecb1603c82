import { expect, test } from 'vitest'
import { beginningOf, choiceOf } from './filter-values.ts'

test('a value of the address that is no choice selects all rows', () => {
  const states = { placed: 'Placed', cancelled: 'Cancelled' }
  expect(choiceOf('placed', states)).toBe('placed')
  expect(['bogus', '', 'toString'].map((value) => choiceOf(value, states))).toEqual(['', '', ''])
})

test.each([
  ['2026-02-28', '2026-02-28T00:00:00Z'],
  ['2026-02-31', undefined],
  ['2026-13-01', undefined],
  ['1900-01-01', '1900-01-01T00:00:00Z'],
  ['0002-02-15', undefined],
  ['2200-01-01', undefined],
  ['today', undefined],
  ['', undefined],
])('the day %j begins at %j', (day, beginning) => {
  expect(beginningOf(day)).toBe(beginning)
})
