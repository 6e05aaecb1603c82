import { useState } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { toggled } from '../../../ui/toggled.ts'
import styles from './conflict-dialog.module.css'
import type { ListDraft } from '../draft/list-draft.ts'
import { takeTheirs } from '../draft/merge-drafts.ts'
import type { Conflict, MergedDraft } from '../draft/merge-drafts.ts'
import { useShownValue } from './use-shown-value.ts'
import type { ShowValue } from './use-shown-value.ts'

interface ConflictDialogProps {
  readonly conflict: MergedDraft
  readonly isSaving: boolean
  /** Why the last try to save the decision failed. */
  readonly error: unknown
  readonly onResolve: (draft: ListDraft) => void
  /** Decides nothing. */
  readonly onClose: () => void
}

/** Shows the values that two people changed side by side; for each, one of both is chosen. */
export default function ConflictDialog({
  conflict: { draft, conflicts, gone },
  isSaving,
  error,
  onResolve,
  onClose,
}: ConflictDialogProps): ReactNode {
  const messages = useMessages()
  const words = messages.list
  const show = useShownValue()
  const [theirs, setTheirs] = useState<ReadonlySet<Conflict>>(
    () => new Set(conflicts.filter(({ field }) => field === 'added')),
  )
  return (
    <Dialog
      title={words.conflictTitle}
      size="large"
      isBusy={isSaving}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={isSaving}>
            {messages.actions.cancel}
          </Button>
          <Button
            kind="primary"
            isBusy={isSaving}
            onClick={() => onResolve([...theirs].reduce(takeTheirs, draft))}
          >
            {words.saveMerged}
          </Button>
        </>
      }
    >
      <p>
        {conflicts.length > 0
          ? words.conflictAdvice
          : gone.length > 0
            ? words.conflictGone
            : words.conflictNone}
      </p>
      {gone.length > 0 && (
        <p className="notice">
          {words.gone}: {gone.join(', ')}
        </p>
      )}
      {conflicts.map((conflict) => (
        <Choice
          key={`${conflict.line?.id}:${conflict.field}:${conflict.key}`}
          conflict={conflict}
          show={show}
          isTheirs={theirs.has(conflict)}
          onChoose={(isTheirs) => setTheirs(toggled(theirs, conflict, isTheirs))}
        />
      ))}
      <Problem error={error} />
    </Dialog>
  )
}

function Choice({
  conflict,
  show,
  isTheirs,
  onChoose,
}: {
  readonly conflict: Conflict
  readonly show: ShowValue
  readonly isTheirs: boolean
  readonly onChoose: (isTheirs: boolean) => void
}): ReactNode {
  const messages = useMessages()
  const words = messages.list
  const { line, field, before, yours, theirs, key } = conflict
  const name = `${line?.id}:${field}:${key}`
  const isOfLine = field === 'removed' || field === 'added'
  return (
    <fieldset className={styles['choice']}>
      <legend>
        {[line?.name, words.fields[field] ?? field].filter(Boolean).join(' · ')}{' '}
        {!isOfLine && (
          <small>
            {words.before}: {show(field, before)}
          </small>
        )}
      </legend>
      <label>
        <input type="radio" name={name} checked={!isTheirs} onChange={() => onChoose(false)} />
        <span>{words.yours}</span>
        <strong>{isOfLine ? words.conflictYours[field] : show(field, yours)}</strong>
      </label>
      <label>
        <input type="radio" name={name} checked={isTheirs} onChange={() => onChoose(true)} />
        <span>{words.theirs}</span>
        <strong>{isOfLine ? words.conflictTheirs[field] : show(field, theirs)}</strong>
      </label>
    </fieldset>
  )
}
