import type { ReactNode } from 'react'
import { useMessages } from '../i18n/language.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Problem } from './problem.tsx'

/** Asks before something that cannot be taken back, or that has no fields to fill in. */
export function ConfirmDialog({
  title,
  children,
  action,
  kind = 'danger',
  cancel,
  isBusy = false,
  error,
  onConfirm,
  onClose,
}: {
  readonly title: string
  readonly children: ReactNode
  /** What the button says: the deed itself, not yes. */
  readonly action: string
  readonly kind?: 'primary' | 'danger'
  /** What the button says that closes the dialog and does nothing else. */
  readonly cancel?: string
  readonly isBusy?: boolean
  readonly error?: unknown
  readonly onConfirm: () => void
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  return (
    <Dialog
      title={title}
      isBusy={isBusy}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {cancel ?? messages.actions.cancel}
          </Button>
          <Button kind={kind} isBusy={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <p>{children}</p>
      <Problem error={error} />
    </Dialog>
  )
}
