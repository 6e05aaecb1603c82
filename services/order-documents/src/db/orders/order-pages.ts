import { sql as raw } from 'kysely'
import type { Kysely, RawBuilder, SqlBool } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { wordQuery, wordsSql } from '@takeoff/kit/postgres/word-search'
import type { OrderState } from '../../domain/orders/order-state.ts'
import { statementFor } from '../statements.ts'
import type { Tables } from '../statements.ts'
import { vendorColumns } from '../vendors/vendor-reads.ts'
import { vendorWordsSql } from '../vendors/vendor.ts'
import { orderWordsSql } from './order.ts'
import { fromOrders, orderColumns, toOrder } from './order-reads.ts'
import type { OrderRecord } from './order-reads.ts'
import { paramsOf, placeConditions, shapeOf, sortOf } from './page-of-orders.ts'
import type { ChangeFilter, PageOf, PageParams, PageShape } from './page-of-orders.ts'

/** A filter of an organization's orders. */
export interface OrderFilter extends ChangeFilter {
  readonly jobId?: number | undefined
  readonly productionListId?: number | undefined
  readonly vendorId?: number | undefined
  readonly state?: OrderState | undefined
  /** As `searchPrefixes` returns them: each must be in the order's numbers or its vendor's name. */
  readonly prefixes?: readonly string[] | undefined
}

/** Columns that a filter may fix to one value. */
const FILTER_COLUMNS = ['jobId', 'productionListId', 'vendorId', 'state'] as const

interface Shape extends PageShape<(typeof FILTER_COLUMNS)[number]> {
  readonly words: number
}

type OrderPageParams = PageParams<OrderFilter>

const selectOrderPage = statementFor(
  [
    { filters: FILTER_COLUMNS, isByChange: true, isFirst: false, words: 2 },
    { filters: [], isByChange: false, isFirst: false, words: 0 },
    { filters: [], isByChange: false, isFirst: true, words: 0 },
  ],
  (db, $: OrderPageParams, shape: Shape) => {
    const { time, direction } = sortOf('o', shape.isByChange)
    return fromOrders(db)
      .innerJoin(pageIds(db, $, shape).as('page'), 'page.id', 'o.id')
      .orderBy(time, direction)
      .orderBy('o.id', direction)
      .select(orderColumns)
      .select(vendorColumns())
  },
)

/**
 * The ids of one page, read in page order from the index of the narrowest filter. With words, the orders of the rarest
 * word are found in the word indexes, and then sorted for the page.
 */
function pageIds(db: Kysely<Tables>, $: OrderPageParams, shape: Shape) {
  const { time, direction } = sortOf('o', shape.isByChange)
  const conditions = [
    ...placeConditions('o', $, shape),
    ...shape.filters.map((name) => raw`${raw.ref(`o.${name}`)} = ${$[name]}`),
    ...Array.from({ length: shape.words }, (_, index) => hasWord(db, $, index + 1)),
  ]
  const where = raw<boolean>`${raw.join(conditions, raw` and `)}`
  const source =
    shape.words === 0
      ? db.selectFrom('order as o').where(where)
      : db.selectFrom('orderSearch as o').where(where)
  return source.orderBy(time, direction).orderBy('o.id', direction).limit($.limit).select('o.id')
}

/** Whether an order has the word of this place, from 1, or its vendor has it in its name. */
function hasWord(db: Kysely<Tables>, $: OrderPageParams, place: number): RawBuilder<SqlBool> {
  const query = wordQuery($.orgId, raw`(${$.prefixes}::text[])[${raw.lit(place)}]`)
  // The index of a search for vendors has other words too.
  const vendors = db
    .selectFrom('vendorSearch as v')
    .where(raw<boolean>`${raw.raw(vendorWordsSql)} @@ ${query}`)
    .where(raw<boolean>`${raw.raw(vendorNameWordsSql)} @@ ${query}`)
    .select('v.id')
  // An array rather than a join, so that one bitmap serves both conditions.
  return raw`(${raw.raw(orderWordsSql)} @@ ${query} or ${raw.ref('o.vendorId')} = any(array(${vendors})))`
}

const vendorNameWordsSql = wordsSql('org_id', ['vendor_name'])

/** One page of an organization's orders, in the page's order. */
export async function findOrderPage(sql: Sql, page: PageOf<OrderFilter>): Promise<OrderRecord[]> {
  const words = page.filter.prefixes?.length ?? 0
  const statement = selectOrderPage({ ...shapeOf(FILTER_COLUMNS, page), words })
  return (await sql.rows(statement, paramsOf(page))).map(toOrder)
}
