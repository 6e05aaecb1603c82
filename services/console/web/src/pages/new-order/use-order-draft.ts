import { useCallback, useState } from 'react'
import { useFoundDraft, useKeepDraft } from '../../drafts/use-draft.ts'
import { EMPTY_DRAFT, isEmptyDraft, isOrderDraft } from './order-draft.ts'
import type { OrderDraft } from './order-draft.ts'

interface OrderDraftState {
  readonly draft: OrderDraft
  readonly change: (update: (draft: OrderDraft) => OrderDraft) => void
  readonly reset: () => void
  /** Whether the draft was found in this browser. */
  readonly isRestored: boolean
}

/** What is chosen and typed for the orders of a list. It is kept in this browser, and found again after a reload. */
export function useOrderDraft(listId: number): OrderDraftState {
  const name = `order:${listId}`
  const found = useFoundDraft(name, isOrderDraft)
  const [draft, setDraft] = useState(found?.value ?? EMPTY_DRAFT)
  useKeepDraft(name, isEmptyDraft(draft) ? undefined : draft)
  return {
    draft,
    change: setDraft,
    reset: useCallback(() => setDraft(EMPTY_DRAFT), []),
    isRestored: found !== undefined && draft === found.value,
  }
}
