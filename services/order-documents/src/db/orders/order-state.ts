import { sql as raw } from 'kysely'
import type { Selectable } from 'kysely'
import { createEvent, insertOutbox } from '@takeoff/kit/events/outbox'
import type { Sql, Transaction } from '@takeoff/kit/postgres/sql'
import { timeOfChangeSql } from '@takeoff/kit/postgres/time-of-change-sql'
import { invariant } from '@takeoff/kit/values/invariant'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { OrderState } from '../../domain/orders/order-state.ts'
import { statement } from '../statements.ts'
import type { Tables } from '../statements.ts'

/** The state that decides whether an order may be changed, cancelled or replaced. */
export interface LockedOrder {
  readonly state: OrderState
  /** Its distribution order that is in progress or delivered; null when there is none. */
  readonly distributionOrderId: string | null
  /** The order that replaced it. */
  readonly replacedById: string | null
  /** A placed order that credits lines of this one. */
  readonly creditedById: string | null
}

const lockState = statement((db, $: Params<{ readonly id: string }>) =>
  db
    .selectFrom('order as o')
    .where('o.id', '=', $.id)
    .select((eb) => [
      'o.state',
      eb
        .selectFrom('distributionOrder as d')
        .whereRef('d.orderId', '=', 'o.id')
        .where('d.state', 'not in', ['failed', 'cancelled'])
        .where('o.state', '=', 'placed')
        .select('d.id')
        .as('distributionOrderId'),
      eb
        .selectFrom('order as r')
        .whereRef('r.replacesOrderId', '=', 'o.id')
        .select('r.id')
        .as('replacedById'),
      eb
        .selectFrom('orderListItem as l')
        .innerJoin('orderListItem as c', 'c.creditsId', 'l.id')
        .innerJoin('order as co', 'co.id', 'c.orderId')
        .whereRef('l.orderId', '=', 'o.id')
        .where('co.state', '=', 'placed')
        .select('c.orderId')
        .limit(1)
        .as('creditedById'),
    ])
    .forUpdate('o'),
)

/**
 * Locks the order's state until the transaction ends. The orders of its list are locked before: a statement that waits for
 * a row reads the other tables as they were before the wait. Only its distribution order may end during the wait, which
 * cancels the order: one that is not placed has none.
 */
export async function lockOrder(sql: Sql, id: string): Promise<LockedOrder> {
  const order = await sql.row(lockState, { id })
  invariant(order !== undefined, `there is no order ${id}`)
  return order
}

/** The time of a change, and the request that caused it. */
export interface ChangeMoment {
  readonly at: Date
  readonly traceparent?: string | undefined
}

export interface Cancellation extends ChangeMoment {
  /** Null when the vendor's system has cancelled the order. */
  readonly userId: number | null
  readonly reason: string | null
}

/** The columns of a changed order that its event needs. */
const EVENT_COLUMNS = [
  'id',
  'orgId',
  'productionListId',
  'jobId',
  'state',
  'stateSequence',
] as const

type ChangedOrder = Pick<Selectable<Tables['order']>, (typeof EVENT_COLUMNS)[number]>

const NEXT_SEQUENCE = raw<number>`state_sequence + 1`

type CancelParams = Params<Pick<Cancellation, 'at' | 'userId' | 'reason'> & { readonly id: string }>

const cancel = statement((db, $: CancelParams) =>
  db
    .updateTable('order')
    .set({
      state: 'cancelled',
      cancelledAt: $.at,
      cancelledBy: $.userId,
      cancelReason: $.reason,
      updatedAt: timeOfChangeSql($.at, raw.ref('updatedAt')),
      stateSequence: NEXT_SEQUENCE,
    })
    .where((eb) => eb.or([eb('id', '=', $.id), eb('changesOrderId', '=', $.id)]))
    .where('state', '=', 'placed')
    .returning(EVENT_COLUMNS),
)

/**
 * Cancels an order and its change orders, and publishes their events.
 * @returns whether one of them was placed
 */
export async function cancelOrders(
  sql: Transaction,
  id: string,
  { traceparent, ...cancellation }: Cancellation,
): Promise<boolean> {
  const cancelled = await sql.rows(cancel, { id, ...cancellation })
  await insertOrderEvents(sql, cancelled, traceparent)
  return cancelled.length > 0
}

type Change = Params<{ readonly id: string; readonly at: Date }>

const replace = statement((db, $: Change) =>
  db
    .updateTable('order as p')
    .from('order as o')
    .set({
      state: 'replaced',
      updatedAt: timeOfChangeSql($.at, raw.ref('p.updatedAt')),
      stateSequence: raw`p.state_sequence + 1`,
    })
    .where('o.id', '=', $.id)
    .where((eb) => eb.or([eb('p.id', '=', $.id), eb('p.changesOrderId', '=', $.id)]))
    .whereRef('p.state', '=', 'o.state')
    .whereRef('p.cancelledAt', 'is not distinct from', 'o.cancelledAt')
    .returning(EVENT_COLUMNS.map((name) => `p.${name}` as const)),
)

/** Marks an order, and the change orders that belong to its lines, as replaced by another order. */
export async function replaceOrders(
  sql: Transaction,
  id: string,
  { at, traceparent }: ChangeMoment,
): Promise<void> {
  await insertOrderEvents(sql, await sql.rows(replace, { id, at }), traceparent)
}

const change = statement((db, $: Change) =>
  db
    .updateTable('order')
    .set({ updatedAt: timeOfChangeSql($.at, raw.ref('updatedAt')), stateSequence: NEXT_SEQUENCE })
    .where('id', '=', $.id)
    .returning(EVENT_COLUMNS),
)

/** Marks the order as changed and publishes its event, because a row that belongs to it has changed. */
export async function markOrderChanged(
  sql: Transaction,
  id: string,
  { at, traceparent }: ChangeMoment,
): Promise<void> {
  await insertOrderEvents(sql, await sql.rows(change, { id, at }), traceparent)
}

const touch = statement((db, $: Change) =>
  db
    .updateTable('order')
    .set({ updatedAt: timeOfChangeSql($.at, raw.ref('updatedAt')) })
    .where('id', '=', $.id),
)

/** Marks the order as changed by one of its documents, which have events of their own. */
export async function touchOrder(sql: Sql, id: string, at: Date): Promise<void> {
  await sql.run(touch, { id, at })
}

/** Publishes that orders have changed, in the transaction that changes them. */
async function insertOrderEvents(
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
