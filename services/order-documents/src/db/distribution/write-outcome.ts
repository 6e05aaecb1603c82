import type { Sql, Transaction } from '@takeoff/kit/postgres/database'
import type { Outcome } from '../../domain/distribution/after-outcome.ts'
import type { DistributionOrder } from '../../domain/distribution/distribution-order.ts'
import { providerText } from '../../domain/distribution/provider-text.ts'
import type { RejectedLine } from '../../domain/distribution/provider.ts'
import { insertStateEvent } from './insert-state-event.ts'
import type { LockedDistributionOrder } from './lock-distribution-order.ts'

interface TracedOutcome extends Outcome {
  /** Of the request that caused it, if any. */
  readonly traceparent?: string | undefined
}

/** Ends the lease: writes the new state of an order, its event and the effects on its items. */
export async function writeOutcome(
  sql: Transaction,
  locked: LockedDistributionOrder,
  { order, rejectedLines, traceparent }: TracedOutcome,
): Promise<void> {
  const newlyRejected = await rejectLines(sql, locked, rejectedLines)
  const sequence = locked.stateSequence + (order.state === locked.order.state ? 0 : 1)
  await sql.query(UPDATE, [
    locked.id,
    order.state,
    sequence,
    order.rawStatus,
    order.confirmationNumber,
    order.failure,
    order.cancelRequestedAt,
    order.submitAttemptedAt,
    order.submittedAt,
    order.nextAttemptAt,
    newlyRejected > 0 || isNews(locked.order, order),
    locked.now,
  ])
  if (order.state === locked.order.state) return
  if (order.state === 'failed' || order.state === 'cancelled') {
    await cancelOrder(sql, locked, order.failure)
  }
  await insertStateEvent(sql, { ...locked, state: order.state, sequence, traceparent })
}

const UPDATE = `
  update distribution_order
  set state = $2, state_sequence = $3, raw_status = $4, confirmation_number = $5, failure = $6,
      cancel_requested_at = $7, submit_attempted_at = $8, submitted_at = $9, next_attempt_at = $10,
      leased_at = null, updated_at = case when $11 then $12 else updated_at end
  where id = $1`

/** A status request without news is not a change. */
function isNews(before: DistributionOrder, order: DistributionOrder): boolean {
  return (
    before.state !== order.state ||
    before.rawStatus !== order.rawStatus ||
    before.confirmationNumber !== order.confirmationNumber ||
    before.failure !== order.failure ||
    before.cancelRequestedAt !== order.cancelRequestedAt
  )
}

/** @returns how many lines the provider had not refused before */
async function rejectLines(
  sql: Sql,
  { orderId, now }: LockedDistributionOrder,
  rejectedLines: readonly RejectedLine[],
): Promise<number> {
  if (rejectedLines.length === 0) return 0
  const rows = await sql.query(
    `with rejected as (
       update order_list_item i set rejected_reason = line.reason
       from unnest($2::uuid[], $3::text[]) as line (id, reason)
       where i.id = line.id and i.order_id = $1 and i.rejected_reason is null
       returning 1
     ), changed as (
       update "order" set updated_at = $4 where id = $1 and exists (select 1 from rejected)
     )
     select 1 from rejected`,
    [
      orderId,
      rejectedLines.map(({ lineId }) => lineId),
      rejectedLines.map(({ reason }) => providerText(reason)),
      now,
    ],
  )
  return rows.length
}

/** Its items are free to be ordered again. */
async function cancelOrder(
  sql: Sql,
  { orderId, now }: LockedDistributionOrder,
  reason: string | null,
): Promise<void> {
  await sql.query(
    `update "order" set state = 'cancelled', cancelled_at = $2, cancel_reason = $3, updated_at = $2
     where id = $1 and state = 'placed'`,
    [orderId, now, reason ?? 'The distribution order was cancelled.'],
  )
}
