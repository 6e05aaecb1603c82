import { requireOrganization, requireScope } from '@takeoff/kit/auth'
import type { Context } from '../context.ts'
import { findNewestList } from '../db/lists/production-list-reads.ts'
import type { ProductionListRow } from '../db/lists/production-list-reads.ts'
import { withItems } from '../db/lists/whole-lists.ts'

/** What is read together with a list, so that both are of one moment. */
export interface WantedParts {
  readonly items: boolean
}

/**
 * The newest list of a job; null when there is none, whatever the reason.
 * @throws ForbiddenError when the organization is not one of the caller's
 */
export async function readNewestProductionList(
  { caller, database }: Context,
  { jobId, orgId }: { readonly jobId: number; readonly orgId: number },
  wanted: WantedParts,
): Promise<ProductionListRow | null> {
  requireScope(caller, 'lists:read')
  requireOrganization(caller, orgId)
  const list = await findNewestList(database, jobId, orgId)
  if (list === undefined) return null
  return wanted.items ? ((await withItems(database, [list], [orgId]))[0] ?? null) : list
}

/** One list; null when there is none in the caller's organizations. */
export async function readProductionList(
  { caller, loaders }: Context,
  id: number,
  wanted: WantedParts,
): Promise<ProductionListRow | null> {
  requireScope(caller, 'lists:read')
  return wanted.items ? loaders.wholeList.load(id) : loaders.list.load(id)
}
