import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { Card } from '../../ui/page.tsx'
import { Loaded, NotFound } from '../../ui/states.tsx'
import { ChangeOrders } from './change-orders.tsx'
import { DeliveryView } from './delivery-view.tsx'
import { DistributionCard } from './distribution-card.tsx'
import { DocumentsCard } from './documents-card.tsx'
import type { FullOrder } from './order-figures.ts'
import { OrderHead } from './order-head.tsx'
import { OrderLines } from './order-lines.tsx'
import styles from './order-page.module.css'
import { useOrder } from './use-order.ts'

/** One order: its lines, delivery and documents, how far it is, and what can be done with it. */
export default function OrderPage(): ReactNode {
  const { orderId } = useParams({ from: '/o/$orgId/orders/$orderId' })
  const messages = useMessages()
  const { orgId } = useOrganization()
  return (
    <Loaded query={useOrder(orderId)}>
      {({ projectManagementOrder: order }) =>
        order?.orgId === orgId ? (
          <OrderView order={order} />
        ) : (
          <NotFound what={messages.orders.unnamed(orderId)} />
        )
      }
    </Loaded>
  )
}

function OrderView({ order }: { readonly order: FullOrder }): ReactNode {
  const messages = useMessages()
  const words = messages.orders
  return (
    <div className="stack">
      <OrderHead order={order} />
      {order.distributionOrder && (
        <DistributionCard
          orderId={order.id}
          order={order.distributionOrder}
          createdAt={order.createdAt}
          provider={order.vendor.provider?.identifier}
        />
      )}
      <div className={styles['columns']}>
        <div className="stack">
          <Card title={words.kinds[order.kind] ?? words.title} isPadded={false}>
            <OrderLines order={order} />
          </Card>
          {order.changeOrders.length > 0 && (
            <Card title={words.page.changeOrders} isPadded={false}>
              <ChangeOrders order={order} />
            </Card>
          )}
          <Card title={words.delivery.title}>
            <DeliveryView delivery={order.delivery} />
          </Card>
        </div>
        <DocumentsCard order={order} />
      </div>
    </div>
  )
}
