import type { Database } from '@takeoff/kit/database'
import { newUuid } from '@takeoff/kit/ids'
import { insertDistributionOrder } from '../db/distribution/insert-distribution-order.ts'
import { Order, OrderListItem } from '../db/orders/order.ts'
import { Vendor } from '../db/vendors/vendor.ts'

export interface NewDraft {
  readonly orgId?: number
  readonly vendorId: number
  readonly providerIdentifier: string
  readonly listItemIds?: readonly number[]
  readonly productionListId?: number
  readonly jobId?: number
  readonly purchaseOrderNumber?: string
  /** It is with the provider already, and nobody asks for it any more. */
  readonly isSubmitted?: boolean
}

export interface Draft {
  readonly id: string
  readonly orderId: string
  readonly lineIds: readonly string[]
}

/** Adds an order of a list with its distribution order, a draft. */
export async function createDistributionOrder(database: Database, draft: NewDraft): Promise<Draft> {
  const { orgId = 1, vendorId, providerIdentifier, listItemIds = [100, 101] } = draft
  const { productionListId = 28_001, jobId = 55_101, purchaseOrderNumber = 'PO-1' } = draft
  const [id, orderId] = [newUuid(), newUuid()]
  const lineIds = listItemIds.map(() => newUuid())
  const createdAt = new Date()
  const em = database.em()
  const order = em.create(Order, {
    id: orderId,
    orgId,
    productionListId,
    jobId,
    jobName: '12 Oak Street',
    vendor: em.getReference(Vendor, vendorId),
    userId: 7,
    kind: 'MATERIAL',
    purchaseOrderNumber,
    placementId: newUuid(),
    createdAt,
    updatedAt: createdAt,
  })
  em.persist(order)
  for (const [index, listItemId] of listItemIds.entries()) {
    em.persist(
      em.create(OrderListItem, {
        id: lineIds[index] ?? newUuid(),
        orgId,
        order,
        listItemId,
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
  await database.transaction(async (sql) => {
    const distributionOrder = { id, orgId, orderId, productionListId, jobId, vendorId }
    await insertDistributionOrder(sql, { ...distributionOrder, providerIdentifier })
    if (draft.isSubmitted !== true) return
    await sql.query(
      `update distribution_order set state = 'submitted', state_sequence = 2, attempts = 1,
         raw_status = 'Pending', confirmation_number = 'S1', submitted_at = now(),
         next_attempt_at = null
       where id = $1`,
      [id],
    )
  })
  return { id, orderId, lineIds }
}
