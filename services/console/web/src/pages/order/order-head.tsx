import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { PageHead } from '../../ui/page.tsx'
import { OrderState } from '../orders/order-state.tsx'
import { OrderActions } from './order-actions.tsx'
import type { FullOrder } from './order-figures.ts'
import styles from './order-page.module.css'

/** From whom the order is, its state and numbers, and to what it belongs. */
export function OrderHead({ order }: { readonly order: FullOrder }): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const { orgId } = useOrganization()
  const { vendor, productionList: list, purchaseOrderNumber, externalIdentifier } = order
  const words = messages.orders.page
  const org = String(orgId)
  const contact = [vendor.contactName, vendor.phone, vendor.email].filter((text) => text !== null)
  return (
    <>
      <PageHead
        title={vendor.vendorName}
        above={
          <Link to="/o/$orgId/orders" params={{ orgId: org }}>
            {messages.orders.title}
          </Link>
        }
        actions={<OrderActions order={order} />}
      >
        <OrderState order={order} />
        {purchaseOrderNumber !== null && <span>{words.number(purchaseOrderNumber)}</span>}
        {externalIdentifier !== null && <span>{externalIdentifier}</span>}
        <span>{format.dateTime(order.createdAt)}</span>
        <Link to="/o/$orgId/jobs/$jobId" params={{ orgId: org, jobId: String(order.jobId) }}>
          {list?.salesOpportunity.job.name ?? messages.jobs.unnamed(order.jobId)}
        </Link>
        <Link
          to="/o/$orgId/lists/$listId"
          params={{ orgId: org, listId: String(order.productionListId) }}
        >
          {list?.name ?? messages.list.unnamed(order.productionListId)}
        </Link>
        {vendor.accountNumber !== null && <span>{words.account(vendor.accountNumber)}</span>}
        {contact.length > 0 && <span>{contact.join(' · ')}</span>}
        {vendor.addressLines.length > 0 && (
          <address className={styles['address']}>{vendor.addressLines.join(', ')}</address>
        )}
      </PageHead>
      <Related order={order} />
    </>
  )
}

/** Why the order counts no more, and the orders that it belongs to. */
function Related({ order }: { readonly order: FullOrder }): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const { orgId } = useOrganization()
  const words = messages.orders.page
  const others = [
    { text: words.replacedBy, other: order.replacedBy },
    { text: words.replaces, other: order.replaces },
    { text: words.changes, other: order.changes },
  ]
  return (
    <>
      {order.cancelledAt !== null && order.distributionOrder === null && (
        <p className="notice">
          {words.cancelledAt(format.dateTime(order.cancelledAt))} {order.cancelReason}
        </p>
      )}
      {others.map(
        ({ text, other }) =>
          other && (
            <p key={text} className={styles['notice']}>
              {text}
              <Link
                to="/o/$orgId/orders/$orderId"
                params={{ orgId: String(orgId), orderId: other.id }}
              >
                {words.openOther}
              </Link>
            </p>
          ),
      )}
    </>
  )
}
