import { sql as raw } from 'kysely'
import type { Sql, Transaction } from '@takeoff/kit/postgres/database'
import { fromRecords, toRecords } from '@takeoff/kit/postgres/records'
import type { Records } from '@takeoff/kit/postgres/records'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { Outcome } from '../../domain/distribution/after-outcome.ts'
import type { DistributionOrder } from '../../domain/distribution/distribution-order.ts'
import { providerText } from '../../domain/distribution/provider-text.ts'
import type { RejectedLine } from '../../domain/distribution/provider.ts'
import { statement } from '../statements.ts'
import type { Tables } from '../statements.ts'
import { insertStateEvent } from './insert-state-event.ts'
import type { LockedDistributionOrder } from './lock-distribution-order.ts'

interface TracedOutcome extends Outcome {
  /** Of the request that caused it, if any. */
  readonly traceparent?: string | undefined
}

interface NewState extends DistributionOrder {
  readonly id: string
  readonly stateSequence: number
  readonly isChanged: boolean
  readonly now: Date
}

const updateOutcome = statement((db, $: Params<NewState>) =>
  db
    .updateTable('distributionOrder')
    .set({
      state: $.state,
      stateSequence: $.stateSequence,
      rawStatus: $.rawStatus,
      confirmationNumber: $.confirmationNumber,
      failure: $.failure,
      cancelRequestedAt: $.cancelRequestedAt,
      submitAttemptedAt: $.submitAttemptedAt,
      submittedAt: $.submittedAt,
      nextAttemptAt: $.nextAttemptAt,
      leasedAt: null,
      updatedAt: raw`case when ${$.isChanged} then ${$.now} else updated_at end`,
    })
    .where('id', '=', $.id),
)

interface Rejection {
  readonly orderId: string
  readonly lines: Records<Tables['orderListItem']>
  readonly now: Date
}

const updateRejected = statement((db, $: Params<Rejection>) =>
  db
    .with('rejected', (cte) =>
      cte
        .updateTable('orderListItem as i')
        .from(fromRecords<Tables, 'orderListItem'>('orderListItem', $.lines).as('line'))
        .set((eb) => ({ rejectedReason: eb.ref('line.rejectedReason') }))
        .whereRef('i.id', '=', 'line.id')
        .where('i.orderId', '=', $.orderId)
        .where('i.rejectedReason', 'is', null)
        .returning('i.id'),
    )
    .with('changed', (cte) =>
      cte
        .updateTable('order')
        .set({ updatedAt: $.now })
        .where('id', '=', $.orderId)
        .where((eb) => eb.exists(eb.selectFrom('rejected').select('rejected.id'))),
    )
    .selectFrom('rejected')
    .select('id'),
)

interface Cancellation {
  readonly orderId: string
  readonly now: Date
  readonly reason: string
}

const cancelPlaced = statement((db, $: Params<Cancellation>) =>
  db
    .updateTable('order')
    .set({ state: 'cancelled', cancelledAt: $.now, cancelReason: $.reason, updatedAt: $.now })
    .where('id', '=', $.orderId)
    .where('state', '=', 'placed'),
)

/** Ends the lease: writes the new state of an order, its event and the effects on its items. */
export async function writeOutcome(
  sql: Transaction,
  locked: LockedDistributionOrder,
  { order, rejectedLines, traceparent }: TracedOutcome,
): Promise<void> {
  const newlyRejected = await rejectLines(sql, locked, rejectedLines)
  const sequence = locked.stateSequence + (order.state === locked.order.state ? 0 : 1)
  await sql.run(updateOutcome, {
    ...order,
    id: locked.id,
    stateSequence: sequence,
    isChanged: newlyRejected > 0 || isNews(locked.order, order),
    now: locked.now,
  })
  if (order.state === locked.order.state) return
  if (order.state === 'failed' || order.state === 'cancelled') {
    await cancelOrder(sql, locked, order.failure)
  }
  await insertStateEvent(sql, { ...locked, state: order.state, sequence, traceparent })
}

/** A status request that reports nothing new is not a change. */
function isNews(before: DistributionOrder, order: DistributionOrder): boolean {
  return (
    before.state !== order.state ||
    before.rawStatus !== order.rawStatus ||
    before.confirmationNumber !== order.confirmationNumber ||
    before.failure !== order.failure ||
    before.cancelRequestedAt !== order.cancelRequestedAt
  )
}

/** @returns the number of lines that the provider had not refused before */
async function rejectLines(
  sql: Sql,
  { orderId, now }: LockedDistributionOrder,
  rejectedLines: readonly RejectedLine[],
): Promise<number> {
  if (rejectedLines.length === 0) return 0
  const lines = rejectedLines.map(({ lineId, reason }) => ({
    id: lineId,
    rejectedReason: providerText(reason),
  }))
  const rows = await sql.rows(updateRejected, {
    orderId,
    lines: toRecords<Tables['orderListItem']>(lines),
    now,
  })
  return rows.length
}

/** Afterwards its items can be ordered again. */
function cancelOrder(
  sql: Sql,
  { orderId, now }: LockedDistributionOrder,
  failure: string | null,
): Promise<void> {
  const reason = failure ?? 'The distribution order was cancelled.'
  return sql.run(cancelPlaced, { orderId, now, reason })
}
