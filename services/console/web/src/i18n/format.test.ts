import { expect, test } from 'vitest'
import { formatOf } from './format.ts'

test('a unit cost has its digits beyond cents, and at least cents', () => {
  const { unitCost } = formatOf('en')
  expect([0.0849, 1.5, 1234, 0.000125, null].map(unitCost)).toEqual([
    '$0.0849',
    '$1.50',
    '$1,234.00',
    '$0.000125',
    '–',
  ])
})

test('an amount has the word of its unit for one or for several', () => {
  const [en, es] = [formatOf('en'), formatOf('es')]
  expect([1, 2, 0.5, 0].map((value) => en.amount(value, 'BUNDLES'))).toEqual([
    '1 bundle',
    '2 bundles',
    '0.5 bundles',
    '0 bundles',
  ])
  expect([1, 2].map((value) => es.amount(value, 'BUNDLES'))).toEqual(['1 paquete', '2 paquetes'])
  expect(en.amount(1, 'PER_HOUSE')).toBe('1 per house')
  expect([1.123456, 21.3947, 0.33333].map((value) => en.amount(value, null))).toEqual([
    '1.12346',
    '21.3947',
    '0.33333',
  ])
})

test('a day is the same day in every time zone', () => {
  expect(formatOf('en').day('2026-03-01')).toBe('Mar 1, 2026')
})

test.each([
  [59.4, '59 seconds ago'],
  [59.6, '1 minute ago'],
  [3599, '1 hour ago'],
  [86_399, 'yesterday'],
  [29.9 * 86_400, 'last month'],
])('%f s ago is "%s"', (seconds, words) => {
  expect(formatOf('en').ago(new Date(-seconds * 1000).toISOString(), 0)).toBe(words)
})
