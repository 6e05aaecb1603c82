import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/language.tsx'
import { PartsNav } from '../../session/parts-nav.tsx'

export const INTEGRATION_PARTS = [
  { name: 'webhooks', page: 'integrations/webhooks' },
  { name: 'audit', page: 'integrations/audit' },
  { name: 'clients', page: 'integrations/clients' },
] as const

export function IntegrationsNav(): ReactNode {
  const { nav, integrations } = useMessages()
  return (
    <PartsNav label={nav.integrations} parts={INTEGRATION_PARTS} names={integrations.sections} />
  )
}
