import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { DistributionOrderState } from '../../domain/distribution/distribution-order.ts'
import { paramsOf, placeConditions, shapeOf, sortOf } from '../orders/page-of-orders.ts'
import type { ChangeFilter, PageOf, PageParams, PageShape } from '../orders/page-of-orders.ts'
import { statementFor } from '../statements.ts'
import { NEEDS_ATTENTION } from './needs-attention.ts'
import { selectDistributionOrders } from './distribution-order-reads.ts'
import type { DistributionOrderRecord } from './distribution-order-reads.ts'

/** A filter of an organization's distribution orders. */
export interface DistributionOrderFilter extends ChangeFilter {
  readonly productionListId: number | undefined
  readonly vendorId: number | undefined
  readonly state: DistributionOrderState | undefined
  readonly needsAttention: true | undefined
}

/** Columns that a filter may fix to one value. */
const FILTER_COLUMNS = ['productionListId', 'vendorId', 'state'] as const

interface Shape extends PageShape<(typeof FILTER_COLUMNS)[number]> {
  readonly needsAttention: boolean
}

const selectPage = statementFor(
  [
    { filters: FILTER_COLUMNS, needsAttention: true, isByChange: true, isFirst: false },
    { filters: [], needsAttention: false, isByChange: false, isFirst: false },
    { filters: [], needsAttention: false, isByChange: false, isFirst: true },
  ],
  (db, $: PageParams<DistributionOrderFilter>, shape: Shape) => {
    const { time, direction } = sortOf('d', shape.isByChange)
    return selectDistributionOrders(db)
      .where((eb) =>
        eb.and([
          ...placeConditions('d', $, shape),
          ...shape.filters.map((name) => {
            const column = eb.ref(name === 'productionListId' ? `o.${name}` : `d.${name}`)
            return raw<boolean>`${column} = ${$[name]}`
          }),
        ]),
      )
      .$if(shape.needsAttention, (orders) => orders.where(NEEDS_ATTENTION))
      .orderBy(time, direction)
      .orderBy('d.id', direction)
      .limit($.limit)
  },
)

/** One page of an organization's distribution orders, in the page's order. */
export function findDistributionOrderPage(
  sql: Sql,
  page: PageOf<DistributionOrderFilter>,
): Promise<DistributionOrderRecord[]> {
  const needsAttention = page.filter.needsAttention === true
  const statement = selectPage({ ...shapeOf(FILTER_COLUMNS, page), needsAttention })
  return sql.rows(statement, paramsOf(page))
}
