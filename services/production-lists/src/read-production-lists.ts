import { requireOrganization, requireScope } from '@takeoff/kit/auth'
import type { Context } from './context.ts'
import { findNewestList } from './db/production-list-reads.ts'
import type { ProductionListRow } from './db/production-list-reads.ts'

/**
 * The newest list of a job; null when there is none, whatever the reason.
 * @throws ForbiddenError when the organization is not one of the caller's
 */
export async function readNewestProductionList(
  { caller, database }: Context,
  { jobId, orgId }: { readonly jobId: number; readonly orgId: number },
): Promise<ProductionListRow | null> {
  requireScope(caller, 'lists:read')
  requireOrganization(caller, orgId)
  return (await findNewestList(database, jobId, orgId)) ?? null
}

/** One list; null when there is none in the caller's organizations. */
export async function readProductionList(
  { caller, loaders }: Context,
  id: number,
): Promise<ProductionListRow | null> {
  requireScope(caller, 'lists:read')
  return loaders.list.load(id)
}
