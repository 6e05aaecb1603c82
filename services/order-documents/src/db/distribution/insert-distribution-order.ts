import type { Transaction } from '@takeoff/kit/postgres/database'
import { insertStateEvent } from './insert-state-event.ts'

export interface NewDistributionOrder {
  readonly id: string
  readonly orgId: number
  readonly orderId: string
  readonly productionListId: number
  readonly jobId: number
  readonly vendorId: number
  readonly providerIdentifier: string
  readonly traceparent?: string | undefined
}

/** Writes a draft, due at once, with its event: into the transaction that makes its order. */
export async function insertDistributionOrder(
  sql: Transaction,
  order: NewDistributionOrder,
): Promise<void> {
  await sql.query(
    `insert into distribution_order (id, org_id, order_id, vendor_id, provider_identifier, state,
       state_sequence, next_attempt_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'draft', 1, now(), now(), now())`,
    [order.id, order.orgId, order.orderId, order.vendorId, order.providerIdentifier],
  )
  await insertStateEvent(sql, { ...order, state: 'draft', sequence: 1 })
}
