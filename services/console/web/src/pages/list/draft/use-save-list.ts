import { useRef } from 'react'
import { hasCode } from '../../../api/has-code.ts'
import { saveDraft } from '../../../drafts/save-draft.ts'
import { ListUpdateDocument } from '../../../generated/operations.ts'
import type { FullListFragment } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { useAnnounceDone } from '../../../ui/toasts.tsx'
import { countChanges, isSameDraft, updateOf } from './list-draft.ts'
import type { ListDraft } from './list-draft.ts'
import type { MergedDraft } from './merge-drafts.ts'
import { refusedLine } from './refused-line.ts'
import type { RefusedLine } from './refused-line.ts'
import { useListChange } from '../use-list-change.ts'
import { useListConflict } from './use-list-conflict.ts'
import type { ListDraftState } from './use-list-draft.ts'

interface SaveState {
  readonly onSave: () => void
  readonly isSaving: boolean
  readonly error: unknown
  /** The line that the error is about. */
  readonly refused: RefusedLine | undefined
  /** What must be decided because the list was changed meanwhile. */
  readonly conflict: MergedDraft | undefined
  /** Saves the draft as decided. */
  readonly onResolve: (draft: ListDraft) => void
  /** Leaves the draft as it is; the next save asks again. */
  readonly onClose: () => void
}

/** Saves the draft as one new version of the list. What is typed meanwhile stays in the draft. */
export function useSaveList(
  list: FullListFragment,
  { draft, sent, names, dispatch, forget }: ListDraftState,
): SaveState {
  const messages = useMessages()
  const announceDone = useAnnounceDone()
  const { conflict, setConflict, compare, baseOfDraft } = useListConflict(list, {
    ...draft,
    names,
  })
  /** A key can be pressed again before the page shows that it saves. */
  const isSending = useRef(false)
  const change = useListChange(
    ListUpdateDocument,
    (data) => data.projectManagementProductionListUpdate,
    { idempotencyKeyOf: 'content' },
  )

  const save = async (wanted: ListDraft): Promise<void> => {
    const saved = await change.send(updateOf(list.id, wanted))
    if (!saved) return
    setConflict(undefined)
    dispatch({ kind: 'saved', sent: wanted, base: baseOfDraft(), saved })
    forget(wanted)
  }

  const send = async (wanted: ListDraft): Promise<void> => {
    isSending.current = true
    dispatch({ kind: 'sent', draft: wanted })
    const earlier = sent.filter((each) => !isSameDraft(each, wanted))
    const onRefused = (refused: ListDraft) => dispatch({ kind: 'refused', draft: refused })
    const refusal = await saveDraft(wanted, earlier, { save, isConflict, onRefused })
    // What goes wrong with the comparison is shown as the error of the save.
    if (isConflict(refusal)) await compare.mutateAsync(refusal).catch(() => undefined)
    isSending.current = false
  }

  return {
    onSave: () => {
      if (isSending.current) return
      if (countChanges(draft) === 0) announceDone(messages.list.nothingToSave)
      else void send(draft)
    },
    isSaving: change.isPending || compare.isPending,
    error: isConflict(change.error) ? compare.error : change.error,
    refused: refusedLine(change.error, change.variables, list),
    conflict,
    onResolve: (decided) => {
      if (isSending.current) return
      dispatch({ kind: 'change', change: () => decided })
      void send(decided)
    },
    onClose: () => setConflict(undefined),
  }
}

const isConflict = (error: unknown): boolean => hasCode(error, 'CONFLICT')
