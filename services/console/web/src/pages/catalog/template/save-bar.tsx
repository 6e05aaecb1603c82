import { useState } from 'react'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { errorText } from '../../../ui/error-text.ts'
import styles from '../../../ui/save-bar.module.css'
import { StickyBar } from '../../../ui/sticky-bar.tsx'
import { useSaveShortcuts } from '../../../ui/use-save-shortcuts.ts'
import { countViolations } from './template-violations.ts'
import type { TemplateViolations } from './template-violations.ts'

interface SaveBarProps {
  readonly violations: TemplateViolations
  readonly isSaving: boolean
  readonly error: unknown
  readonly restoredAt: string | undefined
  readonly onSave: () => void
  readonly onDiscard: () => void
}

/** Says that there are unsaved changes and what is wrong with them, and saves or discards them. Ctrl S saves, too. */
export function SaveBar(props: SaveBarProps): ReactNode {
  const { violations, isSaving, error, restoredAt, onSave, onDiscard } = props
  const messages = useMessages()
  const format = useFormat()
  const words = messages.catalog.templates
  const [isAsking, setIsAsking] = useState(false)
  useSaveShortcuts(onSave)
  const count = countViolations(violations)
  return (
    <StickyBar label={words.unsaved}>
      <div className={styles['text']} role="status">
        <strong>{words.unsaved}</strong>
        {restoredAt !== undefined && <span>{words.restored(format.dateTime(restoredAt))}</span>}
        {count > 0 && <span className={styles['error']}>{words.violations(count)}</span>}
        {error !== undefined && error !== null && (
          <span className={styles['error']} role="alert">
            {errorText(error, messages)}
          </span>
        )}
      </div>
      <div className="row">
        {count > 0 && (
          <Button kind="quiet" onClick={focusFirstViolation}>
            {words.showFirst}
          </Button>
        )}
        <Button onClick={() => setIsAsking(true)}>{messages.catalog.discard}</Button>
        <Button kind="primary" isBusy={isSaving} onClick={onSave}>
          {messages.actions.save}
        </Button>
      </div>
      {isAsking && (
        <FormDialog
          title={messages.list.discardTitle}
          action={messages.catalog.discard}
          kind="danger"
          onSubmit={() => {
            setIsAsking(false)
            onDiscard()
          }}
          onClose={() => setIsAsking(false)}
        >
          {words.discardAdvice}
        </FormDialog>
      )}
    </StickyBar>
  )
}

function focusFirstViolation(): void {
  const main = document.querySelector('main')
  // A violation among the details of a line that is closed opens them.
  const violation = main?.querySelector<HTMLElement>('[aria-invalid="true"], [data-violations]')
  if (violation?.dataset['violations'] !== undefined) violation.click()
  const field = main?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? violation
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}
