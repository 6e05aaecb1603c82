import { useCallback, useState } from 'react'
import type { SentKeys } from '../../api/send-once.ts'
import { draftKeys } from '../../drafts/draft-keys.ts'
import { useFoundDraft, useStoreDraft } from '../../drafts/use-draft.ts'
import { EMPTY_DRAFT, isEmptyDraft, isOrderDraft } from './order-draft.ts'
import type { OrderDraft } from './order-draft.ts'

interface OrderDraftState {
  readonly draft: OrderDraft
  readonly change: (update: (draft: OrderDraft) => OrderDraft) => void
  /** Also forgets the calls whose outcome is unknown: the person was told to look at the orders. */
  readonly reset: () => void
  /** Kept with the draft: after a reload, too, the same call is sent with the same key. */
  readonly keys: SentKeys
  /** Whether the draft was found in this browser. */
  readonly isRestored: boolean
}

/** What is chosen and typed for the orders of a list. It is kept in this browser, and found again after a reload. */
export function useOrderDraft(listId: number): OrderDraftState {
  const name = `order:${listId}`
  const found = useFoundDraft(name, isOrderDraft)
  const [draft, setDraft] = useState(found?.value ?? EMPTY_DRAFT)
  useStoreDraft(name, isEmptyDraft(draft) ? undefined : draft)
  const [keys] = useState(() =>
    draftKeys(draft.keys, (kept) => setDraft((before) => ({ ...before, keys: kept }))),
  )
  return {
    draft,
    change: setDraft,
    reset: useCallback(() => {
      keys.clear()
      setDraft(EMPTY_DRAFT)
    }, [keys]),
    keys,
    isRestored: found !== undefined && draft === found.value,
  }
}
