import { useState } from 'react'
import type { Dispatch, ReactNode } from 'react'
import type { FullListFragment } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { textOrNull } from '../../ui/texts.ts'
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
  const submit = (): void => {
    const to = textOrNull(name)
    dispatch({
      kind: 'change',
      change: (current) => withListValue(current, { field: 'name', from: list.name, to }),
    })
    onClose()
  }
  return (
    <FormDialog
      title={messages.list.rename}
      action={messages.list.apply}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={messages.newList.name}
        hint={messages.list.nameHint}
        value={name}
        maxLength={250}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  )
}
