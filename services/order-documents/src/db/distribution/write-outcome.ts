import { sql as raw } from 'kysely'
import type { Sql, Transaction } from '@takeoff/kit/postgres/sql'
import { timeOfChangeSql } from '@takeoff/kit/postgres/time-of-change-sql'
import { fromRecords, toRecords } from '@takeoff/kit/postgres/records'
import type { Records } from '@takeoff/kit/postgres/records'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { Outcome } from '../../domain/distribution/outcome.ts'
import type { DistributionOrder } from '../../domain/distribution/distribution-order.ts'
import { providerText } from '../../domain/distribution/provider-text.ts'
import type { RejectedLine } from '../../domain/distribution/provider.ts'
import { cancelOrders, markOrderChanged } from '../orders/order-state.ts'
import { statement } from '../statements.ts'
import type { Tables } from '../statements.ts'
import { insertStateEvent } from './insert-state-event.ts'
import type { LockedDistributionOrder } from './lock-distribution-order.ts'

interface TracedOutcome extends Outcome {
  /** Of the request that caused it, if any. */
  readonly traceparent?: string | undefined
  /** Who has cancelled it here, before it was sent. */
  readonly userId?: number
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
      updatedAt: raw`case when ${$.isChanged} then ${timeOfChangeSql($.now, raw.ref('updatedAt'))} else updated_at end`,
    })
    .where('id', '=', $.id),
)

interface Rejection {
  readonly orderId: string
  readonly lines: Records<Tables['orderListItem']>
}

const updateRejected = statement((db, $: Params<Rejection>) =>
  db
    .updateTable('orderListItem as i')
    .from(fromRecords<Tables, 'orderListItem'>('orderListItem', $.lines).as('line'))
    .set((eb) => ({ rejectedReason: eb.ref('line.rejectedReason') }))
    .whereRef('i.id', '=', 'line.id')
    .where('i.orderId', '=', $.orderId)
    .where('i.rejectedReason', 'is', null)
    .returning('i.id'),
)

/** Ends the lease: writes the new state of a distribution order, the effects on its order, and the events of both. */
export async function writeOutcome(
  sql: Transaction,
  locked: LockedDistributionOrder,
  { rejectedLines, ...caused }: TracedOutcome,
): Promise<void> {
  const { order, traceparent } = caused
  const newlyRejected = await rejectLines(sql, locked, rejectedLines)
  const sequence = locked.stateSequence + (order.state === locked.state ? 0 : 1)
  const isChanged = newlyRejected > 0 || isNews(locked, order)
  await sql.run(updateOutcome, {
    ...order,
    id: locked.id,
    stateSequence: sequence,
    isChanged,
    now: locked.now,
  })
  if (isChanged) await changeOrder(sql, locked, caused)
  if (order.state === locked.state) return
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
  { orderId }: LockedDistributionOrder,
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
  })
  return rows.length
}

/** After a failure or a cancellation the items of the order can be ordered again. */
async function changeOrder(
  sql: Transaction,
  { orderId, now: at, state: before }: LockedDistributionOrder,
  { order, traceparent, userId }: Omit<TracedOutcome, 'rejectedLines'>,
): Promise<void> {
  const hasEnded = order.state === 'failed' || order.state === 'cancelled'
  if (hasEnded && order.state !== before) {
    const reason = order.failure ?? 'The distribution order was cancelled.'
    if (await cancelOrders(sql, orderId, { userId: userId ?? null, reason, at, traceparent }))
      return
  }
  await markOrderChanged(sql, orderId, { at, traceparent })
}
