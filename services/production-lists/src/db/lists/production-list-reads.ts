import type { Kysely } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { prepared } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { ListState } from '../../domain/lists/list-state.ts'
import { statement, statementFor } from '../statements.ts'
import type { OwnIds, Tables } from '../statements.ts'
import { listColumns, selectionsOf } from './list-columns.ts'
import type { ListItemRow } from './list-item-reads.ts'
import {
  orderOf,
  pageShapes,
  paramsOf,
  selectNewest,
  selectPage,
  shapeOf,
} from './production-list-pages.ts'
import type { ListPage, NewestParams, PageParams } from './production-list-pages.ts'

/** The parent of the ProductionList resolvers. */
export interface ProductionListRow extends Omit<
  ListState,
  'items' | 'soldAt' | 'measurementId' | 'removedLineIds'
> {
  readonly jobName: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Null before the job is sold. */
  readonly soldAt: Date | null
  /** Present only when they were read together with the list. */
  readonly items?: readonly ListItemRow[]
}

const {
  measurementId: _measurementId,
  removedLineIds: _removedLineIds,
  ...shownColumns
} = listColumns

function fromLists(db: Kysely<Tables>) {
  return db
    .selectFrom('productionList as l')
    .innerJoin('job as j', 'j.id', 'l.jobId')
    .innerJoin('jobMeasurement as m', 'm.id', 'l.measurementId')
    .innerJoin('salesOpportunity as o', 'o.jobId', 'l.jobId')
    .select(selectionsOf('l', shownColumns))
    .select(['l.createdAt', 'l.updatedAt', 'l.soldAt', 'j.name as jobName'])
    .select(['o.id as salesOpportunityId', 'm.version as measurementVersion'])
}

const selectNewestList = prepared(
  statement((db, $: Params<NewestParams>) =>
    fromLists(db).innerJoin(selectNewest(db, $).as('newest'), 'newest.id', 'l.id'),
  ),
)

const selectListPage = statementFor(pageShapes, (db, $: Params<PageParams>, shape) =>
  fromLists(db)
    .innerJoin(selectPage(db, $, shape).as('page'), 'page.id', 'l.id')
    .orderBy(orderOf(shape)),
)

const selectLists = prepared(
  statement((db, $: Params<OwnIds>) =>
    fromLists(db)
      .where((eb) => eb('l.id', '=', eb.fn.any($.ids)))
      .where((eb) => eb('l.orgId', '=', eb.fn.any($.orgIds))),
  ),
)

/** The newest list of a job in one organization. */
export function findNewestList(
  sql: Sql,
  jobId: number,
  orgId: number,
): Promise<ProductionListRow | undefined> {
  return sql.row(selectNewestList, { jobId, orgId })
}

/** One page of an organization's lists, in the page's order. */
export function findListPage(sql: Sql, page: ListPage): Promise<ProductionListRow[]> {
  return sql.rows(selectListPage(shapeOf(page.filter)), paramsOf(page))
}

/** Lists by id, of these organizations only, unordered. */
export function findLists(
  sql: Sql,
  ids: readonly number[],
  orgIds: readonly number[],
): Promise<ProductionListRow[]> {
  return sql.rows(selectLists, { ids, orgIds })
}
