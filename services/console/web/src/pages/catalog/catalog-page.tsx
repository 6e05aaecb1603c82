import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOrganization } from '../../session/organization.ts'
import { NoPermission } from '../../ui/states.tsx'
import { CATALOG_PARTS } from './catalog-nav.tsx'

/** Leads to the first part of the catalog that the person may see. */
export default function CatalogPage(): ReactNode {
  const { orgId, can } = useOrganization()
  const part = CATALOG_PARTS.find(({ scope }) => can(scope))
  if (!part) return <NoPermission />
  return <Navigate to={part.to} params={{ orgId: String(orgId) }} replace />
}
