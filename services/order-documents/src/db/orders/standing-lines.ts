import type { Sql } from '@takeoff/kit/postgres/database'
import type { StandingLine } from '../../domain/orders/change-order.ts'
import { selectLine } from './order-line-columns.ts'

/** A line less the credits against it. */
const leftOfLine = selectLine('l', {
  quantity: 'l.quantity + coalesce(c.quantity, 0)',
  pretaxCost: 'l.pretax_cost + coalesce(c.pretax_cost, 0)',
  totalCost: 'l.total_cost + coalesce(c.total_cost, 0)',
})

/**
 * The remaining lines of an order with its change orders: every line with a rest, less the credits
 * against it. For a cancelled order these are the lines cancelled with it. Oldest order first, each in its order.
 */
export function findStandingLines(sql: Sql, orderId: string): Promise<StandingLine[]> {
  return sql.query<StandingLine>(
    `with part as (
       select p.id, p.created_at from "order" o
       join "order" p on p.state = o.state and p.cancelled_at is not distinct from o.cancelled_at
       where o.id = $1 and (p.id = $1 or p.changes_order_id = $1)
     ), line as (
       select i.*, part.created_at as ordered_at from part join order_list_item i on i.order_id = part.id
     ), credit as (
       select credits_id, sum(quantity) as quantity, sum(pretax_cost) as pretax_cost,
              sum(total_cost) as total_cost
       from line where credits_id is not null group by credits_id
     )
     select l.id, ${leftOfLine}
     from line l left join credit c on c.credits_id = l.id
     where l.credits_id is null and l.quantity + coalesce(c.quantity, 0) > 0
     order by l.ordered_at, l.order_id, l.position`,
    [orderId],
  )
}
