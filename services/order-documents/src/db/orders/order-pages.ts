import { sql as raw } from 'kysely'
import type { Kysely } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/database'
import type { Params } from '@takeoff/kit/postgres/statement'
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
    { filters: FILTER_COLUMNS, isByChange: true, isFirst: false },
    { filters: [], isByChange: false, isFirst: false },
    { filters: [], isByChange: false, isFirst: true },
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

/** The ids of one page, read in page order from the index of the narrowest filter. */
function pageIds(db: Kysely<Tables>, $: PageParams, shape: PageShape) {
  const { time, direction } = orderOf(shape)
  return db
    .selectFrom('order as o')
    .where('o.orgId', '=', $.orgId)
    .where((eb) =>
      eb.and(shape.filters.map((name) => raw<boolean>`${eb.ref(`o.${name}`)} = ${$[name]}`)),
    )
    .$if(shape.isByChange, (orders) =>
      orders.where(raw<boolean>`${raw.ref('o.updatedAt')} >= ${$.updatedSince}`),
    )
    .$if(!shape.isFirst, (orders) =>
      orders.where((eb) =>
        eb(
          eb.refTuple(time, 'o.id'),
          direction === 'asc' ? '>' : '<',
          eb.tuple($.afterAt, $.afterId),
        ),
      ),
    )
    .orderBy(time, direction)
    .orderBy('o.id', direction)
    .limit($.limit)
    .select('o.id')
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
