import { useState } from 'react'
import type { ReactNode } from 'react'
import { useChange, useDocument } from '../../api/use-document.ts'
import {
  DistributionOrderCancelDocument,
  OrderProvidersDocument,
} from '../../generated/operations.ts'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { focusContent } from '../../ui/focus-content.ts'
import { Card } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useAnnounce } from '../../ui/toasts.tsx'
import { CHANGED_BY_ORDERS } from './changed-by-orders.ts'
import styles from './distribution-card.module.css'
import type { FullOrder } from './order-figures.ts'
import { isUnderWay, progressOf } from './order-progress.ts'

type DistributionOrder = NonNullable<FullOrder['distributionOrder']>

/** How far an order is at its supplier; it is read again while it is under way. */
export function DistributionCard({
  order,
  createdAt,
  provider,
}: {
  readonly order: DistributionOrder
  readonly createdAt: string
  /** The identifier of the vendor's provider. */
  readonly provider: string | undefined
}): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const words = messages.orders.distribution
  const { state, confirmationNumber, rawStatus, failure } = order
  const facts = [
    [words.confirmation, confirmationNumber],
    [words.status, rawStatus],
    [state === 'failed' || state === 'cancelled' ? words.failed : words.lastProblem, failure],
  ] as const
  return (
    <Card title={words.title} actions={<CancelAtSupplier order={order} provider={provider} />}>
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
      <dl className={styles['facts']}>
        {facts.map(
          ([label, text]) =>
            text !== null && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
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

function CancelAtSupplier({
  order,
  provider,
}: {
  readonly order: DistributionOrder
  readonly provider: string | undefined
}): ReactNode {
  const messages = useMessages()
  const { can } = useOrganization()
  const [isAsking, setIsAsking] = useState(false)
  const canAsk = can('orders:submit') && isUnderWay(order) && order.cancelRequestedAt === null
  const { data } = useDocument(OrderProvidersDocument, {}, { enabled: canAsk })
  if (!canAsk) return null
  const known = data?.orderProviders.find(({ identifier }) => identifier === provider)
  const words = messages.orders.distribution
  if (known?.canCancel === false && order.state !== 'draft')
    return <p className={styles['note']}>{words.cannotCancel}</p>
  return (
    <>
      <Button kind="danger" onClick={() => setIsAsking(true)}>
        {words.cancel}
      </Button>
      {isAsking && <CancelDialog order={order} onClose={() => setIsAsking(false)} />}
    </>
  )
}

function CancelDialog({
  order,
  onClose,
}: {
  readonly order: DistributionOrder
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  const announce = useAnnounce()
  const cancel = useChange(DistributionOrderCancelDocument, CHANGED_BY_ORDERS)
  const words = messages.orders.distribution
  const submit = async (): Promise<void> => {
    const { data, warnings } = await cancel.mutateAsync({ id: order.id })
    const isCancelled =
      data.projectManagementDistributionOrderCancel?.distributionOrder?.state === 'cancelled'
    const text = isCancelled ? messages.orders.page.cancelled : words.cancelAsked
    announce({ kind: 'done', text })
    for (const text of warnings) announce({ kind: 'warning', text })
    onClose()
    focusContent()
  }
  return (
    <Dialog
      title={words.cancelTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{messages.orders.page.keepOrder}</Button>
          <Button
            kind="danger"
            isBusy={cancel.isPending}
            // The error stands in the dialog.
            onClick={() => void submit().catch(() => undefined)}
          >
            {words.cancel}
          </Button>
        </>
      }
    >
      <p>{order.state === 'draft' ? words.cancelDraft : words.cancelSubmitted}</p>
      <Problem error={cancel.error} />
    </Dialog>
  )
}
