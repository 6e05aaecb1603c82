import { requireOrganization } from '@takeoff/kit/security/access'
import type { Context } from '../context.ts'
import { findBrand } from '../db/brand/brand-reads.ts'
import type { BrandRecord } from '../db/brand/brand-reads.ts'

/**
 * The appearance of an organization's documents.
 * @throws ForbiddenError when the organization is not one of the caller's
 */
export async function readBrand(
  { caller, database }: Context,
  orgId: number,
): Promise<BrandRecord> {
  requireOrganization(caller, orgId)
  return findBrand(database, orgId)
}
