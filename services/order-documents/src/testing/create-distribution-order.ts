import type { Database } from '@takeoff/kit/postgres/database'
import { newUuid } from '@takeoff/kit/values/ids'
import { insertDistributionOrder } from '../db/distribution/insert-distribution-order.ts'

export interface NewDraft {
  readonly orgId?: number
  readonly vendorId: number
  readonly providerIdentifier: string
  readonly listItemIds?: readonly number[]
  readonly productionListId?: number
  readonly jobId?: number
  readonly purchaseOrderNumber?: string
  /** It is with the provider already, and its status is no longer polled. */
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
  await database.transaction(async (sql) => {
    await sql.query(
      `insert into "order" (id, org_id, production_list_id, job_id, job_name, vendor_id, user_id, kind,
         purchase_order_number, placement_id, created_at, updated_at)
       values ($1, $2, $3, $4, '12 Oak Street', $5, 7, 'MATERIAL', $6, $7, now(), now())`,
      [orderId, orgId, productionListId, jobId, vendorId, purchaseOrderNumber, newUuid()],
    )
    await sql.query(
      `insert into order_list_item (id, org_id, order_id, list_item_id, position, name, quantity,
         quantity_units, sku, color, unit_cost)
       select id, $1, $2, list_item_id, n, 'Shingles ' || n, 75.5, 'BUNDLES', 'SH-' || n, 'Charcoal', 19.70
       from unnest($3::uuid[], $4::int[]) with ordinality line (id, list_item_id, n)`,
      [orgId, orderId, lineIds, listItemIds],
    )
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
