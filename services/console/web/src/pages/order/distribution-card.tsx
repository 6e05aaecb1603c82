import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Card } from '../../ui/page.tsx'
import { CancelAtSupplier } from './cancel-at-supplier.tsx'
import styles from './distribution-card.module.css'
import type { FullOrder } from './order-figures.ts'
import { isUnderWay, progressOf } from './order-progress.ts'

type DistributionOrder = NonNullable<FullOrder['distributionOrder']>

/** How far an order is at its supplier; it is read again while it is under way. */
export function DistributionCard({
  orderId,
  order,
  createdAt,
  provider,
}: {
  readonly orderId: string
  readonly order: DistributionOrder
  readonly createdAt: string
  /** The identifier of the vendor's provider. */
  readonly provider: string | undefined
}): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const words = messages.orders.distribution
  const { state, confirmationNumber, status, rawStatus, failure } = order
  const facts = [
    [words.confirmation, confirmationNumber],
    [words.status, statusText(status === null ? undefined : words.statuses[status], rawStatus)],
    [state === 'failed' || state === 'cancelled' ? words.failed : words.lastProblem, failure],
  ] as const
  return (
    <Card
      title={words.title}
      actions={<CancelAtSupplier orderId={orderId} order={order} provider={provider} />}
    >
      <ol className={styles['steps']}>
        {progressOf(order, createdAt).map(({ name, status, at }) => (
          <li
            key={name}
            className={`${styles['step']} ${styles[name === 'failed' ? 'failed' : status]}`}
            aria-current={status === 'current' ? 'step' : undefined}
          >
            <strong>{words.steps[name] ?? name}</strong>
            <span className="visually-hidden">, {words.stepStatus[status]}</span>
            {at !== undefined && <time dateTime={at}>{format.dateTime(at)}</time>}
          </li>
        ))}
      </ol>
      <Facts className={styles['facts']} rows={facts} />
      {order.cancelRequestedAt !== null && (
        <p className={styles['note']}>
          {words.cancelRequested(format.dateTime(order.cancelRequestedAt))}
        </p>
      )}
      {isUnderWay(order) && <p className={styles['note']}>{words.watching}</p>}
      <p className="visually-hidden" role="status">
        {words.now(messages.orders.states[state] ?? state)}
      </p>
    </Card>
  )
}

/** What a status means, and the supplier's word for it, which its branch knows. */
function statusText(meaning: string | undefined, rawStatus: string | null): string | null {
  return meaning === undefined || meaning === rawStatus ? rawStatus : `${meaning} (${rawStatus})`
}
