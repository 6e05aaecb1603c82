import { sql as raw } from 'kysely'
import type { Transaction } from '@takeoff/kit/postgres/sql'
import { timeOfChangeSql } from '@takeoff/kit/postgres/time-of-change-sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import { markOrderChanged } from '../orders/order-state.ts'
import { statement } from '../statements.ts'
import type { LockedDistributionOrder } from './lock-distribution-order.ts'

type Request = Pick<LockedDistributionOrder, 'id' | 'now'>

const updateRequested = statement((db, $: Params<Request>) =>
  db
    .updateTable('distributionOrder')
    .set({
      cancelRequestedAt: $.now,
      updatedAt: timeOfChangeSql($.now, raw.ref('updatedAt')),
      nextAttemptAt: raw`case when leased_at is null then ${$.now} else next_attempt_at end`,
    })
    .where('id', '=', $.id)
    .where('cancelRequestedAt', 'is', null)
    .returning('orderId'),
)

/**
 * Records the request to cancel an order. A lease is kept, so that no second process starts beside
 * the first; its holder reads the request when it writes the outcome. A repeated request changes nothing.
 */
export async function requestCancellation(
  sql: Transaction,
  { id, now }: LockedDistributionOrder,
  traceparent?: string,
): Promise<void> {
  const requested = await sql.row(updateRequested, { id, now })
  if (requested === undefined) return
  await markOrderChanged(sql, requested.orderId, { at: now, traceparent })
}
