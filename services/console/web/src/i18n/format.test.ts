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
