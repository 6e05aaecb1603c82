import { useCallback, useState } from 'react'
import type { SentKeys } from '../../api/send-once.ts'
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
  const [keys] = useState(() => keysOf(draft, setDraft))
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

interface DraftKeys extends SentKeys {
  /** The caller removes them from the draft. */
  clear(): void
}

function keysOf(draft: OrderDraft, change: OrderDraftState['change']): DraftKeys {
  const keys = new Map(Object.entries(draft.keys ?? {}))
  const keep = (): void => change((before) => ({ ...before, keys: Object.fromEntries(keys) }))
  return {
    get: (call) => keys.get(call),
    set(call, key) {
      keys.set(call, key)
      keep()
      return keys
    },
    delete(call) {
      const isDeleted = keys.delete(call)
      keep()
      return isDeleted
    },
    clear: () => keys.clear(),
    get size() {
      return keys.size
    },
  }
}
