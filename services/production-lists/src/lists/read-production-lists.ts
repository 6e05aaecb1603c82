import { requireOrganization } from '@takeoff/kit/security/access'
import type { FieldNames } from '@takeoff/kit/graphql/field-names'
import type { Context } from '../context.ts'
import { findNewestList } from '../db/lists/production-list-reads.ts'
import type { ProductionListRow } from '../db/lists/production-list-reads.ts'
import { withItems } from '../db/lists/whole-lists.ts'

/** The fields that are read together with a list, so that both are of the same version. */
export interface WantedParts {
  /** The fields of its items; undefined when the items are not selected. */
  readonly items: FieldNames | undefined
}

/**
 * The newest list of a job; null when there is none for any reason.
 * @throws ForbiddenError when the organization is not one of the caller's
 */
export async function readNewestProductionList(
  { caller, database }: Context,
  { jobId, orgId }: { readonly jobId: number; readonly orgId: number },
  wanted: WantedParts,
): Promise<ProductionListRow | null> {
  requireOrganization(caller, orgId)
  const list = await findNewestList(database, jobId, orgId)
  if (list === undefined) return null
  if (wanted.items === undefined) return list
  const [whole] = await withItems(database, [list], { orgIds: [orgId], fields: wanted.items })
  return whole ?? null
}

/** One list; null when there is none in the caller's organizations. */
export async function readProductionList(
  { loaders }: Context,
  id: number,
  wanted: WantedParts,
): Promise<ProductionListRow | null> {
  return (wanted.items === undefined ? loaders.list : loaders.wholeList(wanted.items)).load(id)
}
