import { expect, test } from 'vitest'
import { DECIMALS_MAX, valueOfText } from './typed-number.ts'

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
