import { prepared } from '@takeoff/kit/postgres/database'
import type { Sql } from '@takeoff/kit/postgres/database'
import type { ListState } from '../../domain/lists/list-state.ts'
import { listColumns, selectColumns } from './list-columns.ts'
import type { ListItemRow } from './list-item-reads.ts'
import { orderOf, SELECT_NEWEST, selectPage } from './production-list-pages.ts'
import type { ListPage } from './production-list-pages.ts'

/** A row of this is the parent of the ProductionList resolvers. */
export interface ProductionListRow extends Omit<
  ListState,
  'items' | 'soldAt' | 'measurementId' | 'removedLineIds'
> {
  readonly jobName: string | null
  /** Milliseconds since 1970. */
  readonly createdAtMs: number
  /** Milliseconds since 1970. */
  readonly updatedAtMs: number
  /** Null before the job is sold. */
  readonly soldAtMs: number | null
  /** Only where they were read together with the list. */
  readonly items?: readonly ListItemRow[]
}

const {
  measurementId: _measurementId,
  removedLineIds: _removedLineIds,
  ...shownColumns
} = listColumns

const selectList = `
  select ${selectColumns('l', shownColumns)},
    j.name as "jobName", o.id as "salesOpportunityId", m.version as "measurementVersion",
    (extract(epoch from l.created_at) * 1000)::float8 as "createdAtMs",
    (extract(epoch from l.updated_at) * 1000)::float8 as "updatedAtMs",
    (extract(epoch from l.sold_at) * 1000)::float8 as "soldAtMs"
  from production_list l
  join job j on j.id = l.job_id
  join job_measurement m on m.id = l.measurement_id
  join sales_opportunity o on o.job_id = l.job_id`

const selectNewestList = prepared(
  `${selectList} join (${SELECT_NEWEST}) newest on newest.id = l.id`,
)

const selectLists = prepared(
  `${selectList} where l.id = any($1::int[]) and l.org_id = any($2::int[])`,
)

/** The newest list of a job in one organization. */
export async function findNewestList(
  sql: Sql,
  jobId: number,
  orgId: number,
): Promise<ProductionListRow | undefined> {
  const [row] = await sql.query<ProductionListRow>(selectNewestList, [jobId, orgId])
  return row
}

/** One page of an organization's lists, in the page's order. */
export function findListPage(sql: Sql, listPage: ListPage): Promise<ProductionListRow[]> {
  const page = selectPage(listPage)
  return sql.query<ProductionListRow>(
    `${selectList} join (${page.text}) page on page.id = l.id order by ${orderOf(listPage.filter)}`,
    page.params,
  )
}

/** Lists by id, of these organizations only, in no order. */
export function findLists(
  sql: Sql,
  ids: readonly number[],
  orgIds: readonly number[],
): Promise<ProductionListRow[]> {
  return sql.query<ProductionListRow>(selectLists, [ids, orgIds])
}
