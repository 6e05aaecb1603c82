import { TakeoffError } from '@takeoff/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Dispatch } from 'react'
import { client } from '../../api/client.ts'
import { keyOf, useChange } from '../../api/use-document.ts'
import { ListDocument, ListUpdateDocument } from '../../generated/operations.ts'
import type { FullListFragment } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { useAnnounce } from '../../ui/toasts.tsx'
import type { DraftAction } from './draft-history.ts'
import { countChanges, updateOf } from './list-draft.ts'
import type { ListDraft } from './list-draft.ts'
import { mergeDraft } from './merge-drafts.ts'
import type { MergedDraft } from './merge-drafts.ts'

interface SaveState {
  readonly onSave: () => void
  readonly isSaving: boolean
  readonly error: unknown
  /** What must be decided because the list was changed meanwhile. */
  readonly conflict: MergedDraft | undefined
  /** Saves the draft as decided; undefined leaves the draft as it is, and the next save asks again. */
  readonly onResolve: (draft: ListDraft | undefined) => void
}

const REFRESHED = ['Job', 'Lists', 'ListExplanations', 'ListHistory', 'OrderPreparation']

/** Saves the draft as one new version of the list. What is typed meanwhile stays in the draft. */
export function useSaveList(
  list: FullListFragment,
  draft: ListDraft,
  dispatch: Dispatch<DraftAction>,
): SaveState {
  const messages = useMessages()
  const announce = useAnnounce()
  const queries = useQueryClient()
  const [conflict, setConflict] = useState<MergedDraft>()
  const latest = useRef(draft)
  /** The list that the draft changes; after a reload it is not known, where a newer version is shown. */
  const base = useRef<FullListFragment>(undefined)
  /** A key can be pressed again before the page shows that it saves. */
  const isSending = useRef(false)
  const change = useChange(ListUpdateDocument, REFRESHED, { waits: false })

  useEffect(() => {
    latest.current = draft
    if (list.version === draft.version) base.current = list
  }, [draft, list])

  const show = (saved: FullListFragment): void =>
    void queries.setQueryData(keyOf(ListDocument, { id: list.id }), {
      projectManagementProductionListById: saved,
    })

  /** Reads the list anew, for the dialog about what another person changed. */
  const compare = useMutation({
    mutationFn: async (refusal: unknown) => {
      const { data } = await client.request(ListDocument, { id: list.id })
      const current = data.projectManagementProductionListById
      if (!current || current.version === latest.current.version) throw refusal
      setConflict(mergeDraft(latest.current, base.current, current))
      show(current)
    },
  })

  const send = async (wanted: ListDraft): Promise<void> => {
    isSending.current = true
    try {
      const { data, warnings } = await change.mutateAsync(updateOf(list.id, wanted))
      const saved = data.projectManagementProductionListUpdate?.productionList
      if (!saved) return
      show(saved)
      setConflict(undefined)
      dispatch({ kind: 'saved', sent: wanted, base: list, saved })
      announce({ kind: 'done', text: messages.list.saved(saved.version) })
      for (const text of warnings) announce({ kind: 'warning', text })
    } catch (error) {
      // What goes wrong with the comparison is shown as the error of the save.
      if (isConflict(error)) await compare.mutateAsync(error).catch(() => undefined)
    } finally {
      isSending.current = false
    }
  }

  return {
    onSave: () => {
      if (isSending.current) return
      if (countChanges(draft) === 0) announce({ kind: 'done', text: messages.list.nothingToSave })
      else void send(draft)
    },
    isSaving: change.isPending || compare.isPending,
    error: isConflict(change.error) ? compare.error : change.error,
    conflict,
    onResolve: (decided) => {
      if (!decided) setConflict(undefined)
      else if (!isSending.current) {
        dispatch({ kind: 'change', change: () => decided })
        void send(decided)
      }
    },
  }
}

const isConflict = (error: unknown): boolean =>
  error instanceof TakeoffError && error.code === 'CONFLICT'
