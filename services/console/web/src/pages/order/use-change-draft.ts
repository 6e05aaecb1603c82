import { useState } from 'react'
import { isTexts } from '../../drafts/is-texts.ts'
import { useFoundDraft, useStoreDraft } from '../../drafts/use-draft.ts'
import type { Typed } from './change-input.ts'
import type { StandingLine } from './order-figures.ts'

interface Draft {
  /** What was ordered when the typing began: amounts that were typed for another state of the order are forgotten. */
  readonly standing: string
  readonly additions: Typed
  readonly credits: Typed
  /** What was sent last, and its idempotency key. */
  readonly sent?: { readonly change: string; readonly key: string }
}

export interface ChangeDraft {
  readonly additions: Typed
  readonly credits: Typed
  readonly type: (part: 'additions' | 'credits', id: string, text: string) => void
  readonly isRestored: boolean
  /** The idempotency key of a change: while its outcome is unknown it is sent again with the same one, so that it is placed once. */
  readonly idempotencyKeyOf: (change: object) => string
  /** When the change was placed, or is not wanted. */
  readonly forget: () => void
}

const NOTHING: Typed = {}

/** The amounts of a change of an order. They are kept in this browser until the change is placed. */
export function useChangeDraft(orderId: string, standing: readonly StandingLine[]): ChangeDraft {
  const name = `change-order:${orderId}`
  const found = useFoundDraft(name, isDraft)?.value
  const now = JSON.stringify(standing.map(({ line, quantity }) => [line.id, quantity]))
  const [draft, setDraft] = useState(found?.standing === now ? found : undefined)
  const forget = useStoreDraft(name, draft)
  return {
    additions: draft?.additions ?? NOTHING,
    credits: draft?.credits ?? NOTHING,
    type: (part, id, text) =>
      setDraft((before = { standing: now, additions: NOTHING, credits: NOTHING }) => ({
        ...before,
        [part]: { ...before[part], [id]: text },
      })),
    idempotencyKeyOf: (variables) => {
      const change = JSON.stringify(variables)
      const sent =
        draft?.sent?.change === change ? draft.sent : { change, key: crypto.randomUUID() }
      setDraft((before) => before && { ...before, sent })
      return sent.key
    },
    isRestored: draft !== undefined && draft === found,
    forget,
  }
}

function isDraft(value: unknown): value is Draft {
  const draft = value as Partial<Draft> | null
  return (
    typeof draft?.standing === 'string' &&
    isTexts(draft.additions) &&
    isTexts(draft.credits) &&
    (draft.sent === undefined || isTexts(draft.sent))
  )
}
