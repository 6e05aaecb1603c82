import type { Transaction } from '@takeoff/kit/postgres/sql'
import { createEvent, insertOutbox } from '@takeoff/kit/events/outbox'
import type { Context } from '../context.ts'
import type { RevisionAction } from '../db/lists/revision.ts'
import { insertRevision } from '../db/lists/save-revision.ts'
import type { ListDiff } from '../domain/lists/list-diff.ts'
import type { ListState } from '../domain/lists/list-state.ts'

interface Version {
  readonly list: ListState
  readonly action: RevisionAction
  /** From the previous version; empty for a new list. */
  readonly diff: ListDiff
  readonly at: Date
}

/** Writes the revision and the event of a list's new version, in the transaction that writes the list. */
export async function recordVersion(
  sql: Transaction,
  { caller: { userId }, traceparent }: Context,
  { list, action, diff, at }: Version,
): Promise<void> {
  const { id: listId, orgId, version, salesOpportunityId, jobId } = list
  await insertRevision(sql, { orgId, listId, version, userId, action, diff, createdAt: at })
  const event = {
    orgId,
    aggregate: { type: 'production-list' as const, id: String(listId), sequence: version },
    data: { productionListId: listId, salesOpportunityId, jobId },
    traceparent,
  }
  await insertOutbox(
    sql,
    action === 'created'
      ? createEvent({ name: 'production-list.created', ...event })
      : createEvent({ name: 'production-list.updated', ...event }),
  )
}
