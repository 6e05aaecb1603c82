import type { Selectable } from 'kysely'
import type { Transaction } from '@takeoff/kit/postgres/sql'
import { createEvent, insertOutbox } from '@takeoff/kit/events/outbox'
import type { Tables } from '../statements.ts'

/** The columns of a changed order that its event needs. */
export const EVENT_COLUMNS = [
  'id',
  'orgId',
  'productionListId',
  'jobId',
  'state',
  'stateSequence',
] as const

export type ChangedOrder = Pick<Selectable<Tables['order']>, (typeof EVENT_COLUMNS)[number]>

/** Publishes that orders have changed, in the transaction that changes them. */
export async function insertOrderEvents(
  sql: Transaction,
  orders: readonly ChangedOrder[],
  traceparent: string | undefined,
): Promise<void> {
  for (const { id, orgId, productionListId, jobId, state, stateSequence } of orders) {
    const envelope = createEvent({
      name: 'order.state-changed',
      orgId,
      aggregate: { type: 'order', id, sequence: stateSequence },
      data: { orderId: id, state, productionListId, jobId },
      traceparent,
    })
    await insertOutbox(sql, envelope)
  }
}
