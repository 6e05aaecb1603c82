import { requireOrganization } from '@takeoff/kit/security/auth'
import type { Context } from '../context.ts'
import { findBrand } from '../db/brand/brand-reads.ts'
import type { BrandRecord } from '../db/brand/brand-reads.ts'
import { saveBrand } from '../db/brand/save-brand.ts'
import { checkBrand } from '../domain/brand/brand-request.ts'
import type { BrandRequest } from '../domain/brand/brand-request.ts'
import { requireNoViolations } from '../require-no-violations.ts'
import { openLogoFile } from './open-logo-file.ts'

export interface BrandChangeRequest {
  readonly orgId: number
  readonly brand: BrandRequest
}

/**
 * Changes the appearance of an organization's documents from now on; omitted fields stay as they are.
 * @throws ForbiddenError when the organization is not one of the caller's
 * @throws BadUserInputError with all violations of the change
 */
export async function updateBrand(
  { caller, database, renderer, now }: Context,
  { orgId, brand }: BrandChangeRequest,
): Promise<BrandRecord> {
  requireOrganization(caller, orgId)
  const { values, violations } = checkBrand(brand)
  const { logoFile, ...details } = values
  const { logo, violation } = await openLogoFile(renderer, orgId, logoFile)
  requireNoViolations(violation === undefined ? violations : [...violations, violation])

  const given = { ...details, ...(logo !== undefined && { logo }) }
  if (Object.keys(given).length === 0) return findBrand(database, orgId)
  return saveBrand(database, orgId, { details: given, at: now() })
}
