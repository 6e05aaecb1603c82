import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import { statement } from '../statements.ts'
import type { ListDiff } from '../../domain/lists/list-diff.ts'
import type { RevisionAction } from './revision.ts'

/** Compressed size in the database. It keeps a response with several diffs far below the gateway's limit. */
const DIFF_BYTES_MAX = 500_000
const VERSION_MAX = 2_147_483_647

/** The parent of the ProductionListRevision resolvers. */
export interface RevisionRow {
  readonly orgId: number
  readonly version: number
  readonly userId: number
  readonly action: RevisionAction
  /** From the previous version. */
  readonly diff: ListDiff
  readonly createdAt: Date
}

export interface RevisionRange {
  readonly listId: number
  readonly orgIds: readonly number[]
  /** Only versions below this one. */
  readonly below?: number | undefined
  /** No versions below this one. */
  readonly from?: number | undefined
  /** The maximum number of rows. */
  readonly limit: number
}

const selectRevisions = statement((db, $: Params<Required<RevisionRange>>) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('productionListRevision')
        .where('listId', '=', $.listId)
        .where((of) => of('orgId', '=', of.fn.any($.orgIds)))
        .where('version', '<', $.below)
        .where('version', '>=', $.from)
        .orderBy('version', 'desc')
        .limit($.limit)
        .select(['orgId', 'version', 'userId', 'action', 'diff', 'createdAt'])
        .select(({ fn }) => [
          fn
            .agg<number>('row_number')
            .over((rows) => rows.orderBy('version', 'desc'))
            .as('place'),
          fn
            .sum<number>(fn('pg_column_size', ['diff']))
            .over((rows) => rows.orderBy('version', 'desc'))
            .as('diffBytes'),
        ])
        .as('r'),
    )
    .where((eb) => eb.or([eb('place', '=', 1), eb('diffBytes', '<=', DIFF_BYTES_MAX)]))
    .orderBy('version', 'desc')
    .select(['orgId', 'version', 'userId', 'action', 'diff', 'createdAt']),
)

/**
 * Revisions of a list, newest first, of these organizations only. Large diffs reduce their number below the
 * limit, but never below one.
 */
export function findRevisions(
  sql: Sql,
  { below = VERSION_MAX, from = 1, ...range }: RevisionRange,
): Promise<RevisionRow[]> {
  return sql.rows(selectRevisions, { ...range, below, from })
}

interface Wanted {
  readonly listId: number
  readonly orgIds: readonly number[]
}

const selectFirstVersion = statement((db, $: Params<Wanted>) =>
  db
    .selectFrom('productionListRevision')
    .where('listId', '=', $.listId)
    .where((eb) => eb('orgId', '=', eb.fn.any($.orgIds)))
    .orderBy('version')
    .limit(raw.lit(1))
    .select('version'),
)

/** The oldest version in a list's history, or undefined when these organizations have no such list. */
export async function findFirstVersion(
  sql: Sql,
  listId: number,
  orgIds: readonly number[],
): Promise<number | undefined> {
  return (await sql.row(selectFirstVersion, { listId, orgIds }))?.version
}
