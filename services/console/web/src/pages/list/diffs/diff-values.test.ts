import { expect, test } from 'vitest'
import { formatOf } from '../../../i18n/format.ts'
import { sharesPackages, shownValue } from './diff-values.ts'

const words = { format: formatOf('en'), vendors: [{ id: 12, vendorName: 'ABC Supply' }] }

test.each([
  ['taxPercent', 8.25, '8.25\u00A0%'],
  ['taxPercent', 8.875, '8.875\u00A0%'],
  ['wasteFactor', 0.1225, '12.25\u00A0%'],
  ['wasteFactor', 0.07, '7\u00A0%'],
  ['unitCost', 0.125, '$0.125'],
  ['totalDiscount', 5, '$5.00'],
  ['quantity', 1234.5, '1,234.5'],
  ['vendorId', 12, 'ABC Supply'],
  ['vendorId', 13, '13'],
  ['color', null, '–'],
])('%s %j is shown as %s', (field, value, text) => {
  expect(shownValue(field, value, words)).toBe(text)
})

test.each([
  ['is added with nothing left over for it', null, 0, false],
  ['is removed with nothing left over for it', 0, null, false],
  ['is added with packages left over for it', null, 0.5, true],
  ['is removed with packages left over for it', 0.5, null, true],
  ['has more left over', 0, 0.5, true],
])('packages are shared where an item %s: from %j to %j is %j', (_, from, to, isShared) => {
  const changes = [
    { field: 'quantity', from: 1, to: 2 },
    { field: 'carriedIn', from, to },
  ]
  const items = [{ changes }] as unknown as Parameters<typeof sharesPackages>[0]['items']
  expect(sharesPackages({ items })).toBe(isShared)
})
