import type { Envelope } from '@takeoff/contracts/envelope'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { createEvent } from '@takeoff/kit/events/outbox'
import { findListState } from '@takeoff/production-lists/db/lists/list-state-reads'
import { insertList, updateList, withIds } from '@takeoff/production-lists/db/lists/save-list'
import { insertRevision } from '@takeoff/production-lists/db/lists/save-revision'
import { diffableList } from '@takeoff/production-lists/domain/lists/diffable-list'
import { diffLists, emptyDiff } from '@takeoff/production-lists/domain/lists/list-diff'
import type { ListState } from '@takeoff/production-lists/domain/lists/list-state'

/** The author and the initial state of each list. */
export interface ListModel {
  readonly model: ListState
  readonly userId: number
}

/** Writes a new list as the service does; returns its event. */
export async function create(sql: Sql, { model, userId }: ListModel): Promise<Envelope> {
  const list = await withIds(sql, { ...model, id: 0, version: 1, items: [] })
  const at = new Date()
  await insertList(sql, list, { userId, at })
  await insertRevision(sql, {
    ...revisionOf(list, userId, at),
    action: 'created',
    diff: emptyDiff,
  })
  return createEvent({ name: 'production-list.created', ...eventOf(list) })
}

/** Writes a new version of a list as the service does; returns its event. */
export async function update(
  sql: Sql,
  listId: number,
  { model, userId }: ListModel,
): Promise<Envelope> {
  const before = await findListState(sql, { id: listId, orgIds: [model.orgId], lock: true })
  if (before === undefined) throw new Error(`list ${listId} is gone`)
  const after = { ...before, name: 'Updated', version: before.version + 1 }
  const at = new Date()
  await updateList(sql, { before, after, userId, at })
  const diff = diffLists(diffableList(before), diffableList(after))
  await insertRevision(sql, { ...revisionOf(after, userId, at), action: 'updated', diff })
  return createEvent({ name: 'production-list.updated', ...eventOf(after) })
}

function revisionOf({ orgId, id, version }: ListState, userId: number, at: Date) {
  return { orgId, listId: id, version, userId, createdAt: at }
}

function eventOf({ orgId, id, version, salesOpportunityId, jobId }: ListState) {
  return {
    orgId,
    aggregate: { type: 'production-list' as const, id: String(id), sequence: version },
    data: { productionListId: id, salesOpportunityId, jobId },
  }
}
