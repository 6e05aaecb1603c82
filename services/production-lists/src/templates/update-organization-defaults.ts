import { requireOrganization, requireScope } from '@takeoff/kit/security/auth'
import type { Context } from '../context.ts'
import { OrganizationDefault } from '../db/templates/template.ts'
import { numberViolation } from '../domain/input-violation.ts'
import { WASTE_FACTOR_DECIMALS_MAX, WASTE_FACTOR_MAX } from '../domain/limits.ts'
import { requireNoViolation } from '../require-no-violation.ts'
import type { OrganizationDefaults } from './read-organization-defaults.ts'

export interface OrganizationDefaultsRequest extends OrganizationDefaults {
  readonly orgId: number
}

/**
 * Sets the waste factor of an organization's lists where neither the line nor the template has one.
 * @throws ForbiddenError when the organization is not one of the caller's
 * @throws BadUserInputError for a waste factor that is not a fraction
 */
export async function updateOrganizationDefaults(
  { caller, database }: Context,
  { orgId, wasteFactor }: OrganizationDefaultsRequest,
): Promise<OrganizationDefaults> {
  requireScope(caller, 'lists:write')
  requireOrganization(caller, orgId)
  requireNoViolation(
    numberViolation('wasteFactor', wasteFactor, {
      max: WASTE_FACTOR_MAX,
      decimalsMax: WASTE_FACTOR_DECIMALS_MAX,
    }),
  )
  await database.withEntitiesOf([orgId], (entities) =>
    entities.upsert(OrganizationDefault, { orgId, wasteFactor }),
  )
  return { wasteFactor }
}
