import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { ListState } from '../../domain/lists/list-state.ts'
import { statement } from '../statements.ts'
import { itemSelections, listColumns, selectionsOf } from './list-columns.ts'

interface Wanted {
  readonly id: number
  readonly orgIds: readonly number[]
}

export interface StateRequest extends Wanted {
  /** Serializes the writers of one list; only inside a transaction. */
  readonly lock: boolean
}

/**
 * A separate statement: a statement that has waited for the lock sees the current list but an older snapshot of the
 * other tables, in which new measurements of the list can be missing.
 */
const lockList = statement((db, $: Params<Wanted>) =>
  db
    .selectFrom('productionList')
    .where('id', '=', $.id)
    .where((eb) => eb('orgId', '=', eb.fn.any($.orgIds)))
    .forUpdate()
    .select('id'),
)

const selectList = statement((db, $: Params<Wanted>) =>
  db
    .selectFrom('productionList as l')
    .innerJoin('jobMeasurement as m', 'm.id', 'l.measurementId')
    .innerJoin('salesOpportunity as o', 'o.jobId', 'l.jobId')
    .where('l.id', '=', $.id)
    .where((eb) => eb('l.orgId', '=', eb.fn.any($.orgIds)))
    .select(selectionsOf('l', listColumns))
    .select(['l.soldAt', 'm.version as measurementVersion', 'o.id as salesOpportunityId']),
)

const selectItems = statement((db, $: Params<{ readonly listId: number }>) =>
  db
    .selectFrom('listItem as i')
    .where('i.listId', '=', $.listId)
    .orderBy('i.sortOrder')
    .select(itemSelections()),
)

/** A whole list as plain data, or undefined when these organizations have none with this id. */
export async function findListState(
  sql: Sql,
  { id, orgIds, lock }: StateRequest,
): Promise<ListState | undefined> {
  if (lock) await sql.run(lockList, { id, orgIds })
  const list = await sql.row(selectList, { id, orgIds })
  if (list === undefined) return undefined
  const items = await sql.rows(selectItems, { listId: id })
  return { ...list, soldAt: list.soldAt?.toISOString() ?? null, items }
}
