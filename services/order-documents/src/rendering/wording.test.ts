import { expect, test } from 'vitest'
import { sampleModel } from './testing/sample-model.ts'
import { purchaseOrderText } from './wording.ts'

test.each([
  ['10045-22', 'PO 10045-22'],
  ['PO-1001', 'PO-1001'],
  ['po 7', 'po 7'],
  ['POLK-3', 'PO POLK-3'],
  [' ', undefined],
  [null, undefined],
])('the purchase order number %j is called %j', (purchaseOrderNumber, text) => {
  expect(purchaseOrderText({ order: { ...sampleModel(1).order, purchaseOrderNumber } })).toBe(text)
})
