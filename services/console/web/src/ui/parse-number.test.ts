import { expect, test } from 'vitest'
import { parseNumber } from './parse-number.ts'

test.each([
  ['0', 0],
  [' 12 ', 12],
  ['1,234.5', 1234.5],
  ['1,234', 1234],
  ['1,234,567', 1_234_567],
  ['0,5', 0.5],
  ['12,75', 12.75],
  ['0,125', 0.125],
  ['00,125', 0.125],
  ['.5', 0.5],
  ['5.', 5],
])('%j is the number %d', (text, number) => expect(parseNumber(text)).toBe(number))

test.each(['', ' ', '-1', '1e3', 'abc', '1,23,4', '1.2.3', 'NaN', 'Infinity', '0x10', '1 000'])(
  '%j is no number',
  (text) => expect(parseNumber(text)).toBeUndefined(),
)
