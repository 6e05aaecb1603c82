import { useState } from 'react'
import type { ReactNode } from 'react'
import { useChange } from '../../api/use-document.ts'
import { OrderCancelDocument } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useAnnounceDone } from '../../ui/toasts.tsx'
import { CHANGED_BY_ORDERS } from './changed-by-orders.ts'

const REASON_LENGTH_MAX = 500

/** Asks before an order is cancelled, and why. */
export default function CancelOrderDialog({
  id,
  onClose,
}: {
  readonly id: string
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  const announceDone = useAnnounceDone()
  const [reason, setReason] = useState('')
  const cancel = useChange(OrderCancelDocument, CHANGED_BY_ORDERS)
  const words = messages.orders.page
  const submit = async (): Promise<void> => {
    const { warnings } = await cancel.mutateAsync({
      id,
      ...(reason.trim() !== '' && { reason: reason.trim() }),
    })
    announceDone(words.cancelled, warnings)
    onClose()
  }
  return (
    <FormDialog
      title={words.cancelTitle}
      action={words.cancelConfirm}
      kind="danger"
      cancel={words.keepOrder}
      isBusy={cancel.isPending}
      error={cancel.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{words.cancelAdvice}</p>
      <TextField
        label={words.cancelReason}
        hint={words.cancelReasonHint}
        value={reason}
        maxLength={REASON_LENGTH_MAX}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
