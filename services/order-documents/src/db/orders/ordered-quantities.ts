import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { text } from '@takeoff/kit/postgres/sql-types'
import { column, prepared } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { plusLines } from '../../domain/orders/ordered-quantities.ts'
import type { OrderedQuantities } from '../../domain/orders/ordered-quantities.ts'
import { statement } from '../statements.ts'

export interface OrderedList {
  readonly id: number
  readonly ordered: OrderedQuantities
}

type Wanted = Params<{
  readonly productionListIds: readonly number[]
  readonly orgIds: readonly number[]
}>

const selectOrdered = prepared(
  statement((db, $: Wanted) =>
    db
      .selectFrom('order as o')
      .innerJoin('orderListItem as i', 'i.orderId', 'o.id')
      .where((eb) => eb('o.productionListId', '=', eb.fn.any($.productionListIds)))
      .where((eb) => eb('o.orgId', '=', eb.fn.any($.orgIds)))
      .where('o.state', '=', 'placed')
      .where('i.rejectedReason', 'is', null)
      .groupBy(['o.productionListId', 'i.listItemId', 'i.quantityUnits'])
      .select(['o.productionListId', 'i.listItemId', 'i.quantityUnits'])
      .select((eb) => column('quantity', text, raw`${eb.fn.sum('i.quantity')}::text`)),
  ),
)

/**
 * The ordered quantities of the items of lists so far, by unit: over all placed orders, less credits, without the
 * lines that a provider refused.
 */
export async function findOrderedLists(
  sql: Sql,
  orgIds: readonly number[],
  productionListIds: readonly number[],
): Promise<OrderedList[]> {
  const rows = await sql.rows(selectOrdered, { productionListIds, orgIds })
  return [...Map.groupBy(rows, (row) => row.productionListId)].map(([id, items]) => ({
    id,
    ordered: plusLines(new Map(), items),
  }))
}

/** The ordered quantities of the items of one list so far, as `findOrderedLists` counts them. */
export async function findOrderedQuantities(
  sql: Sql,
  orgId: number,
  productionListId: number,
): Promise<OrderedQuantities> {
  const [list] = await findOrderedLists(sql, [orgId], [productionListId])
  return list?.ordered ?? new Map()
}
