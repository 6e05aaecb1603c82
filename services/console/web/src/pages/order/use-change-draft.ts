import { useState } from 'react'
import type { SentKeys } from '../../api/send-once.ts'
import { draftKeys, hasKnownKeys } from '../../drafts/draft-keys.ts'
import { useFoundDraft, useStoreDraft } from '../../drafts/use-draft.ts'
import { beginChange, emptyChange, isChangeDraft, moveChange } from './change-draft.ts'
import type { ChangeDraft } from './change-draft.ts'
import type { FullOrder } from './order-figures.ts'

export interface ChangeDraftState {
  readonly draft: ChangeDraft
  readonly type: (part: 'additions' | 'credits', id: string, text: string) => void
  /** Goes on with the order as it is now. */
  readonly moveTo: (order: FullOrder) => void
  readonly isRestored: boolean
  /** Whether a change may have been placed although its response was lost. */
  readonly isUncertain: boolean
  /** Kept with the draft: after a reload, too, the same change is sent with the same key. */
  readonly keys: SentKeys
  /** When the change was placed, or is not wanted. */
  readonly forget: () => void
}

/** The amounts of a change of an order. They are kept in this browser until the change is placed. */
export function useChangeDraft(order: FullOrder): ChangeDraftState {
  const name = `change-order:${order.id}`
  const found = useFoundDraft(name, isChangeDraft)?.value
  const [draft, setDraft] = useState(() => beginChange(found, order))
  const forget = useStoreDraft(name, draft)
  const [keys] = useState(() =>
    draftKeys(draft?.keys, (kept) => setDraft((before) => before && { ...before, keys: kept })),
  )
  return {
    draft: draft ?? emptyChange(order),
    type: (part, id, text) =>
      setDraft((before = emptyChange(order)) => ({
        ...before,
        [part]: { ...before[part], [id]: text },
      })),
    moveTo: (now) => setDraft((before) => before && moveChange(before, now)),
    isRestored: draft !== undefined && draft === found,
    isUncertain: draft !== undefined && hasKnownKeys(draft.keys),
    keys,
    forget: () => {
      // Removing the keys stores the draft again; without a draft, that effect removes it.
      setDraft(undefined)
      forget()
    },
  }
}
