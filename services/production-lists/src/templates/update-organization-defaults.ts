import { requireOrganization, requireScope } from '@takeoff/kit/auth'
import { BadUserInputError } from '@takeoff/kit/errors'
import type { Context } from '../context.ts'
import { numberFault } from '../domain/input-fault.ts'
import type { OrganizationDefaults } from './read-organization-defaults.ts'

export interface OrganizationDefaultsRequest extends OrganizationDefaults {
  readonly orgId: number
}

/**
 * Sets what an organization's lists take where nothing else says.
 * @throws ForbiddenError when the organization is not one of the caller's
 * @throws BadUserInputError for a waste factor that is no fraction
 */
export async function updateOrganizationDefaults(
  { caller, database }: Context,
  { orgId, wasteFactor }: OrganizationDefaultsRequest,
): Promise<OrganizationDefaults> {
  requireScope(caller, 'lists:write')
  requireOrganization(caller, orgId)
  const fault = numberFault('wasteFactor', wasteFactor, { max: 1, decimalsMax: 5 })
  if (fault !== undefined) throw new BadUserInputError(fault.message, fault.argument)
  await database.query(
    `insert into organization_default (org_id, waste_factor) values ($1, $2)
     on conflict (org_id) do update set waste_factor = excluded.waste_factor`,
    [orgId, wasteFactor],
  )
  return { wasteFactor }
}
