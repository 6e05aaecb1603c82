import type { Sql } from '@takeoff/kit/database'
import type { ItemState, ListState } from '../domain/list-state.ts'
import type { MeasureExpression } from '../domain/measure-expression.ts'
import { itemColumns, listColumns, selectColumns } from './list-columns.ts'

type ListRow = Omit<ListState, 'items' | 'soldAt'> & { readonly soldAtMs: number | null }
type ItemRow = Omit<ItemState, 'measure'> & { readonly measure: string }

export interface StateRequest {
  readonly id: number
  readonly orgIds: readonly number[]
  /** Makes writers of one list take turns; only inside a transaction. */
  readonly lock: boolean
}

const selectList = `
  select ${selectColumns('l', listColumns)}, m.version as "measurementVersion",
    o.id as "salesOpportunityId", (extract(epoch from l.sold_at) * 1000)::float8 as "soldAtMs"
  from production_list l
  join job_measurement m on m.id = l.measurement_id
  join sales_opportunity o on o.job_id = l.job_id
  where l.id = $1 and l.org_id = any($2::int[])`

const selectItems = `
  select ${selectColumns('i', itemColumns)}
  from list_item i where i.list_id = $1 order by i.sort_order`

/** A whole list as plain data, or undefined when these organizations have none with this id. */
export async function findListState(
  sql: Sql,
  { id, orgIds, lock }: StateRequest,
): Promise<ListState | undefined> {
  const [row] = await sql.query<ListRow>(`${selectList}${lock ? ' for update of l' : ''}`, [
    id,
    orgIds,
  ])
  if (row === undefined) return undefined

  const { soldAtMs, ...list } = row
  const items = await sql.query<ItemRow>(selectItems, [id])
  return {
    ...list,
    soldAt: soldAtMs === null ? null : new Date(soldAtMs).toISOString(),
    items: items.map((item) => ({
      ...item,
      measure: JSON.parse(item.measure) as MeasureExpression,
    })),
  }
}
