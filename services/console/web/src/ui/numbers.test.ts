import { expect, test } from 'vitest'
import { DECIMALS_MAX, parseNumber, valueOfText } from './numbers.ts'

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

const { quantity, fraction, unitCost, discount } = DECIMALS_MAX

test.each([
  ['33.3333333', { decimals: quantity }, 33.33333],
  ['33.33333', { decimals: quantity }, 33.33333],
  ['12.3456 %', { decimals: fraction, sign: '%', scale: 100 }, 0.12346],
  ['7', { decimals: fraction, sign: '%', scale: 100 }, 0.07],
  ['$0.123456', { decimals: unitCost, sign: '$' }, 0.1235],
  ['5.567', { decimals: discount, sign: '$' }, 5.57],
] as const)('%j is %j rounded to what is sent and shown: %d', (text, number, value) =>
  expect(valueOfText(text, number)).toBe(value),
)

test.each(['', 'many', '12x', '100.1'])('%j is no number up to 100', (text) =>
  expect(valueOfText(text, { decimals: quantity, max: 100 })).toBeUndefined(),
)
