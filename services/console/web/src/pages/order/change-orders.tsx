import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { OrderState } from '../orders/order-state.tsx'
import styles from './change-orders.module.css'
import type { FullOrder } from './order-figures.ts'
import { LineTable } from './order-lines.tsx'

/** What was added to the order, and taken back. */
export function ChangeOrders({ order }: { readonly order: FullOrder }): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const { orgId, can } = useOrganization()
  return order.changeOrders.map((change, index) => (
    <section key={change.id} className={styles['change']}>
      <h3>
        <Link to="/o/$orgId/orders/$orderId" params={{ orgId: String(orgId), orderId: change.id }}>
          {messages.orders.page.changeOrder(index + 1)}
        </Link>
        <span>{format.dateTime(change.createdAt)}</span>
        <OrderState order={change} />
      </h3>
      <LineTable lines={change.orderListItems} hasAmounts={can('prices:read')} />
    </section>
  ))
}
