import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { PRODUCTION_LIST_UPDATED } from '@takeoff/contracts/production-list-events'
import { requireScope } from '@takeoff/kit/auth'
import { BadUserInputError, ConflictError, NotFoundError } from '@takeoff/kit/errors'
import { recordEvent } from '@takeoff/kit/outbox'
import { requireVendors } from './require-vendors.ts'
import type { Context } from './context.ts'
import { SalesOpportunity } from './db/job.ts'
import { ListItem, ProductionList } from './db/production-list.ts'
import { findLists } from './db/production-list-reads.ts'
import type { ProductionListRow } from './db/production-list-reads.ts'
import { listChangeFault } from './domain/list-request.ts'
import type { ListChangeRequest } from './domain/list-request.ts'
import { editListItem } from './edit-list-item.ts'
import { totalsOf } from './list-totals-of.ts'

/**
 * Changes a list and its items, all of it or nothing. Without a change there is no new version and no
 * event.
 * @throws NotFoundError for a list outside the caller's reach
 * @throws ConflictError with `currentVersion` when the list is at another version than the caller's
 * @throws BadUserInputError naming the argument at fault
 */
export async function updateProductionList(
  context: Context,
  request: ListChangeRequest,
): Promise<ProductionListRow> {
  const { caller, database, relay } = context
  requireScope(caller, 'lists:write')
  const fault = listChangeFault(request)
  if (fault !== undefined) throw new BadUserInputError(fault.message, fault.argument)
  // Before the transaction: no row stays locked while another service answers.
  await requireVendors(context, request.listItems ?? [])

  const isChanged = await database.em().transactional((em) => changeList(em, context, request))
  if (isChanged) relay.wake()
  const [row] = await findLists(database, [request.id], caller.orgIds)
  if (row === undefined) throw unknownList(request.id)
  return row
}

async function changeList(
  em: EntityManager,
  context: Context,
  request: ListChangeRequest,
): Promise<boolean> {
  const list = await lockList(em, context, request)
  const items = await em.find(ListItem, { list }, { orderBy: { sortOrder: 'asc' } })
  const isRenamed = renameList(list, request)
  const isEdited = editItems(items, request)
  if (!isRenamed && !isEdited) return false

  em.assign(list, {
    ...totalsOf(items, list.totalDiscount, 'listItems'),
    version: list.version + 1,
    updatedAt: context.now(),
  })
  const { id: salesOpportunityId } = await em.findOneOrFail(SalesOpportunity, { job: list.job })
  recordEvent(em, {
    name: PRODUCTION_LIST_UPDATED,
    orgId: list.orgId,
    aggregate: { type: 'production-list', id: String(list.id), sequence: list.version },
    data: { productionListId: list.id, salesOpportunityId, jobId: list.job.id },
    traceparent: context.traceparent,
  })
  return true
}

/** The lock makes writers of one list take turns, so that none loses another's change. */
async function lockList(
  em: EntityManager,
  { caller }: Context,
  { id, version }: ListChangeRequest,
): Promise<ProductionList> {
  const list = await em.findOne(
    ProductionList,
    { id, orgId: { $in: [...caller.orgIds] } },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  if (list === null) throw unknownList(id)
  if (version !== null && version !== undefined && version !== list.version) {
    throw new ConflictError(
      `Production list ${id} is at version ${list.version}, not ${version}. Read it again and repeat the change.`,
      { currentVersion: list.version },
    )
  }
  return list
}

function renameList(list: ProductionList, { name }: ListChangeRequest): boolean {
  if (name === undefined || name === (list.name ?? null)) return false
  list.name = name
  return true
}

function editItems(items: readonly ListItem[], { id, listItems }: ListChangeRequest): boolean {
  const byId = new Map(items.map((item) => [item.id, item]))
  let isEdited = false
  for (const [index, edit] of (listItems ?? []).entries()) {
    const item = byId.get(edit.id)
    if (item === undefined) {
      throw new BadUserInputError(
        `Production list ${id} has no item ${edit.id}.`,
        `listItems[${index}].id`,
      )
    }
    isEdited = editListItem(item, edit) || isEdited
  }
  return isEdited
}

function unknownList(id: number): NotFoundError {
  return new NotFoundError(`There is no production list ${id} in your organizations.`, 'id')
}
