import type { ReactNode } from 'react'
import { useMessages } from '../i18n/language.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import type { FormDialogProps } from './form-dialog.tsx'
import { Problem } from './problem.tsx'

type ConfirmDialogProps = Omit<FormDialogProps, 'size' | 'onSubmit'> & {
  /** A promise that it returns may reject: `error` says why. */
  readonly onConfirm: () => Promise<void> | void
}

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
}: ConfirmDialogProps): ReactNode {
  const messages = useMessages()
  const confirm = (): void => {
    Promise.resolve(onConfirm()).catch(() => undefined)
  }
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
          <Button kind={kind} isBusy={isBusy} onClick={confirm}>
            {action}
          </Button>
        </>
      }
    >
      {typeof children === 'string' ? <p>{children}</p> : children}
      <Problem error={error} />
    </Dialog>
  )
}
