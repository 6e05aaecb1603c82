import type { Transaction } from '@takeoff/kit/postgres/sql'
import { NotFoundError } from '@takeoff/kit/values/errors'
import { createOnce } from '@takeoff/kit/postgres/idempotency'
import type { Remember } from '@takeoff/kit/postgres/idempotency'
import { createEvent, insertOutbox } from '@takeoff/kit/events/outbox'
import { requireNoViolation } from '@takeoff/kit/values/violations'
import type { Context } from '../context.ts'
import { findLists } from '../db/lists/production-list-reads.ts'
import type { ProductionListRow } from '../db/lists/production-list-reads.ts'
import { insertList, withIds } from '../db/lists/save-list.ts'
import { insertRevision } from '../db/lists/save-revision.ts'
import { emptyDiff } from '../domain/lists/list-diff.ts'
import { newListViolation } from '../domain/lists/list-request.ts'
import type { NewListRequest } from '../domain/lists/list-request.ts'
import type { ListState } from '../domain/lists/list-state.ts'
import { computeList } from './compute-list.ts'

/**
 * Computes a list from a job's newest measurements and the chosen templates.
 * @throws NotFoundError for a job or templates outside the caller's organizations
 * @throws BadUserInputError naming the invalid argument
 */
export async function createProductionList(
  context: Context,
  request: NewListRequest,
): Promise<ProductionListRow> {
  const { caller, database } = context
  requireNoViolation(newListViolation(request))

  const args = { ...request, name: request.name ?? null }
  const id = await createOnce(context, 'projectManagementProductionListCreate', args, (remember) =>
    createList(context, request, remember),
  )
  const [row] = await findLists(database, [Number(id)], caller.orgIds)
  if (row === undefined) throw new NotFoundError(`Production list ${id} is gone.`)
  return row
}

/** @returns the new list's id */
async function createList(
  context: Context,
  request: NewListRequest,
  remember: Remember,
): Promise<number> {
  const { database } = context
  const { list: computed } = await computeList(context, request)

  return database.transaction(async (sql) => {
    const list = await withIds(sql, computed)
    await remember(sql, String(list.id))
    await saveNewList(sql, context, list)
    return list.id
  })
}

async function saveNewList(sql: Transaction, context: Context, list: ListState): Promise<void> {
  const { orgId, version, salesOpportunityId, jobId } = list
  const { userId } = context.caller
  const at = context.now()
  await insertList(sql, list, { userId, at })
  await insertRevision(sql, {
    orgId,
    listId: list.id,
    version,
    userId,
    action: 'created',
    diff: emptyDiff,
    createdAt: at,
  })
  const event = createEvent({
    name: 'production-list.created',
    orgId,
    aggregate: { type: 'production-list', id: String(list.id), sequence: version },
    data: { productionListId: list.id, salesOpportunityId, jobId },
    traceparent: context.traceparent,
  })
  await insertOutbox(sql, event)
}
