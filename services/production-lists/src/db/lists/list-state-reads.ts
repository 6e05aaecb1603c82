import type { Sql } from '@takeoff/kit/postgres/database'
import type { ItemState, ListState } from '../../domain/lists/list-state.ts'
import type { MeasureExpression } from '../../domain/templates/measure-expression.ts'
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
  if (lock) await lockList(sql, id, orgIds)
  const [row] = await sql.query<ListRow>(selectList, [id, orgIds])
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

/**
 * A statement of its own: one that waits for the lock goes on with the list as it is by then, but with the
 * other tables as they were before, and a list that has new measurements since would join none.
 */
async function lockList(sql: Sql, id: number, orgIds: readonly number[]): Promise<void> {
  await sql.query(
    'select from production_list where id = $1 and org_id = any($2::int[]) for update',
    [id, orgIds],
  )
}
