import { requireOrganization } from '@takeoff/kit/security/access'
import type { FieldNames } from '@takeoff/kit/graphql/field-names'
import type { Context } from '../context.ts'
import { findNewestList } from '../db/lists/production-list-reads.ts'
import type { ProductionListRow } from '../db/lists/production-list-reads.ts'
import { withItems } from '../db/lists/whole-lists.ts'

/**
 * The newest list of a job; null when there is none for any reason.
 * @param fields those of its items, read with the list so that both are of the same version; undefined for none
 * @throws ForbiddenError when the organization is not one of the caller's
 */
export async function readNewestProductionList(
  { caller, database }: Context,
  { jobId, orgId }: { readonly jobId: number; readonly orgId: number },
  fields: FieldNames | undefined,
): Promise<ProductionListRow | null> {
  requireOrganization(caller, orgId)
  const list = await findNewestList(database, jobId, orgId)
  if (list === undefined) return null
  if (fields === undefined) return list
  const [whole] = await withItems(database, [list], { orgIds: [orgId], fields })
  return whole ?? null
}
