import { useId } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useMessages } from '../i18n/language.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { focusIncomplete } from './field.tsx'
import { Problem } from './problem.tsx'

interface FormDialogProps {
  readonly title: string
  readonly size?: 'small' | 'large'
  readonly children: ReactNode
  /** What the button says: the deed itself, not yes. */
  readonly action: string
  readonly kind?: 'primary' | 'danger'
  /** What the button says that closes the dialog and does nothing else. */
  readonly cancel?: string
  readonly isBusy?: boolean
  /** The error of the last submission. It is shown below the fields. */
  readonly error?: unknown
  /** A promise that it returns may reject: `error` says why. */
  readonly onSubmit: () => Promise<void> | void
  readonly onClose: () => void
}

/**
 * A dialog with a form, or with a question before something that cannot be taken back: fields or a text, the error of the last
 * submission, and buttons to submit and to cancel.
 */
export function FormDialog({
  title,
  size,
  children,
  action,
  kind = 'primary',
  cancel,
  isBusy = false,
  error,
  onSubmit,
  onClose,
}: FormDialogProps): ReactNode {
  const messages = useMessages()
  const formId = useId()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (focusIncomplete(event.currentTarget)) return
    Promise.resolve(onSubmit()).catch(() => undefined)
  }
  return (
    <Dialog
      title={title}
      {...(size && { size })}
      isBusy={isBusy}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {cancel ?? messages.actions.cancel}
          </Button>
          <Button kind={kind} type="submit" form={formId} isBusy={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" noValidate onSubmit={submit}>
        {typeof children === 'string' ? <p>{children}</p> : children}
        <Problem error={error} />
      </form>
    </Dialog>
  )
}
