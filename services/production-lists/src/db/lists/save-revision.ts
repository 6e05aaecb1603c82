import type { Sql } from '@takeoff/kit/postgres/sql'
import type { ListDiff } from '../../domain/lists/list-diff.ts'
import { insertRows } from '../statements.ts'
import type { RevisionAction } from './revision.ts'

export interface NewRevision {
  readonly orgId: number
  readonly listId: number
  /** The list's version after the change. */
  readonly version: number
  readonly userId: number
  readonly action: RevisionAction
  /** From the previous version; empty for a new list. */
  readonly diff: ListDiff
  readonly createdAt: Date
}

/** Must run in the transaction that changes the list. */
export function insertRevision(sql: Sql, revision: NewRevision): Promise<void> {
  return insertRows(sql, 'productionListRevision', [revision])
}
