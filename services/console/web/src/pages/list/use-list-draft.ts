import { useReducer } from 'react'
import type { Dispatch } from 'react'
import { useFoundDraft, useKeepDraft } from '../../drafts/use-draft.ts'
import type { FullListFragment } from '../../generated/operations.ts'
import { historyOf, reduceDraft, savedHistory } from './draft-history.ts'
import type { DraftAction } from './draft-history.ts'
import { countChanges, emptyDraft, isListDraft } from './list-draft.ts'
import type { ListDraft } from './list-draft.ts'

interface ListDraftState {
  readonly draft: ListDraft
  readonly dispatch: Dispatch<DraftAction>
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** When the draft that was found in this browser was kept. */
  readonly restoredAt: string | undefined
}

/** The unsaved changes of a list. They are kept in this browser with each change, and found again after a reload. */
export function useListDraft(list: FullListFragment): ListDraftState {
  const name = `list:${list.id}`
  const found = useFoundDraft(name, isListDraft)
  const [history, dispatch] = useReducer(
    reduceDraft,
    found ? historyOf(found.value) : savedHistory(list.version),
  )
  const { present, past, future } = history
  const hasChanges = countChanges(present) > 0
  useKeepDraft(name, hasChanges ? present : undefined)
  // The next change is based on the version that is shown, which another person may have saved.
  if (!hasChanges && present.version < list.version)
    dispatch({ kind: 'replace', draft: emptyDraft(list.version) })
  return {
    draft: present,
    dispatch,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    restoredAt: hasChanges && past.length === 0 ? found?.keptAt : undefined,
  }
}
