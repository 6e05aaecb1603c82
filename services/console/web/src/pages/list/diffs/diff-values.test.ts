import { expect, test } from 'vitest'
import { formatOf } from '../../../i18n/format.ts'
import { shownValue } from './diff-values.ts'

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
