import { expressionBuilder, sql as raw } from 'kysely'
import type { Expression, Kysely, RawBuilder, SqlBool } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import { wordQuery, wordsSql } from '@takeoff/kit/postgres/word-search'
import type { OrderState } from '../../domain/orders/order-state.ts'
import { statementFor } from '../statements.ts'
import type { Tables } from '../statements.ts'
import { vendorColumns } from '../vendors/vendor-reads.ts'
import { fromOrders, orderColumns, toOrder } from './order-reads.ts'
import type { OrderRecord } from './order-reads.ts'

/** A filter of an organization's orders. */
export interface OrderFilter {
  readonly orgId: number
  readonly jobId: number | undefined
  readonly productionListId: number | undefined
  readonly vendorId: number | undefined
  readonly state: OrderState | undefined
  /** Changed at this time or later; milliseconds since 1970. */
  readonly updatedSinceMs: number | undefined
  /** As `searchPrefixes` returns them: each must be in the order's numbers or its vendor's name. */
  readonly prefixes: readonly string[] | undefined
}

/** The position of an order: by creation, newest first, or by change when updatedSince is given. */
export interface OrderPosition {
  readonly id: string
  /** When it was created or, with updatedSince, changed; milliseconds since 1970. */
  readonly atMs: number
}

export interface OrderPage {
  readonly filter: OrderFilter
  readonly after: OrderPosition | undefined
  readonly limit: number
}

/** Columns that a filter may fix to one value. */
const FILTER_COLUMNS = ['jobId', 'productionListId', 'vendorId', 'state'] as const

/** The conditions of a page, and its sort order. */
interface PageShape {
  readonly filters: readonly (typeof FILTER_COLUMNS)[number][]
  readonly isByChange: boolean
  readonly isFirst: boolean
  readonly words: number
}

type PageParams = Params<
  OrderFilter & {
    readonly updatedSince: Date | undefined
    readonly afterId: string | undefined
    readonly afterAt: Date | undefined
    readonly limit: number
  }
>

const selectOrderPage = statementFor(
  [
    { filters: FILTER_COLUMNS, isByChange: true, isFirst: false, words: 2 },
    { filters: [], isByChange: false, isFirst: false, words: 0 },
    { filters: [], isByChange: false, isFirst: true, words: 0 },
  ],
  (db, $: PageParams, shape: PageShape) => {
    const { time, direction } = orderOf(shape)
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
function pageIds(db: Kysely<Tables>, $: PageParams, shape: PageShape) {
  const { time, direction } = orderOf(shape)
  const where = conditions($, shape)
  const isFound = Array.from({ length: shape.words }, (_, index) => hasWord(db, $, index + 1))
  const source =
    shape.words === 0
      ? db.selectFrom('order as o').where(where)
      : db
          .selectFrom('orderSearch as o')
          .where(where)
          .where((eb) => eb.and(isFound))
  return source.orderBy(time, direction).orderBy('o.id', direction).limit($.limit).select('o.id')
}

/** Whether an order has the word of this place, from 1, or its vendor has it in its name. */
function hasWord(db: Kysely<Tables>, $: PageParams, place: number): RawBuilder<SqlBool> {
  const query = wordQuery($.orgId, raw`(${$.prefixes}::text[])[${raw.lit(place)}]`)
  const vendors = db
    .selectFrom('vendorSearch as v')
    .where(raw<boolean>`${raw.raw(vendorWords)} @@ ${query}`)
    .where(raw<boolean>`${raw.raw(vendorNameWords)} @@ ${query}`)
    .select('v.id')
  // An array rather than a join, so that one bitmap serves both conditions.
  return raw`(${raw.raw(orderWords)} @@ ${query} or ${raw.ref('o.vendorId')} = any(array(${vendors})))`
}

const orderWords = wordsSql('o.org_id', ['o.purchase_order_number', 'o.external_identifier'])
/** The index of a search for vendors has other words too. */
const vendorWords = wordsSql('v.org_id', ['v.vendor_name', 'v.contact_name', 'v.account_number'])
const vendorNameWords = wordsSql('v.org_id', ['v.vendor_name'])

function conditions($: PageParams, shape: PageShape): Expression<SqlBool> {
  const { time, direction } = orderOf(shape)
  const eb = expressionBuilder<{ readonly o: Tables['orderSearch'] }, 'o'>()
  const filters = shape.filters.map((name) => raw<boolean>`${eb.ref(`o.${name}`)} = ${$[name]}`)
  const change = shape.isByChange
    ? [raw<boolean>`${eb.ref('o.updatedAt')} >= ${$.updatedSince}`]
    : []
  const place = shape.isFirst
    ? []
    : [
        eb(
          eb.refTuple(time, 'o.id'),
          direction === 'asc' ? '>' : '<',
          eb.tuple($.afterAt, $.afterId),
        ),
      ]
  return eb.and([eb('o.orgId', '=', $.orgId), ...filters, ...change, ...place])
}

/** The creation time never changes, so pages neither repeat nor skip an order. */
function orderOf({ isByChange }: PageShape) {
  return isByChange
    ? ({ time: 'o.updatedAt', direction: 'asc' } as const)
    : ({ time: 'o.createdAt', direction: 'desc' } as const)
}

/** One page of an organization's orders, in the page's order. */
export async function findOrderPage(
  sql: Sql,
  { filter, after, limit }: OrderPage,
): Promise<OrderRecord[]> {
  const page = selectOrderPage({
    filters: FILTER_COLUMNS.filter((name) => filter[name] !== undefined),
    isByChange: filter.updatedSinceMs !== undefined,
    isFirst: after === undefined,
    words: filter.prefixes?.length ?? 0,
  })
  const rows = await sql.rows(page, {
    ...filter,
    updatedSince: dateOf(filter.updatedSinceMs),
    afterAt: dateOf(after?.atMs),
    afterId: after?.id,
    limit,
  })
  return rows.map(toOrder)
}

/** The time of a filter or cursor, as a parameter. */
export function dateOf(ms: number | undefined): Date | undefined {
  return ms === undefined ? undefined : new Date(ms)
}
