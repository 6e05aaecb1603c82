import { useCallback, useEffect, useState } from 'react'
import { keepDraft, readDraft, removeDraft } from '../../drafts/draft-store.ts'
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
  const key = `order:${listId}`
  const [restored] = useState(() => readDraft(key, isOrderDraft))
  const [draft, setDraft] = useState(restored?.value ?? EMPTY_DRAFT)
  const isEmpty = isEmptyDraft(draft)
  useEffect(() => {
    if (isEmpty) removeDraft(key)
    else keepDraft(key, draft)
  }, [key, draft, isEmpty])
  return {
    draft,
    change: setDraft,
    reset: useCallback(() => setDraft(EMPTY_DRAFT), []),
    isRestored: restored !== undefined && draft === restored.value,
  }
}
