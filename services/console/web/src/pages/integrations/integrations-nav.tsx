import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import styles from '../../ui/sub-nav.module.css'

/** The parts of the integrations, and what one needs to see each. */
export const INTEGRATION_PARTS = [
  { name: 'webhooks', to: '/o/$orgId/integrations/webhooks', scopes: ['webhooks:read'] },
  { name: 'audit', to: '/o/$orgId/integrations/audit', scopes: ['audit:read'] },
  {
    name: 'clients',
    to: '/o/$orgId/integrations/clients',
    scopes: ['webhooks:read', 'audit:read'],
  },
] as const

export function IntegrationsNav(): ReactNode {
  const messages = useMessages()
  const { orgId, can } = useOrganization()
  return (
    <nav className={styles['nav']} aria-label={messages.nav.integrations}>
      {INTEGRATION_PARTS.filter(({ scopes }) => scopes.some((scope) => can(scope))).map(
        ({ name, to }) => (
          <Link
            key={name}
            to={to}
            params={{ orgId: String(orgId) }}
            activeProps={{ 'aria-current': 'page' }}
          >
            {messages.integrations.sections[name]}
          </Link>
        ),
      )}
    </nav>
  )
}
