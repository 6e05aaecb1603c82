import type { ReactNode } from 'react'
import { useChange, useDocument } from '../../api/use-document.ts'
import {
  DistributionOrderCancelDocument,
  OrderProvidersDocument,
} from '../../generated/operations.ts'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useRowDialog } from '../../ui/row-dialogs.tsx'
import { useAnnounceDone } from '../../ui/toasts.tsx'
import { CHANGED_BY_ORDERS } from './changed-by-orders.ts'
import styles from './distribution-card.module.css'
import type { FullOrder } from './order-figures.ts'
import { isUnderWay } from './order-progress.ts'
import { useOrder } from './use-order.ts'

type CancellableOrder = Pick<
  NonNullable<FullOrder['distributionOrder']>,
  'id' | 'state' | 'cancelRequestedAt'
>

interface CancelProps {
  /** Of the order that was sent as a distribution order. */
  readonly orderId: string
  readonly order: CancellableOrder
  /** The identifier of the vendor's provider. */
  readonly provider: string | undefined
}

/** The button that cancels a distribution order, where its supplier takes cancellations. */
export function CancelAtSupplier({
  label,
  ...props
}: CancelProps & {
  /** The name of the button where several orders have one. */
  readonly label?: string
}): ReactNode {
  const { order, provider } = props
  const messages = useMessages()
  const { can } = useOrganization()
  const open = useRowDialog()
  const canAsk = can('orders:submit') && isUnderWay(order) && order.cancelRequestedAt === null
  const canCancel = useCanCancel(provider, canAsk)
  if (!canAsk) return null
  const words = messages.orders.distribution
  if (!canCancel && order.state !== 'draft')
    return <p className={styles['note']}>{words.cannotCancel}</p>
  return (
    <Button
      kind="danger"
      aria-label={label}
      onClick={() => open((close) => <CancelDialog {...props} onClose={close} />)}
    >
      {words.cancel}
    </Button>
  )
}

/** Whether a supplier accepts cancellations of orders that it has received; true until that is known. */
function useCanCancel(provider: string | undefined, enabled = true): boolean {
  const { data } = useDocument(OrderProvidersDocument, {}, { enabled })
  const known = data?.orderProviders.find(({ identifier }) => identifier === provider)
  return known?.canCancel !== false
}

/** Asks before an order is cancelled, by its state of now: it may be sent or delivered while the dialog is open. */
function CancelDialog({
  orderId,
  order: shown,
  provider,
  onClose,
}: CancelProps & { readonly onClose: () => void }): ReactNode {
  const messages = useMessages()
  const announceDone = useAnnounceDone()
  const { data, isFetchedAfterMount } = useOrder(orderId)
  // What was cached before may be older than what was shown beside the button.
  const known = isFetchedAfterMount ? data?.projectManagementOrder?.distributionOrder : undefined
  const order = known ?? shown
  const obstacle = useObstacle(order, provider)
  const cancel = useChange(DistributionOrderCancelDocument, CHANGED_BY_ORDERS)
  const words = messages.orders.distribution
  const submit = async (): Promise<void> => {
    const { data, warnings } = await cancel.mutateAsync({ id: order.id })
    const isCancelled =
      data.projectManagementDistributionOrderCancel?.distributionOrder?.state === 'cancelled'
    const text = isCancelled ? messages.orders.page.cancelled : words.cancelAsked
    announceDone(text, warnings)
    onClose()
  }
  // Its own cancellation is shown by the page.
  if (obstacle !== undefined && !cancel.isPending && !cancel.isSuccess)
    return (
      <Dialog
        title={words.cancelTitle}
        onClose={onClose}
        actions={<Button onClick={onClose}>{messages.actions.close}</Button>}
      >
        <p role="status">{obstacle}</p>
      </Dialog>
    )
  return (
    <FormDialog
      title={words.cancelTitle}
      action={words.cancel}
      kind="danger"
      cancel={messages.orders.page.keepOrder}
      isBusy={cancel.isPending}
      error={cancel.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {order.state === 'draft' ? words.cancelDraft : words.cancelSubmitted}
    </FormDialog>
  )
}

/** Why an order cannot be cancelled now. */
function useObstacle(order: CancellableOrder, provider: string | undefined): string | undefined {
  const messages = useMessages()
  const format = useFormat()
  const canCancel = useCanCancel(provider)
  const words = messages.orders.distribution
  const { state, cancelRequestedAt } = order
  if (!isUnderWay(order)) return words.now(messages.orders.states[state] ?? state)
  if (cancelRequestedAt !== null) return words.cancelRequested(format.dateTime(cancelRequestedAt))
  return canCancel || state === 'draft' ? undefined : words.cannotCancel
}
