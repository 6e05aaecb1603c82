import { useState } from 'react'
import type { Dispatch, FormEvent, ReactNode } from 'react'
import type { FullListFragment } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import type { DraftAction } from './draft/draft-history.ts'
import { withListValue } from './draft/list-draft.ts'
import type { ListDraft } from './draft/list-draft.ts'

/** Another name for the list; it is saved with the other changes. */
export default function RenameDialog({
  list,
  draft,
  dispatch,
  onClose,
}: {
  readonly list: FullListFragment
  readonly draft: ListDraft
  readonly dispatch: Dispatch<DraftAction>
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  const [name, setName] = useState(String((draft.fields.name ?? { to: list.name }).to ?? ''))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const to = name.trim() === '' ? null : name.trim()
    dispatch({
      kind: 'change',
      change: (current) => withListValue(current, { field: 'name', from: list.name, to }),
    })
    onClose()
  }
  return (
    <Dialog title={messages.list.rename} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <TextField
          label={messages.newList.name}
          hint={messages.list.nameHint}
          value={name}
          maxLength={250}
          onChange={({ target }) => setName(target.value)}
        />
        <div className="row end">
          <Button onClick={onClose}>{messages.actions.cancel}</Button>
          <Button kind="primary" type="submit">
            {messages.list.apply}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
