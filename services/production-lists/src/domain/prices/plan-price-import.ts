import type { PriceFileRow } from './read-price-csv.ts'
import { isSameOffer } from './stated-price.ts'
import type { StatedPrice } from './stated-price.ts'

/** The result of one row of the file. */
export interface PlannedPrice<Before extends StatedPrice> {
  /** Number of the line in the file. */
  readonly row: number
  readonly sku: string
  readonly change: 'added' | 'changed' | 'unchanged' | 'refused'
  /** Why the row is refused, or is a change although the price is the same. */
  readonly reasons: readonly string[]
  /** The price in force on the first day of the row; null when the book has none. */
  readonly before: Before | null
  /** The price of the row; null when it is refused. */
  readonly after: StatedPrice | null
}

/**
 * Compares a file with the book.
 * @param inForce the price that the book has in force on a row's first day, if any
 */
export function planPriceImport<Before extends StatedPrice>(
  rows: readonly PriceFileRow[],
  inForce: (price: StatedPrice) => Before | undefined,
): readonly PlannedPrice<Before>[] {
  return rows.map((read) => {
    const { row, sku } = read
    if (read.kind === 'refused') {
      const { reasons } = read
      return { row, sku, change: 'refused', reasons, before: null, after: null }
    }
    const after = read.price
    const before = inForce(after) ?? null
    return { row, sku, ...compare(before, after), before, after }
  })
}

function compare(before: StatedPrice | null, after: StatedPrice) {
  if (before === null) return { change: 'added', reasons: [] } as const
  if (!isSameOffer(before, after)) return { change: 'changed', reasons: [] } as const
  const since = before.effectiveFrom
  if (since === after.effectiveFrom) return { change: 'unchanged', reasons: [] } as const
  // The row is stored, so that a later correction of the earlier price does not change this one.
  const reason = `Only the first day is new: the same price is in force since ${since}.`
  return { change: 'changed', reasons: [reason] } as const
}
