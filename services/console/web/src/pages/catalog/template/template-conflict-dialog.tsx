import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { FullTemplateFragment } from '../../../generated/operations.ts'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/check-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { toggled } from '../../../ui/toggled.ts'
import { useEditorTerms } from './editor-terms.ts'
import { hasTwoOrders, mergeTemplates } from './merge-templates.ts'
import type { TemplateConflict } from './merge-templates.ts'
import { shownValue } from './shown-value.ts'
import styles from './template-editor.module.css'
import { draftOf } from './template-draft.ts'
import type { TemplateDraft } from './template-draft.ts'

/**
 * Two people changed the template: their changes are put together, and who wins is chosen where both touched a value. It
 * goes on from what it was opened with, because the draft is the merged one as soon as that is being saved.
 */
export function TemplateConflictDialog({
  newer,
  isSaving,
  error,
  onSave,
  onDiscard,
  onClose,
  ...opened
}: {
  readonly base: TemplateDraft
  readonly mine: TemplateDraft
  readonly newer: FullTemplateFragment
  readonly isSaving: boolean
  /** Why the last try to save failed. */
  readonly error: unknown
  readonly onSave: (merged: TemplateDraft, newer: FullTemplateFragment) => void
  readonly onDiscard: (newer: FullTemplateFragment) => void
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  const words = messages.catalog.templates
  const [{ base, mine }] = useState(opened)
  const [preferTheirs, setPreferTheirs] = useState<ReadonlySet<string>>(new Set())
  const theirs = useMemo(() => draftOf(newer), [newer])
  const { draft, conflicts } = useMemo(
    () => mergeTemplates({ base, mine, theirs }, preferTheirs),
    [base, mine, theirs, preferTheirs],
  )
  return (
    <Dialog
      title={words.conflictTitle}
      isBusy={isSaving}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => onDiscard(newer)} disabled={isSaving}>
            {words.takeTheirs}
          </Button>
          <Button kind="primary" isBusy={isSaving} onClick={() => onSave(draft, newer)}>
            {words.saveMerged}
          </Button>
        </>
      }
    >
      {conflicts.length > 0 && <p>{words.conflictAdvice}</p>}
      {hasTwoOrders({ base, mine, theirs }) ? (
        <p>{words.conflictOrder}</p>
      ) : (
        conflicts.length === 0 && <p>{words.conflictNone}</p>
      )}
      {conflicts.map((conflict) => (
        <Choice
          key={conflict.place}
          conflict={conflict}
          isTheirs={preferTheirs.has(conflict.place)}
          onChange={(isTheirs) => setPreferTheirs(toggled(preferTheirs, conflict.place, isTheirs))}
        />
      ))}
      <Problem error={error} />
    </Dialog>
  )
}

function Choice({
  conflict: { place, line, field, mine, theirs },
  isTheirs,
  onChange,
}: {
  readonly conflict: TemplateConflict
  readonly isTheirs: boolean
  readonly onChange: (isTheirs: boolean) => void
}): ReactNode {
  const messages = useMessages()
  const words = messages.catalog.templates
  const format = useFormat()
  const { vendors } = useEditorTerms()
  const show = (value: unknown): string => shownValue(field, value, { messages, format, vendors })
  return (
    <fieldset className={styles['choice']}>
      <legend>{[line, words.fields[field] ?? field].filter(Boolean).join(' · ')}</legend>
      <CheckField
        type="radio"
        name={place}
        checked={!isTheirs}
        label={`${words.yours}: ${show(mine)}`}
        onChange={() => onChange(false)}
      />
      <CheckField
        type="radio"
        name={place}
        checked={isTheirs}
        label={`${words.theirs}: ${show(theirs)}`}
        onChange={() => onChange(true)}
      />
    </fieldset>
  )
}
