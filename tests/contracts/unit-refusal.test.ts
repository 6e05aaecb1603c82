import { expect, test } from 'vitest'
import { isUnitRefusal } from '../../services/console/web/src/pages/new-order/unit-refusal.ts'
import { unitChanged } from '../../services/order-documents/src/orders/order-rejected.ts'

test('the console knows the refusal of items that are ordered in another unit', () => {
  const { message, extensions } = unitChanged([
    { listItemId: 7, unit: 'SQUARES', orderedUnits: ['BUNDLES'] },
  ])
  expect(isUnitRefusal(extensions['argument'], message)).toBe(true)
})
