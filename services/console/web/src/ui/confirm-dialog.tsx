import type { ReactNode } from 'react'
import { useMessages } from '../i18n/language.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { errorText } from './error-text.ts'

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({
  title,
  children,
  action,
  isBusy = false,
  error,
  onConfirm,
  onClose,
}: {
  readonly title: string
  readonly children: ReactNode
  /** What the button says: the deed itself, not yes. */
  readonly action: string
  readonly isBusy?: boolean
  readonly error?: unknown
  readonly onConfirm: () => void
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{messages.actions.cancel}</Button>
          <Button kind="danger" isBusy={isBusy} onClick={onConfirm}>
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

/** What the server refused, beside the form that asked for it. */
export function Problem({ error }: { readonly error: unknown }): ReactNode {
  const messages = useMessages()
  if (error === undefined || error === null) return null
  return (
    <p className="problem" role="alert">
      {errorText(error, messages)}
    </p>
  )
}
