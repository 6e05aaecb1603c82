import { useState } from 'react'
import type { Dispatch, FormEvent, ReactNode } from 'react'
import { useMessages } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/field.tsx'
import { DECIMALS_MAX, valueOfText } from '../../../ui/numbers.ts'
import type { DraftAction } from '../draft/draft-history.ts'
import { valueInDraft } from '../draft/line-figures.ts'
import { withLineValue } from '../draft/list-draft.ts'
import type { LineField, ListDraft, Value } from '../draft/list-draft.ts'
import type { ShownLine } from './shown-lines.ts'

const TAX_PERCENT_MAX = 100
const NOTES_LENGTH_MAX = 2_000

/** The values of a line that have no column: notes, group and tax. */
export default function LineDetailsDialog({
  line,
  canEdit,
  dispatch,
  onClose,
}: {
  readonly line: ShownLine
  readonly canEdit: boolean
  readonly dispatch: Dispatch<DraftAction>
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  const { fields } = messages.list
  const { saved, changes } = line
  const known = (field: LineField): string => String(valueInDraft(saved, changes, field) ?? '')
  const [notes, setNotes] = useState(known('notes'))
  const [group, setGroup] = useState(known('listItemGroupName'))
  const [tax, setTax] = useState(known('taxPercent'))
  const taxPercent = valueOfText(tax, {
    sign: '%',
    decimals: DECIMALS_MAX.taxPercent,
    max: TAX_PERCENT_MAX,
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (taxPercent === undefined || group.trim() === '' || notes.length > NOTES_LENGTH_MAX) return
    const values = { notes, listItemGroupName: group.trim(), taxPercent }
    dispatch({ kind: 'change', change: (draft) => withValues(draft, saved, values) })
    onClose()
  }
  return (
    <Dialog title={known('name')} onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <TextArea
          label={fields['notes'] ?? ''}
          value={notes}
          lengthMax={NOTES_LENGTH_MAX}
          readOnly={!canEdit}
          onChange={({ target }) => setNotes(target.value)}
        />
        <TextField
          label={fields['listItemGroupName'] ?? ''}
          value={group}
          maxLength={200}
          readOnly={!canEdit}
          error={group.trim() === '' ? messages.list.groupRequired : undefined}
          onChange={({ target }) => setGroup(target.value)}
        />
        <TextField
          label={`${fields['taxPercent'] ?? ''} (%)`}
          value={tax}
          inputMode="decimal"
          readOnly={!canEdit}
          error={taxPercent !== undefined ? undefined : messages.list.numberUpTo(TAX_PERCENT_MAX)}
          onChange={({ target }) => setTax(target.value)}
        />
        {canEdit && (
          <div className="row end">
            <Button onClick={onClose}>{messages.actions.cancel}</Button>
            <Button kind="primary" type="submit">
              {messages.list.apply}
            </Button>
          </div>
        )}
      </form>
    </Dialog>
  )
}

function withValues(
  draft: ListDraft,
  saved: ShownLine['saved'],
  values: Partial<Record<LineField, Value>>,
): ListDraft {
  const fields = Object.entries(values) as [LineField, Value][]
  return fields.reduce(
    (next, [field, to]) =>
      withLineValue(next, { id: saved.id, field, from: valueInDraft(saved, {}, field), to }),
    draft,
  )
}
