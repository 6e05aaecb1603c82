import { changesOf, insertAudit } from '@takeoff/kit/events/audit'
import { requireOrganization } from '@takeoff/kit/security/access'
import { violationsError } from '@takeoff/kit/values/violations'
import type { Context } from '../context.ts'
import { findBrand, lockBrand } from '../db/brand/brand-reads.ts'
import type { BrandRecord } from '../db/brand/brand-reads.ts'
import { saveBrand } from '../db/brand/save-brand.ts'
import { checkBrand } from '../domain/brand/brand-request.ts'
import type { BrandRequest } from '../domain/brand/brand-request.ts'
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
  context: Context,
  { orgId, brand }: BrandChangeRequest,
): Promise<BrandRecord> {
  const { caller, database, renderer, now } = context
  requireOrganization(caller, orgId)
  const { values, violations } = checkBrand(brand)
  const { logoFile, ...details } = values
  const { logo, violation } = await openLogoFile(renderer, orgId, logoFile)
  const all = violation === undefined ? violations : [...violations, violation]
  if (all.length > 0) throw violationsError(all)

  const given = { ...details, ...(logo !== undefined && { logo }) }
  if (Object.keys(given).length === 0) return findBrand(database, orgId)
  return database.transaction(async (sql) => {
    await lockBrand(sql, orgId)
    const before = await findBrand(sql, orgId)
    const after = await saveBrand(sql, orgId, { details: given, at: now() })
    await insertAudit(sql, context, {
      orgId,
      operation: 'organizationBrandUpdate',
      target: { type: 'brand', id: orgId },
      changes: changesOf(audited(before), audited(after)),
    })
    return after
  })
}

function audited({ orgId: _orgId, updatedAt: _updatedAt, ...brand }: BrandRecord) {
  return brand
}
