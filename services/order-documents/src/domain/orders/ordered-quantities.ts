import { Decimal } from 'decimal.js'

/** How much of each list item is ordered, over all orders of its list. */
export type OrderedQuantities = ReadonlyMap<number, Decimal>

export interface QuantityLine {
  readonly listItemId: number
  /** A decimal; below 0 for a credit. */
  readonly quantity: string
}

/** The ordered quantities with these lines added. */
export function plusLines(
  ordered: OrderedQuantities,
  lines: readonly QuantityLine[],
): OrderedQuantities {
  const sum = new Map(ordered)
  for (const { listItemId, quantity } of lines) {
    sum.set(listItemId, sum.get(listItemId)?.plus(quantity) ?? new Decimal(quantity))
  }
  return sum
}

/** The ordered quantities with these lines removed. */
export function minusLines(
  ordered: OrderedQuantities,
  lines: readonly QuantityLine[],
): OrderedQuantities {
  return plusLines(
    ordered,
    lines.map(({ listItemId, quantity }) => ({
      listItemId,
      quantity: new Decimal(quantity).negated().toFixed(),
    })),
  )
}
