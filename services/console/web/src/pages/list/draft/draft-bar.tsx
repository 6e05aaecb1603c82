import { useState } from 'react'
import type { Dispatch, ReactNode } from 'react'
import type { Messages } from '../../../i18n/en.ts'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { errorText } from '../../../ui/error-text.ts'
import type { DraftAction } from './draft-history.ts'
import styles from '../../../ui/save-bar.module.css'
import { StickyBar } from '../../../ui/sticky-bar.tsx'
import { useSaveShortcuts } from '../../../ui/use-save-shortcuts.ts'
import { withoutArgument } from '../../catalog/violations.ts'
import type { RefusedLine } from './refused-line.ts'

interface DraftBarProps {
  readonly count: number
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly restoredAt: string | undefined
  readonly isSaving: boolean
  readonly error: unknown
  readonly refused: RefusedLine | undefined
  readonly onSave: () => void
  readonly dispatch: Dispatch<DraftAction>
  readonly onDiscard: () => void
}

/** Says that there are unsaved changes, and saves, undoes or discards them, also by keys. */
export function DraftBar(props: DraftBarProps): ReactNode {
  const {
    count,
    canUndo,
    canRedo,
    restoredAt,
    isSaving,
    error,
    refused,
    onSave,
    dispatch,
    onDiscard,
  } = props
  const messages = useMessages()
  const format = useFormat()
  const [isAsking, setIsAsking] = useState(false)
  useSaveShortcuts(onSave, (again) => dispatch({ kind: again ? 'redo' : 'undo' }))
  if (count === 0 && !canUndo && !canRedo) return undefined
  return (
    <StickyBar label={messages.list.changes(count)}>
      <div className={styles['text']} role="status">
        <strong>{messages.list.changes(count)}</strong>
        {restoredAt !== undefined && (
          <span>{messages.list.restored(format.dateTime(restoredAt))}</span>
        )}
        {error !== undefined && error !== null && (
          <span className={styles['error']} role="alert">
            {textOf(error, refused, messages)}
          </span>
        )}
      </div>
      <div className="row">
        <Button kind="quiet" disabled={!canUndo} onClick={() => dispatch({ kind: 'undo' })}>
          {messages.actions.undo}
        </Button>
        <Button kind="quiet" disabled={!canRedo} onClick={() => dispatch({ kind: 'redo' })}>
          {messages.actions.redo}
        </Button>
        <Button disabled={count === 0} onClick={() => setIsAsking(true)}>
          {messages.list.discard}
        </Button>
        <Button kind="primary" disabled={count === 0} isBusy={isSaving} onClick={onSave}>
          {messages.actions.save}
        </Button>
      </div>
      {isAsking && (
        <FormDialog
          title={messages.list.discardTitle}
          action={messages.list.discard}
          kind="danger"
          cancel={messages.actions.keep}
          onSubmit={() => {
            onDiscard()
            setIsAsking(false)
          }}
          onClose={() => setIsAsking(false)}
        >
          {messages.list.discardAdvice}
        </FormDialog>
      )}
    </StickyBar>
  )
}

function textOf(error: unknown, refused: RefusedLine | undefined, messages: Messages): string {
  if (refused === undefined || !(error instanceof Error)) return errorText(error, messages)
  const field = messages.list.fields[refused.field] ?? refused.field
  return `${refused.name} · ${field}: ${messages.errors.rule(withoutArgument(error.message))}`
}
