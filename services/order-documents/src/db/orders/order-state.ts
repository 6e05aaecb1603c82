import type { Sql } from '@takeoff/kit/postgres/database'
import type { OrderState } from '../../domain/orders/order-state.ts'

/** The state that decides whether an order may be changed, cancelled or replaced. */
export interface LockedOrder {
  readonly state: OrderState
  /** The distribution order that is under way with it or was delivered; null when there is none. */
  readonly distributionOrderId: string | null
  /** The order that replaced it. */
  readonly replacedById: string | null
  /** A placed order that credits lines of this one. */
  readonly creditedById: string | null
}

/** Locks the order's state until the transaction ends. */
export async function lockOrder(sql: Sql, id: string): Promise<LockedOrder> {
  const [order] = await sql.query<LockedOrder>(
    `select o.state,
       (select d.id from distribution_order d
        where d.order_id = o.id and d.state not in ('failed', 'cancelled')) as "distributionOrderId",
       (select r.id from "order" r where r.replaces_order_id = o.id) as "replacedById",
       (select c.order_id from order_list_item l
        join order_list_item c on c.credits_id = l.id
        join "order" co on co.id = c.order_id and co.state = 'placed'
        where l.order_id = o.id limit 1) as "creditedById"
     from "order" o where o.id = $1 for update of o`,
    [id],
  )
  if (order === undefined) throw new Error(`there is no order ${id}`)
  return order
}

export interface Cancellation {
  readonly userId: number
  readonly reason: string | null
  readonly at: Date
}

/** Cancels an order and its change orders. */
export async function cancelOrders(
  sql: Sql,
  id: string,
  { userId, reason, at }: Cancellation,
): Promise<void> {
  await sql.query(
    `update "order" set state = 'cancelled', cancelled_at = $2, cancelled_by = $3,
       cancel_reason = $4, updated_at = $2
     where (id = $1 or changes_order_id = $1) and state = 'placed'`,
    [id, at, userId, reason],
  )
}

/** Marks an order, and the change orders that belong to its lines, as replaced by another order. */
export async function replaceOrders(sql: Sql, id: string, at: Date): Promise<void> {
  await sql.query(
    `update "order" p set state = 'replaced', updated_at = $2
     from "order" o
     where o.id = $1 and (p.id = $1 or p.changes_order_id = $1)
       and p.state = o.state and p.cancelled_at is not distinct from o.cancelled_at`,
    [id, at],
  )
}

/** Marks the order as changed, because a row that belongs to it has changed. */
export async function touchOrder(sql: Sql, id: string, at: Date): Promise<void> {
  await sql.query('update "order" set updated_at = $2 where id = $1', [id, at])
}
