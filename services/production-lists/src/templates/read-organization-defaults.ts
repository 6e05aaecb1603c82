import { requireOrganization } from '@takeoff/kit/security/access'
import type { Context } from '../context.ts'
import { findDefaultWasteFactor } from '../db/templates/organization-default-reads.ts'

export interface OrganizationDefaults {
  /** A fraction: 0.1 orders ten per cent more. */
  readonly wasteFactor: number
}

/**
 * The waste factor of an organization's lists where neither the line nor the template has one.
 * @throws ForbiddenError when the organization is not one of the caller's
 */
export async function readOrganizationDefaults(
  { caller, database }: Context,
  orgId: number,
): Promise<OrganizationDefaults> {
  requireOrganization(caller, orgId)
  return { wasteFactor: await findDefaultWasteFactor(database, orgId) }
}
