import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOrganization } from '../../session/organization.ts'
import { NoPermission } from '../../ui/states.tsx'
import { INTEGRATION_PARTS } from './integrations-nav.tsx'

/** Leads to the first part of the integrations that the person may see. */
export default function IntegrationsPage(): ReactNode {
  const { orgId, can } = useOrganization()
  const part = INTEGRATION_PARTS.find(({ scopes }) => scopes.some((scope) => can(scope)))
  if (!part) return <NoPermission />
  return <Navigate to={part.to} params={{ orgId: String(orgId) }} replace />
}
