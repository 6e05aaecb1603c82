import { expect, test } from 'vitest'
import { auditChanges, fieldText, valueText } from './audit-changes.ts'

const words = { nothing: 'empty' }

test('changes are read by field; what has another shape is left out', () => {
  expect(auditChanges({ branch: { before: '0042', after: '0043' }, added: { after: 1 } })).toEqual([
    { field: 'branch', before: '0042', after: '0043' },
    { field: 'added', before: null, after: 1 },
  ])
  expect(auditChanges(null)).toEqual([])
  expect(auditChanges({ odd: 'text' })).toEqual([])
})

test.each([
  [null, 'empty'],
  ['', 'empty'],
  [[], 'empty'],
  ['0042', '0042'],
  [false, 'false'],
  [['a', 'b'], 'a, b'],
  [{ a: 1 }, '{\n "a": 1\n}'],
])('the value %j is shown as %j', (value, text) => {
  expect(valueText(value, words)).toBe(text)
})

test('fields are written as words', () => {
  expect(fieldText('accountNumber')).toBe('Account number')
  expect(fieldText('url')).toBe('Url')
})
