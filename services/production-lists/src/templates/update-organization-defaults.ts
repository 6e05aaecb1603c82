import { changesOf, insertAudit } from '@takeoff/kit/events/audit'
import { requireOrganization } from '@takeoff/kit/security/access'
import { requireNoViolation } from '@takeoff/kit/values/violations'
import type { Context } from '../context.ts'
import { lockOrganizationDefaults } from '../db/templates/organization-default-reads.ts'
import { OrganizationDefault } from '../db/templates/template.ts'
import { numberViolation } from '../domain/input-violation.ts'
import { WASTE_FACTOR } from '../domain/limits.ts'
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
  context: Context,
  { orgId, wasteFactor }: OrganizationDefaultsRequest,
): Promise<OrganizationDefaults> {
  const { caller, database } = context
  requireOrganization(caller, orgId)
  requireNoViolation(numberViolation('wasteFactor', wasteFactor, WASTE_FACTOR))
  await database.transaction(async (sql) => {
    await lockOrganizationDefaults(sql, orgId)
    const entities = sql.entitiesOf([orgId])
    const unmanaged = { disableIdentityMap: true } as const
    const before = await entities.findOne(OrganizationDefault, { orgId }, unmanaged)
    await entities.upsert(OrganizationDefault, { orgId, wasteFactor })
    await insertAudit(sql, context, {
      orgId,
      operation: 'organizationDefaultsUpdate',
      target: { type: 'organization', id: orgId },
      changes: changesOf(before ?? undefined, { wasteFactor }),
    })
  })
  return { wasteFactor }
}
