import { useId, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../i18n/language.tsx'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { firstFieldOf, focusContentIfLost, focusDialog } from './focus-content.ts'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons at the end. */
  readonly actions?: ReactNode
  readonly size?: 'small' | 'large'
  /** What was confirmed is under way. The dialog stays open, because closing it would not undo that. */
  readonly isBusy?: boolean
}

/** A modal dialog, shown for as long as it is rendered. Its first field has the focus, as soon as there is one. Escape closes it; the focus returns to where it was, or to the content of the page where that is gone. */
export function Dialog({
  title,
  onClose,
  children,
  actions,
  size = 'small',
  isBusy = false,
}: DialogProps): ReactNode {
  const messages = useMessages()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Closed before it leaves the page: only then the browser returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    open(element)
    const stopWaiting = focusFieldOnceLoaded(element)
    return () => {
      stopWaiting()
      element.close()
      focusContentIfLost()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={[styles['dialog'], size === 'large' && styles['large']].filter(Boolean).join(' ')}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file picker that is cancelled is no wish to close the dialog.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (!isBusy) onClose()
      }}
      // A browser closes it nevertheless when it is asked again, as by a second Escape. What is still to be seen is opened again.
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) open(currentTarget)
      }}
    >
      <header className={styles['head']}>
        <h2 id={titleId}>{title}</h2>
        <Button
          kind="quiet"
          aria-label={messages.actions.close}
          disabled={isBusy}
          onClick={onClose}
        >
          ✕
        </Button>
      </header>
      <div className={styles['body']}>{children}</div>
      {actions !== undefined && <footer className={styles['actions']}>{actions}</footer>}
    </dialog>
  )
}

function open(dialog: HTMLDialogElement): void {
  dialog.showModal()
  focusDialog(dialog)
}

/**
 * A dialog whose contents are still being loaded opens with the focus on the button that closes it. The first field that
 * appears gets the focus then, unless the person has moved it.
 * @returns stops waiting for a field
 */
function focusFieldOnceLoaded(dialog: HTMLDialogElement): () => void {
  const { activeElement: initial } = document
  const observer = new MutationObserver(() => {
    const field = firstFieldOf(dialog)
    if (!field) return
    observer.disconnect()
    if (document.activeElement === initial) field.focus()
  })
  if (!firstFieldOf(dialog)) observer.observe(dialog, { childList: true, subtree: true })
  return () => observer.disconnect()
}
