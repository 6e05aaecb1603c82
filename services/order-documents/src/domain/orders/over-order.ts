import { shortened } from '@takeoff/contracts/character-count'
import { Decimal } from 'decimal.js'
import { orderedIn, orderedUnits, plusLines } from './ordered-quantities.ts'
import type { OrderedQuantities, QuantityLine } from './ordered-quantities.ts'

const SENTENCES_MAX = 10
const NAME_SHOWN_MAX = 80

/** A line that is about to be ordered. */
export interface NewLine extends QuantityLine {
  readonly name: string
}

interface Need {
  readonly id: number
  readonly quantity: string
  readonly quantityUnits: string
}

/**
 * A sentence for each item of which more will be ordered than the list needs, at most ten of them and one
 * that counts the others. The list needs none of an item that it no longer has. Of an item that is ordered in another
 * unit than that of the list it is not known whether more is ordered than needed: the sentence says so.
 * @param items the items of the list
 * @param orderedBefore over all orders of the list, without the new lines
 */
export function overOrderWarnings(
  items: readonly Need[],
  orderedBefore: OrderedQuantities,
  newLines: readonly NewLine[],
): string[] {
  const needed = new Map(items.map((item) => [item.id, item]))
  const lines = linesInDoubt(needed, orderedBefore, newLines)
  const ordered = plusLines(orderedBefore, lines)
  const added = lines.filter(({ quantity }) => new Decimal(quantity).greaterThan(0))
  const warnings = [...new Map(added.map((line) => [line.listItemId, line])).values()].flatMap(
    (line) => {
      const need = needed.get(line.listItemId)
      const units = orderedUnits(ordered, line.listItemId)
      if (need !== undefined && units.some((unit) => unit !== need.quantityUnits))
        return [unitsSentence(line, ordered, need)]
      const sum = orderedIn(ordered, line.listItemId, line.quantityUnits)
      return sum.greaterThan(need?.quantity ?? 0) ? [sentence(line, sum, need?.quantity)] : []
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
  needed: ReadonlyMap<number, Need>,
  orderedBefore: OrderedQuantities,
  newLines: readonly NewLine[],
): NewLine[] {
  const byItem = Map.groupBy(newLines, ({ listItemId }) => listItemId)
  return Array.from(byItem).flatMap(([id, lines]) => {
    const [line, need] = [lines[0], needed.get(id)]
    const isWhole =
      lines.length === 1 &&
      line?.quantity === need?.quantity &&
      line?.quantityUnits === need?.quantityUnits
    return isWhole && !orderedBefore.has(id) ? [] : lines
  })
}

function sentence({ name, quantityUnits }: NewLine, sum: Decimal, need?: string): string {
  const short = shortened(name, NAME_SHOWN_MAX)
  const needs = need === undefined ? 'does not have it any more' : `needs ${need}`
  return `Over-ordered: with this, ${sum.toFixed()} ${quantityUnits} of "${short}" are ordered; the list ${needs}.`
}

function unitsSentence(line: NewLine, ordered: OrderedQuantities, need: Need): string {
  const sums = orderedUnits(ordered, line.listItemId).map(
    (unit) => `${orderedIn(ordered, line.listItemId, unit).toFixed()} ${unit}`,
  )
  const short = shortened(line.name, NAME_SHOWN_MAX)
  return `Ordered in another unit: with this, ${sums.join(' and ')} of "${short}" are ordered; the list needs ${need.quantity} ${need.quantityUnits}.`
}
