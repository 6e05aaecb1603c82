import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useChange } from '../../api/use-document.ts'
import { OrderCancelDocument } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { focusContent } from '../../ui/focus-content.ts'
import { useAnnounce } from '../../ui/toasts.tsx'
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
  const announce = useAnnounce()
  const [reason, setReason] = useState('')
  const cancel = useChange(OrderCancelDocument, CHANGED_BY_ORDERS)
  const words = messages.orders.page
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const { warnings } = await cancel.mutateAsync({
      id,
      ...(reason.trim() !== '' && { reason: reason.trim() }),
    })
    announce({ kind: 'done', text: words.cancelled })
    for (const text of warnings) announce({ kind: 'warning', text })
    onClose()
    focusContent()
  }
  return (
    <Dialog title={words.cancelTitle} onClose={onClose}>
      {/* The error stands below the field. */}
      <form className="stack" onSubmit={(event) => void submit(event).catch(() => undefined)}>
        <p>{words.cancelAdvice}</p>
        <TextField
          label={words.cancelReason}
          hint={words.cancelReasonHint}
          value={reason}
          maxLength={REASON_LENGTH_MAX}
          onChange={(event) => setReason(event.target.value)}
        />
        <Problem error={cancel.error} />
        <div className="row end">
          <Button onClick={onClose}>{words.keepOrder}</Button>
          <Button kind="danger" type="submit" isBusy={cancel.isPending}>
            {words.cancelConfirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
