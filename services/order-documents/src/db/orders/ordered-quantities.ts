import { prepared } from '@takeoff/kit/postgres/database'
import type { Sql } from '@takeoff/kit/postgres/database'
import { Decimal } from 'decimal.js'
import type { OrderedQuantities } from '../../domain/orders/ordered-quantities.ts'

export interface OrderedList {
  readonly id: number
  readonly ordered: OrderedQuantities
}

interface Row {
  readonly productionListId: number
  readonly listItemId: number
  readonly quantity: string
}

const SELECT_ORDERED = prepared(`
  select o.production_list_id as "productionListId", i.list_item_id as "listItemId",
         sum(i.quantity) as quantity
  from "order" o join order_list_item i on i.order_id = o.id
  where o.production_list_id = any($1::int[]) and o.org_id = any($2::int[])
    and o.state = 'placed' and i.rejected_reason is null
  group by o.production_list_id, i.list_item_id`)

/**
 * The ordered quantities of the items of lists so far: over all placed orders, less credits, without the
 * lines that a provider refused.
 */
export async function findOrderedLists(
  sql: Sql,
  orgIds: readonly number[],
  productionListIds: readonly number[],
): Promise<OrderedList[]> {
  const rows = await sql.query<Row>(SELECT_ORDERED, [productionListIds, orgIds])
  return [...Map.groupBy(rows, (row) => row.productionListId)].map(([id, items]) => ({
    id,
    ordered: new Map(items.map((row) => [row.listItemId, new Decimal(row.quantity)])),
  }))
}

/** The same for one list. */
export async function findOrderedQuantities(
  sql: Sql,
  orgId: number,
  productionListId: number,
): Promise<OrderedQuantities> {
  const [list] = await findOrderedLists(sql, [orgId], [productionListId])
  return list?.ordered ?? new Map()
}
