import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'

test('what is as it was is left out, also in lists', () => {
  const before = { name: 'A', lines: ['1', '2'], number: '6' }

  expect(changedFields({ ...before, lines: ['1', '2'] }, before)).toEqual({})
  expect(changedFields({ name: 'A', lines: ['1'], number: '7' }, before)).toEqual({
    lines: ['1'],
    number: '7',
  })
})

test('what is taken away is null', () => {
  expect(changedFields<{ number: string | null }>({ number: null }, { number: '7' })).toEqual({
    number: null,
  })
})
