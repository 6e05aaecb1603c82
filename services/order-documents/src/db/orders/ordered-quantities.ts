import type { Sql } from '@takeoff/kit/database'
import { Decimal } from 'decimal.js'
import type { OrderedQuantities } from '../../domain/orders/ordered-quantities.ts'

/**
 * What was ordered of each item of a list so far: over all placed orders, credits taken off, without the
 * lines that a provider refused.
 */
export async function findOrderedQuantities(
  sql: Sql,
  orgId: number,
  productionListId: number,
): Promise<OrderedQuantities> {
  const rows = await sql.query<{ readonly listItemId: number; readonly quantity: string }>(
    `select i.list_item_id as "listItemId", sum(i.quantity) as quantity
     from "order" o join order_list_item i on i.order_id = o.id
     where o.org_id = $1 and o.production_list_id = $2 and o.state = 'placed'
       and i.rejected_reason is null
     group by i.list_item_id`,
    [orgId, productionListId],
  )
  return new Map(rows.map(({ listItemId, quantity }) => [listItemId, new Decimal(quantity)]))
}
