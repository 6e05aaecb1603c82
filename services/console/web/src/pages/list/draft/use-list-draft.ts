import { useEffect, useMemo, useReducer, useRef } from 'react'
import type { Dispatch } from 'react'
import { useFoundDraft, useStoreDraft } from '../../../drafts/use-draft.ts'
import type { FullListFragment } from '../../../generated/operations.ts'
import { historyOf, reduceDraft, savedHistory } from './draft-history.ts'
import type { DraftAction } from './draft-history.ts'
import { countChanges, emptyDraft, isSameDraft } from './list-draft.ts'
import type { ListDraft } from './list-draft.ts'
import { draftOf, isStoredListDraft, namesOf } from './stored-list-draft.ts'
import type { LineNames, StoredListDraft } from './stored-list-draft.ts'

export interface ListDraftState {
  readonly draft: ListDraft
  /** Drafts that are being saved, or of which it is not known whether they were. */
  readonly sent: readonly ListDraft[]
  /** Of the changed lines, also of those that the list has no more. */
  readonly names: LineNames
  readonly dispatch: Dispatch<DraftAction>
  /** Forgets a draft that was saved when the page was left meanwhile. */
  readonly forget: (saved: ListDraft) => void
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** When the draft that was found in this browser was stored. */
  readonly restoredAt: string | undefined
}

/** The unsaved changes of a list. They are stored in this browser with each change, and found again after a reload. */
export function useListDraft(list: FullListFragment): ListDraftState {
  const name = `list:${list.id}`
  const found = useFoundDraft(name, isStoredListDraft)
  const [history, dispatch] = useReducer(
    reduceDraft,
    found ? historyOf(draftOf(found.value), found.value.sent) : savedHistory(list.version),
  )
  const { present, past, future, sent } = history
  const hasChanges = countChanges(present) > 0
  const known = useRef(found?.value.names)
  const names = useMemo(() => namesOf(present, list, known.current), [present, list])
  useEffect(() => {
    known.current = names
  }, [names])
  const stored = useMemo<StoredListDraft>(
    () => ({ ...present, sent, names }),
    [present, sent, names],
  )
  const forget = useStoreDraft(name, hasChanges ? stored : undefined)
  // The next change is based on the version that is shown, which another person may have saved.
  if (!hasChanges && present.version < list.version)
    dispatch({ kind: 'replace', draft: emptyDraft(list.version) })
  return {
    draft: present,
    sent,
    names,
    dispatch,
    forget: (saved) =>
      forget((value) => isStoredListDraft(value) && isSameDraft(draftOf(value), saved)),
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    restoredAt: hasChanges && past.length === 0 ? found?.keptAt : undefined,
  }
}

/** Whether this browser holds unsaved changes of a list. */
export const useHasUnsavedChanges = (listId: number): boolean =>
  useFoundDraft(`list:${listId}`, isStoredListDraft) !== undefined
