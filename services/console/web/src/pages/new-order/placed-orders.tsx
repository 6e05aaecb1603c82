import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { buttonLook } from '../../ui/button.tsx'
import { fileAddress } from '../order/file-address.ts'
import { OrderState } from '../orders/order-state.tsx'
import styles from './placed-orders.module.css'
import type { PlacedOrder } from './send-orders.ts'

/** The orders that were just placed, each with its document. It takes the focus, so that it is read out. */
export function PlacedOrders({ placed }: { readonly placed: readonly PlacedOrder[] }): ReactNode {
  const messages = useMessages()
  const { orgId } = useOrganization()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus()
    title.current?.scrollIntoView({ block: 'center' })
  }, [placed.length])
  const words = messages.orders
  return (
    <section className={styles['placed']}>
      <h2 ref={title} tabIndex={-1}>
        ✓ {words.new.placed(placed.length)}
      </h2>
      {placed.some(({ document }) => document) && <p>{words.new.placedAdvice}</p>}
      <ul>
        {placed.map(({ order, document }) => (
          <li key={order.id}>
            <span className={styles['name']}>
              <strong>{order.vendor.vendorName}</strong> {words.kinds[order.kind]}{' '}
              <OrderState order={order} />
            </span>
            {document?.pdf && (
              <a
                {...buttonLook('secondary')}
                href={fileAddress(document.pdf.redirectUrl)}
                download={document.pdf.filename}
              >
                {words.documents.downloadPdf}
              </a>
            )}
            <Link
              {...buttonLook('primary')}
              to="/o/$orgId/orders/$orderId"
              params={{ orgId: String(orgId), orderId: order.id }}
            >
              {words.new.openOrder}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
