import { requireOrganization, requireScope } from '@takeoff/kit/security/auth'
import type { Caller } from '@takeoff/kit/security/auth'

/** @throws ForbiddenError unless the caller may read the audit log of the organization */
export function requireAuditReader(caller: Caller, orgId: number): void {
  requireScope(caller, 'audit:read')
  requireOrganization(caller, orgId)
}
