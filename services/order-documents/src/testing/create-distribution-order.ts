import type { Database } from '@takeoff/kit/database'
import { newUuid } from '@takeoff/kit/ids'
import { insertDistributionOrder } from '../db/distribution/insert-distribution-order.ts'
import { Order, OrderListItem } from '../db/orders/order.ts'
import { Vendor } from '../db/vendors/vendor.ts'

export interface NewDraft {
  readonly orgId?: number
  readonly vendorId: number
  readonly providerIdentifier: string
  readonly lineCount?: number
}

export interface Draft {
  readonly id: string
  readonly orderId: string
  readonly lineIds: readonly string[]
}

/** Adds an order of a list with a draft of its distribution order. */
export async function createDistributionOrder(
  database: Database,
  { orgId = 1, vendorId, providerIdentifier, lineCount = 2 }: NewDraft,
): Promise<Draft> {
  const [id, orderId] = [newUuid(), newUuid()]
  const lineIds = Array.from({ length: lineCount }, newUuid)
  const createdAt = new Date()
  const em = database.em()
  const order = em.create(Order, {
    id: orderId,
    orgId,
    productionListId: 28_001,
    jobId: 55_101,
    jobName: '12 Oak Street',
    vendor: em.getReference(Vendor, vendorId),
    userId: 7,
    kind: 'MATERIAL',
    purchaseOrderNumber: 'PO-1',
    placementId: newUuid(),
    createdAt,
    updatedAt: createdAt,
  })
  em.persist(order)
  for (const [index, lineId] of lineIds.entries()) {
    em.persist(
      em.create(OrderListItem, {
        id: lineId,
        orgId,
        order,
        listItemId: 100 + index,
        position: index + 1,
        name: `Shingles ${index + 1}`,
        quantity: '75.5',
        quantityUnits: 'BUNDLES',
        sku: `SH-${index + 1}`,
        color: 'Charcoal',
        unitCost: '19.70',
      }),
    )
  }
  await em.flush()
  await database.transaction((sql) =>
    insertDistributionOrder(sql, {
      id,
      orgId,
      orderId,
      productionListId: order.productionListId,
      jobId: order.jobId,
      vendorId,
      providerIdentifier,
    }),
  )
  return { id, orderId, lineIds }
}
