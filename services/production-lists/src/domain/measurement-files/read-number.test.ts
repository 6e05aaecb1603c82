import { describe, expect, test } from 'vitest'
import { readNumber, readPitch } from './read-number.ts'

test.each([
  ['1234.5', 'length', '1234.5'],
  ['1,234.5', 'length', '1234.5'],
  ['46 ft', 'length', '46'],
  ['79\' 0"', 'length', '79'],
  ['79\' 6"', 'length', '79.5'],
  ['1,079 ft 3 in', 'length', '1079.25'],
  ['12.192 m', 'length', '40'],
  ['148.6448 m²', 'area', '1600'],
  ['2,580 sq ft', 'area', '2580'],
  ['12%', 'percent', '12'],
  [' 7 ', 'count', '7'],
  ['7.0', 'count', '7'],
  ['-3', 'length', '-3'],
  [12.25, 'length', '12.25'],
] as const)('%s as %s is %s', (text, kind, expected) => {
  expect(readNumber(text, kind)?.toString()).toBe(expected)
})

describe('nothing is guessed:', () => {
  test.each([
    ['1.234,5', 'length'],
    ['1,23', 'length'],
    ['12,34', 'area'],
    ['>1', 'count'],
    ['7.5', 'count'],
    ['46 ft', 'area'],
    ['46 sq ft', 'length'],
    ['46 squares', 'area'],
    ['46 cm', 'length'],
    ['79\' 12"', 'length'],
    ['', 'length'],
    ['NaN', 'length'],
    ['Infinity', 'length'],
    ['0x10', 'length'],
    ['١٢', 'length'],
    [Number.NaN, 'length'],
    [true, 'count'],
    [null, 'length'],
    [{}, 'area'],
  ] as const)('%j as %s is not read', (text, kind) => {
    expect(readNumber(text, kind)).toBeUndefined()
  })
})

test('in a file of metres a number that names no unit is in metres, and one in feet stays', () => {
  expect(readNumber('12.192', 'length', 'metres')?.toString()).toBe('40')
  expect(readNumber(148.6448, 'area', 'metres')?.toString()).toBe('1600')
  expect(readNumber('40 ft', 'length', 'metres')?.toString()).toBe('40')
  expect(readNumber('7', 'count', 'metres')?.toString()).toBe('7')
})

test.each([
  ['6/12', '6/12'],
  ['6:12', '6/12'],
  ['6', '6/12'],
  [6, '6/12'],
  ['4.5/12', '4.5/12'],
  ['6/10', '7.2/12'],
  ['16/24', '8/12'],
  ['4 1/2 / 12', '4.5/12'],
  ['10/18', '6.6667/12'],
  ['100/12', undefined],
  ['6/0', undefined],
  ['flat', undefined],
  ['-6/12', undefined],
] as const)('the pitch %s is %s', (given, expected) => {
  expect(readPitch(given)).toBe(expected)
})
