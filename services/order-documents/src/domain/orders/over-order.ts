import { shortened } from '@takeoff/contracts/character-count'
import { Decimal } from 'decimal.js'
import { plusLines } from './ordered-quantities.ts'
import type { OrderedQuantities, QuantityLine } from './ordered-quantities.ts'

const SENTENCES_MAX = 10
const NAME_SHOWN_MAX = 80

/** A line that is about to be ordered. */
export interface NewLine extends QuantityLine {
  readonly name: string
  readonly quantityUnits: string
}

/**
 * A sentence for each item of which more will be ordered than the list needs, at most ten of them and one
 * that counts the others. The list needs none of an item that it no longer has.
 * @param items the items of the list
 * @param orderedBefore over all orders of the list, without the new lines
 */
export function overOrderWarnings(
  items: readonly { readonly id: number; readonly quantity: string }[],
  orderedBefore: OrderedQuantities,
  newLines: readonly NewLine[],
): string[] {
  const needed = new Map(items.map(({ id, quantity }) => [id, quantity]))
  const lines = linesInDoubt(needed, orderedBefore, newLines)
  const ordered = plusLines(orderedBefore, lines)
  const added = lines.filter(({ quantity }) => new Decimal(quantity).greaterThan(0))
  const warnings = [...new Map(added.map((line) => [line.listItemId, line])).values()].flatMap(
    (line) => {
      const [need, sum] = [needed.get(line.listItemId), ordered.get(line.listItemId)]
      return sum?.greaterThan(need ?? 0) === true ? [sentence(line, sum, need)] : []
    },
  )
  if (warnings.length <= SENTENCES_MAX) return warnings
  const more = warnings.length - SENTENCES_MAX
  return [
    ...warnings.slice(0, SENTENCES_MAX),
    `And ${more} more ${more === 1 ? 'item is' : 'items are'} over-ordered: see orderCoverage of the list.`,
  ]
}

/**
 * Skips lines that order for the first time exactly what the list needs: nearly all lines do, and computing
 * 5,000 of them would block the event loop for 20 ms.
 */
function linesInDoubt(
  needed: ReadonlyMap<number, string>,
  orderedBefore: OrderedQuantities,
  newLines: readonly NewLine[],
): NewLine[] {
  const byItem = Map.groupBy(newLines, ({ listItemId }) => listItemId)
  return Array.from(byItem).flatMap(([id, lines]) => {
    const isWhole = lines.length === 1 && lines[0]?.quantity === needed.get(id)
    return isWhole && !orderedBefore.has(id) ? [] : lines
  })
}

function sentence({ name, quantityUnits }: NewLine, sum: Decimal, need?: string): string {
  const short = shortened(name, NAME_SHOWN_MAX)
  const needs = need === undefined ? 'does not have it any more' : `needs ${need}`
  return `Over-ordered: with this, ${sum.toFixed()} ${quantityUnits} of "${short}" are ordered; the list ${needs}.`
}
