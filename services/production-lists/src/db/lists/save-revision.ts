import type { Sql } from '@takeoff/kit/postgres/database'
import type { ListDiff } from '../../domain/lists/list-diff.ts'
import type { RevisionAction } from './revision.ts'

export interface NewRevision {
  readonly orgId: number
  readonly listId: number
  /** The list's version after the change. */
  readonly version: number
  readonly userId: number
  readonly action: RevisionAction
  /** From the version before; empty for a created list. */
  readonly diff: ListDiff
  readonly createdAt: Date
}

/** Belongs in the transaction that changes the list. */
export async function insertRevision(sql: Sql, revision: NewRevision): Promise<void> {
  await sql.query(
    `insert into production_list_revision
       (org_id, list_id, version, user_id, action, diff, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      revision.orgId,
      revision.listId,
      revision.version,
      revision.userId,
      revision.action,
      JSON.stringify(revision.diff),
      revision.createdAt,
    ],
  )
}
