import { createOnce, resultWithoutAccess } from '@takeoff/kit/postgres/idempotency'
import type { Remember } from '@takeoff/kit/postgres/idempotency'
import { requireNoViolation } from '@takeoff/kit/values/violations'
import type { Context } from '../context.ts'
import { findLists } from '../db/lists/production-list-reads.ts'
import type { ProductionListRow } from '../db/lists/production-list-reads.ts'
import { insertList, withIds } from '../db/lists/save-list.ts'
import { emptyDiff } from '../domain/lists/list-diff.ts'
import { newListViolation } from '../domain/lists/list-request.ts'
import type { NewListRequest } from '../domain/lists/list-request.ts'
import { computeList } from './compute-list.ts'
import { recordVersion } from './record-version.ts'

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
  if (row !== undefined) return row
  throw resultWithoutAccess('production list')
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
    const at = context.now()
    await insertList(sql, list, { userId: context.caller.userId, at })
    await recordVersion(sql, context, { list, action: 'created', diff: emptyDiff, at })
    return list.id
  })
}
