import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/language.tsx'
import { PartsNav } from '../../session/parts-nav.tsx'

/** One of these scopes is needed to see the page about clients. */
export const CLIENTS_SCOPES = ['webhooks:read', 'audit:read'] as const

export const INTEGRATION_PARTS = [
  { name: 'webhooks', to: '/o/$orgId/integrations/webhooks', scopes: ['webhooks:read'] },
  { name: 'audit', to: '/o/$orgId/integrations/audit', scopes: ['audit:read'] },
  { name: 'clients', to: '/o/$orgId/integrations/clients', scopes: CLIENTS_SCOPES },
] as const

export function IntegrationsNav(): ReactNode {
  const { nav, integrations } = useMessages()
  return (
    <PartsNav label={nav.integrations} parts={INTEGRATION_PARTS} names={integrations.sections} />
  )
}
