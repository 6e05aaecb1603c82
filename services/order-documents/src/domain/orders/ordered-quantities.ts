import { Decimal } from 'decimal.js'

/**
 * How much of each list item is ordered, over all orders of its list, by unit: a recompute may change the unit of an
 * item that is ordered, and quantities in different units do not add up.
 */
export type OrderedQuantities = ReadonlyMap<number, ReadonlyMap<string, Decimal>>

export interface QuantityLine {
  readonly listItemId: number
  /** A decimal; below 0 for a credit. */
  readonly quantity: string
  readonly quantityUnits: string
}

const NOTHING = new Decimal(0)

/** The ordered quantity of an item in a unit. */
export function orderedIn(ordered: OrderedQuantities, listItemId: number, unit: string): Decimal {
  return ordered.get(listItemId)?.get(unit) ?? NOTHING
}

/** The units in which an item is ordered, without those that are fully credited. */
export function orderedUnits(ordered: OrderedQuantities, listItemId: number): string[] {
  const quantities = [...(ordered.get(listItemId) ?? [])]
  return quantities.filter(([, quantity]) => !quantity.isZero()).map(([unit]) => unit)
}

/** The ordered quantities with these lines added. */
export function plusLines(
  ordered: OrderedQuantities,
  lines: readonly QuantityLine[],
): OrderedQuantities {
  const sums = new Map([...ordered].map(([id, quantities]) => [id, new Map(quantities)]))
  for (const { listItemId, quantity, quantityUnits } of lines) {
    const ofItem = sums.get(listItemId) ?? new Map<string, Decimal>()
    ofItem.set(quantityUnits, (ofItem.get(quantityUnits) ?? NOTHING).plus(quantity))
    sums.set(listItemId, ofItem)
  }
  return sums
}

/** The ordered quantities with these lines removed. */
export function minusLines(
  ordered: OrderedQuantities,
  lines: readonly QuantityLine[],
): OrderedQuantities {
  return plusLines(
    ordered,
    lines.map((line) => ({ ...line, quantity: new Decimal(line.quantity).negated().toFixed() })),
  )
}
