import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../../api/client.ts'
import { ListDocument } from '../../../generated/operations.ts'
import type { FullListFragment } from '../../../generated/operations.ts'
import { useShowList } from '../use-show-list.ts'
import { mergeDraft } from './merge-drafts.ts'
import type { MergedDraft } from './merge-drafts.ts'
import type { StoredListDraft } from './stored-list-draft.ts'

/** Compares a draft that was refused with the list as another person has saved it. */
export function useListConflict(list: FullListFragment, draft: StoredListDraft) {
  const [conflict, setConflict] = useState<MergedDraft>()
  const latest = useRef(draft)
  /** The list that the draft changes; after a reload it is not known, where a newer version is shown. */
  const base = useRef<FullListFragment>(undefined)

  useEffect(() => {
    latest.current = draft
    if (list.version === draft.version) base.current = list
  }, [draft, list])

  const show = useShowList()
  /** @throws the refusal where there is no other version of the list, so that the person reads it */
  const compare = useMutation({
    mutationFn: async (refusal: unknown) => {
      const { data } = await client.request(ListDocument, { id: list.id })
      const current = data.projectManagementProductionListById
      if (!current || current.version === latest.current.version) throw refusal
      setConflict(mergeDraft(latest.current, base.current, current))
      show(current)
    },
  })
  return { conflict, setConflict, compare, baseOfDraft: () => base.current ?? list }
}
