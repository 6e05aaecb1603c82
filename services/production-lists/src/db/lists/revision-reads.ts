import type { Sql } from '@takeoff/kit/postgres/database'
import type { ListDiff } from '../../domain/lists/list-diff.ts'
import type { RevisionAction } from './revision.ts'

/** As PostgreSQL keeps them, compressed: an answer of several diffs stays far below the gateway's limit. */
const DIFF_BYTES_MAX = 500_000

/** A row of this is the parent of the ProductionListRevision resolvers. */
export interface RevisionRow {
  readonly version: number
  readonly userId: number
  readonly action: RevisionAction
  /** From the version before. */
  readonly diff: ListDiff
  /** Milliseconds since 1970. */
  readonly createdAtMs: number
}

export interface RevisionRange {
  readonly listId: number
  readonly orgIds: readonly number[]
  /** Only versions below this one. */
  readonly below?: number | undefined
  /** No versions below this one. */
  readonly from?: number | undefined
  /** Most rows. */
  readonly limit: number
}

/**
 * Revisions of a list, newest first, of these organizations only. There may be fewer than the limit when
 * their diffs are large, but at least one when there is any.
 */
export function findRevisions(
  sql: Sql,
  { listId, orgIds, below, from, limit }: RevisionRange,
): Promise<RevisionRow[]> {
  return sql.query<RevisionRow>(
    `select version, user_id as "userId", action, diff,
       (extract(epoch from created_at) * 1000)::float8 as "createdAtMs"
     from (
       select *, row_number() over newest as place,
         sum(pg_column_size(diff)) over newest as diff_bytes
       from production_list_revision
       where list_id = $1 and org_id = any($2::int[])
         and ($3::int is null or version < $3) and ($4::int is null or version >= $4)
       window newest as (order by version desc)
       order by version desc
       limit $5
     ) r
     where place = 1 or diff_bytes <= $6
     order by version desc`,
    [listId, orgIds, below ?? null, from ?? null, limit, DIFF_BYTES_MAX],
  )
}

/** The oldest version in a list's history, or undefined when these organizations have no such list. */
export async function findFirstVersion(
  sql: Sql,
  listId: number,
  orgIds: readonly number[],
): Promise<number | undefined> {
  const [row] = await sql.query<{ readonly version: number }>(
    `select version from production_list_revision
     where list_id = $1 and org_id = any($2::int[]) order by version limit 1`,
    [listId, orgIds],
  )
  return row?.version
}
