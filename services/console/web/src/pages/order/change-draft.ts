import { hasKnownKeys } from '../../drafts/draft-keys.ts'
import { isTexts } from '../../drafts/is-texts.ts'
import type { Typed } from './change-input.ts'
import { standingLines } from './order-figures.ts'
import type { FullOrder } from './order-figures.ts'

type Amounts = Pick<FullOrder, 'orderListItems' | 'changeOrders'>

/** A change of an order as it is typed. */
export interface ChangeDraft {
  /** What was ordered when the typing began, or when the person was told that it had changed. */
  readonly standing: string
  readonly additions: Typed
  readonly credits: Typed
  /** The idempotency keys of the changes whose outcome is unknown, by what they do. */
  readonly keys?: Readonly<Record<string, string>>
}

/** What is ordered, as text. */
export const standingOf = (order: Amounts): string =>
  JSON.stringify(standingLines(order).map(({ line, quantity }) => [line.id, quantity]))

export const emptyChange = (order: Amounts): ChangeDraft => ({
  standing: standingOf(order),
  additions: {},
  credits: {},
})

/**
 * The draft that a dialog begins with. Amounts that were typed for another state of the order are forgotten, unless they
 * may have made that state themselves: they can be sent again.
 */
export function beginChange(
  found: ChangeDraft | undefined,
  order: Amounts,
): ChangeDraft | undefined {
  if (found === undefined) return undefined
  return found.standing === standingOf(order) || hasKnownKeys(found.keys) ? found : undefined
}

/** The draft for the order as it is now, without what is taken back of lines that are ordered no more. */
export function moveChange(draft: ChangeDraft, order: Amounts): ChangeDraft {
  const ids = new Set(standingLines(order).map(({ line }) => line.id))
  const credits = Object.entries(draft.credits).filter(([id]) => ids.has(id))
  return { ...draft, standing: standingOf(order), credits: Object.fromEntries(credits) }
}

export function isChangeDraft(value: unknown): value is ChangeDraft {
  const draft = value as Partial<ChangeDraft> | null
  return (
    typeof draft?.standing === 'string' &&
    isTexts(draft.additions) &&
    isTexts(draft.credits) &&
    (draft.keys === undefined || isTexts(draft.keys))
  )
}
