import type { OrderAddition, OrderCredit } from '../../generated/operations.ts'
import { DECIMALS_MAX, rounded, valueOfText } from '../../ui/numbers.ts'
import type { StandingLine } from './order-figures.ts'

/** Texts by the id of a list item or of a line. */
export type Typed = Readonly<Record<string, string>>

export interface ChangeReading {
  readonly additions: readonly OrderAddition[]
  readonly credits: readonly OrderCredit[]
  /** Ids of the list items and lines whose text is no amount. */
  readonly wrong: ReadonlySet<string>
  /** Ids of the lines of which more is taken back than is ordered. */
  readonly tooMuch: ReadonlySet<string>
}

/** The change of an order that was typed. Blank texts and zeros change nothing. */
export function readChange(
  typedAdditions: Typed,
  typedCredits: Typed,
  standing: readonly StandingLine[],
): ChangeReading {
  const wrong = new Set<string>()
  const tooMuch = new Set<string>()
  const amountsOf = (typed: Typed): readonly (readonly [string, number])[] =>
    Object.entries(typed).flatMap(([id, text]) => {
      if (text.trim() === '') return []
      const amount = valueOfText(text, { decimals: DECIMALS_MAX.quantity })
      if (amount === undefined) wrong.add(id)
      return amount === undefined || amount === 0 ? [] : [[id, amount] as const]
    })
  const additions = amountsOf(typedAdditions).map(([listItemId, quantity]) => ({
    listItemId,
    quantity,
  }))
  const left = new Map(standing.map(({ line, quantity }) => [line.id, quantity]))
  const credits = amountsOf(typedCredits).map(([orderListItemId, quantity]) => {
    if (quantity > (left.get(orderListItemId) ?? 0)) tooMuch.add(orderListItemId)
    return { orderListItemId, quantity }
  })
  return { additions, credits, wrong, tooMuch }
}

/**
 * What the button does: it asks for amounts, or for their correction, or reads the order again and places the change.
 * Amounts that were typed for another state of the order may be of lines that are no longer shown, so that they cannot be
 * corrected; the order is read again, and the page says that it has changed.
 * @param isRepeated whether the same change was sent before, and its outcome is unknown
 */
export function stepOf(
  { additions, credits, wrong, tooMuch }: ChangeReading,
  { isRepeated, hasMoved }: { readonly isRepeated: boolean; readonly hasMoved: boolean },
): 'type' | 'correct' | 'read' | 'place' {
  if (additions.length + credits.length + wrong.size === 0) return 'type'
  if (wrong.size === 0 && (isRepeated || tooMuch.size === 0)) return 'place'
  return hasMoved ? 'read' : 'correct'
}

/** What is still to be ordered of a list item. */
export interface LeftOfItem {
  readonly left: number
  readonly quantityUnits: string | null
}

/**
 * How many additions are more than the list needs.
 * @param coverage what is left of each list item, by its id; what the change takes back is needed, too, where it is in the
 * unit of the item: quantities in different units are never added up
 */
export function countBeyondNeed(
  { additions, credits }: Pick<ChangeReading, 'additions' | 'credits'>,
  coverage: ReadonlyMap<string, LeftOfItem>,
  standing: readonly StandingLine[],
): number {
  const lines = new Map(standing.map(({ line }) => [line.id, line]))
  const needed = new Map([...coverage].map(([id, { left }]) => [id, left]))
  for (const { orderListItemId, quantity } of credits) {
    const line = lines.get(String(orderListItemId))
    const id = String(line?.listItem?.id)
    if (line?.quantityUnits !== coverage.get(id)?.quantityUnits) continue
    needed.set(id, rounded((needed.get(id) ?? 0) + quantity, DECIMALS_MAX.quantity))
  }
  return additions.filter(
    ({ listItemId, quantity }) => quantity > (needed.get(String(listItemId)) ?? 0),
  ).length
}
