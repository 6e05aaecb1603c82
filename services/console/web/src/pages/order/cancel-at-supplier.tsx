import type { ReactNode } from 'react'
import { useChange, useDocument } from '../../api/use-document.ts'
import {
  DistributionOrderCancelDocument,
  OrderProvidersDocument,
} from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { focusContent } from '../../ui/focus-content.ts'
import { useRowDialog } from '../../ui/row-dialogs.tsx'
import { useAnnounceDone } from '../../ui/toasts.tsx'
import { CHANGED_BY_ORDERS } from './changed-by-orders.ts'
import styles from './distribution-card.module.css'
import type { FullOrder } from './order-figures.ts'
import { isUnderWay } from './order-progress.ts'

type CancellableOrder = Pick<
  NonNullable<FullOrder['distributionOrder']>,
  'id' | 'state' | 'cancelRequestedAt'
>

/** The button that cancels a distribution order, where its supplier takes cancellations. */
export function CancelAtSupplier({
  order,
  provider,
  label,
}: {
  readonly order: CancellableOrder
  /** The identifier of the vendor's provider. */
  readonly provider: string | undefined
  /** The name of the button where several orders have one. */
  readonly label?: string
}): ReactNode {
  const messages = useMessages()
  const { can } = useOrganization()
  const open = useRowDialog()
  const canAsk = can('orders:submit') && isUnderWay(order) && order.cancelRequestedAt === null
  const { data } = useDocument(OrderProvidersDocument, {}, { enabled: canAsk })
  if (!canAsk) return null
  const known = data?.orderProviders.find(({ identifier }) => identifier === provider)
  const words = messages.orders.distribution
  if (known?.canCancel === false && order.state !== 'draft')
    return <p className={styles['note']}>{words.cannotCancel}</p>
  return (
    <Button
      kind="danger"
      aria-label={label}
      onClick={() => open((close) => <CancelDialog order={order} onClose={close} />)}
    >
      {words.cancel}
    </Button>
  )
}

function CancelDialog({
  order,
  onClose,
}: {
  readonly order: CancellableOrder
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  const announceDone = useAnnounceDone()
  const cancel = useChange(DistributionOrderCancelDocument, CHANGED_BY_ORDERS)
  const words = messages.orders.distribution
  const submit = async (): Promise<void> => {
    const { data, warnings } = await cancel.mutateAsync({ id: order.id })
    const isCancelled =
      data.projectManagementDistributionOrderCancel?.distributionOrder?.state === 'cancelled'
    const text = isCancelled ? messages.orders.page.cancelled : words.cancelAsked
    announceDone(text, warnings)
    onClose()
    focusContent()
  }
  return (
    <ConfirmDialog
      title={words.cancelTitle}
      action={words.cancel}
      cancel={messages.orders.page.keepOrder}
      isBusy={cancel.isPending}
      error={cancel.error}
      onConfirm={submit}
      onClose={onClose}
    >
      {order.state === 'draft' ? words.cancelDraft : words.cancelSubmitted}
    </ConfirmDialog>
  )
}
