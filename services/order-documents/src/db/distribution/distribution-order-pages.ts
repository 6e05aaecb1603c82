import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { DistributionOrderState } from '../../domain/distribution/distribution-order.ts'
import { dateOf } from '../orders/order-pages.ts'
import type { OrderPosition } from '../orders/order-pages.ts'
import { statementFor } from '../statements.ts'
import { NEEDS_ATTENTION } from './needs-attention.ts'
import { selectDistributionOrders } from './distribution-order-reads.ts'
import type { DistributionOrderRecord } from './distribution-order-reads.ts'

/** A filter of an organization's distribution orders. */
export interface DistributionOrderFilter {
  readonly orgId: number
  readonly productionListId: number | undefined
  readonly vendorId: number | undefined
  readonly state: DistributionOrderState | undefined
  /** Changed at this time or later; milliseconds since 1970. */
  readonly updatedSinceMs: number | undefined
  readonly needsAttention: true | undefined
}

export interface DistributionOrderPage {
  readonly filter: DistributionOrderFilter
  readonly after: OrderPosition | undefined
  readonly limit: number
}

/** Columns that a filter may fix to one value. */
const FILTER_COLUMNS = ['productionListId', 'vendorId', 'state'] as const

/** The conditions of a page, and its sort order. */
interface PageShape {
  readonly filters: readonly (typeof FILTER_COLUMNS)[number][]
  readonly needsAttention: boolean
  readonly isByChange: boolean
  readonly isFirst: boolean
}

interface PageParams extends DistributionOrderFilter {
  readonly updatedSince: Date | undefined
  readonly afterAt: Date | undefined
  readonly afterId: string | undefined
  readonly limit: number
}

const selectPage = statementFor(
  [
    { filters: FILTER_COLUMNS, needsAttention: true, isByChange: true, isFirst: false },
    { filters: [], needsAttention: false, isByChange: false, isFirst: false },
    { filters: [], needsAttention: false, isByChange: false, isFirst: true },
  ],
  (db, $: Params<PageParams>, { filters, needsAttention, isByChange, isFirst }: PageShape) => {
    // The creation time never changes, so pages neither repeat nor skip an order.
    const [time, direction] = isByChange
      ? (['d.updatedAt', 'asc'] as const)
      : (['d.createdAt', 'desc'] as const)
    return selectDistributionOrders(db)
      .where('d.orgId', '=', $.orgId)
      .where((eb) =>
        eb.and(
          filters.map((name) => {
            const column = eb.ref(name === 'productionListId' ? `o.${name}` : `d.${name}`)
            return raw<boolean>`${column} = ${$[name]}`
          }),
        ),
      )
      .$if(needsAttention, (orders) => orders.where(NEEDS_ATTENTION))
      .$if(isByChange, (orders) =>
        orders.where((eb) => raw<boolean>`${eb.ref('d.updatedAt')} >= ${$.updatedSince}`),
      )
      .$if(!isFirst, (orders) =>
        orders.where((eb) =>
          eb(eb.refTuple(time, 'd.id'), isByChange ? '>' : '<', eb.tuple($.afterAt, $.afterId)),
        ),
      )
      .orderBy(time, direction)
      .orderBy('d.id', direction)
      .limit($.limit)
  },
)

/** One page of an organization's distribution orders, in the page's order. */
export function findDistributionOrderPage(
  sql: Sql,
  { filter, after, limit }: DistributionOrderPage,
): Promise<DistributionOrderRecord[]> {
  const page = selectPage({
    filters: FILTER_COLUMNS.filter((name) => filter[name] !== undefined),
    needsAttention: filter.needsAttention === true,
    isByChange: filter.updatedSinceMs !== undefined,
    isFirst: after === undefined,
  })
  return sql.rows(page, {
    ...filter,
    updatedSince: dateOf(filter.updatedSinceMs),
    afterAt: dateOf(after?.atMs),
    afterId: after?.id,
    limit,
  })
}
