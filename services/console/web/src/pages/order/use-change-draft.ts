import { useState } from 'react'
import { isTexts } from '../../drafts/is-texts.ts'
import { useFoundDraft, useKeepDraft } from '../../drafts/use-draft.ts'
import type { Typed } from './change-input.ts'
import type { StandingLine } from './order-figures.ts'

interface Draft {
  /** What was ordered when the typing began: amounts that were typed for another state of the order are forgotten. */
  readonly standing: string
  readonly additions: Typed
  readonly credits: Typed
}

export interface ChangeDraft {
  readonly additions: Typed
  readonly credits: Typed
  readonly type: (part: 'additions' | 'credits', id: string, text: string) => void
  readonly isRestored: boolean
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
  const forget = useKeepDraft(name, draft)
  return {
    additions: draft?.additions ?? NOTHING,
    credits: draft?.credits ?? NOTHING,
    type: (part, id, text) =>
      setDraft((before = { standing: now, additions: NOTHING, credits: NOTHING }) => ({
        ...before,
        [part]: { ...before[part], [id]: text },
      })),
    isRestored: draft !== undefined && draft === found,
    forget,
  }
}

function isDraft(value: unknown): value is Draft {
  const draft = value as Partial<Draft> | null
  return (
    typeof draft === 'object' &&
    draft !== null &&
    typeof draft.standing === 'string' &&
    isTexts(draft.additions) &&
    isTexts(draft.credits)
  )
}
