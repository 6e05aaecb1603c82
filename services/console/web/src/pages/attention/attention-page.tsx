import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { PageHead } from '../../ui/page.tsx'
import { StuckDeliveries } from './stuck-deliveries.tsx'
import { StuckOrders } from './stuck-orders.tsx'

/** The orders and deliveries that need a person, with the actions for each. */
export default function AttentionPage(): ReactNode {
  const messages = useMessages()
  const { can } = useOrganization()
  return (
    <>
      <PageHead title={messages.nav.attention}>{messages.attention.lead}</PageHead>
      <div className="stack">
        {can('orders:read') && can('orders:submit') && <StuckOrders />}
        {can('webhooks:read') && <StuckDeliveries />}
      </div>
    </>
  )
}
