import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import styles from '../../ui/sub-nav.module.css'

/** The parts of the catalog, and what one needs to see each. */
export const CATALOG_PARTS = [
  { name: 'templates', to: '/o/$orgId/catalog/templates', scope: 'templates:read' },
  { name: 'vendors', to: '/o/$orgId/catalog/vendors', scope: 'vendors:read' },
  { name: 'prices', to: '/o/$orgId/catalog/prices', scope: 'prices:read' },
  { name: 'brand', to: '/o/$orgId/catalog/brand', scope: 'brand:read' },
] as const

export function CatalogNav(): ReactNode {
  const messages = useMessages()
  const { orgId, can } = useOrganization()
  return (
    <nav className={styles['nav']} aria-label={messages.nav.catalog}>
      {CATALOG_PARTS.filter(({ scope }) => can(scope)).map(({ name, to }) => (
        <Link
          key={name}
          to={to}
          params={{ orgId: String(orgId) }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {messages.catalog.sections[name]}
        </Link>
      ))}
    </nav>
  )
}
