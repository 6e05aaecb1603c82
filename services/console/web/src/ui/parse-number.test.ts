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
  ['1 234', 1234],
  ['1\u00a0234.5', 1234.5],
  ['12 345 678', 12_345_678],
  ['1\u202f234', 1234],
  ['12\t', 12],
])('%j is the number %d', (text, number) => expect(parseNumber(text)).toBe(number))

test.each([
  ['$41.50', '$', 41.5],
  ['$ 1,234.50', '$', 1234.5],
  ['41.50', '$', 41.5],
  ['12 %', '%', 12],
  ['12%', '%', 12],
  ['12', '%', 12],
] as const)('%j is a number of %s, %d', (text, sign, number) =>
  expect(parseNumber(text, sign)).toBe(number),
)

test.each([
  ['10%', '$'],
  ['$7', '%'],
  ['10%', undefined],
  ['$7', undefined],
] as const)('%j is no number of %s', (text, sign) =>
  expect(parseNumber(text, sign)).toBeUndefined(),
)

test.each([
  '',
  ' ',
  '-1',
  '1e3',
  'abc',
  '1,23,4',
  '1.2.3',
  'NaN',
  'Infinity',
  '0x10',
  '1 00',
  '1 2345',
  '1 000 00',
  '12\t345',
  '12\n345',
  '12\r\n345',
  '$',
  '%',
  '$-5',
  '€5',
  '5 $',
])('%j is no number', (text) => expect(parseNumber(text)).toBeUndefined())
