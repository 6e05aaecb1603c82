import { Decimal } from 'decimal.js'
import { orderKindOf } from './order.ts'
import { orderedIn } from './ordered-quantities.ts'
import type { OrderedQuantities } from './ordered-quantities.ts'

/** The fields of a live list item that matter for ordering it. */
export interface NeededItem {
  readonly id: number
  readonly type: string
  readonly quantity: string | number
  /** Undefined while a gateway with an earlier supergraph does not send it. */
  readonly quantityUnits?: string | undefined
}

/** The needed and ordered quantities of a list item, in its own unit. */
export interface ItemCoverage {
  readonly listItemId: number
  /** Whether the list still has the item. */
  readonly isLive: boolean
  /** The quantity that the list needs; 0 for a removed item. */
  readonly quantity: Decimal
  readonly ordered: Decimal
  readonly overOrdered: Decimal
  readonly left: Decimal
}

const NOTHING = new Decimal(0)

/**
 * The ordered, over-ordered and remaining quantities of a list: its MATERIAL and LABOR items in their order,
 * then ordered items that the list no longer has.
 */
export function coverList(
  listItems: readonly NeededItem[],
  ordered: OrderedQuantities,
): ItemCoverage[] {
  const live = new Set(listItems.map(({ id }) => id))
  const gone = [...ordered]
    .filter(([id]) => !live.has(id))
    .map(([id, quantities]) => [id, totalOf(quantities)] as const)
    .filter(([, quantity]) => !quantity.isZero())
  return [
    ...listItems
      .filter((item) => orderKindOf(item) !== undefined || ordered.has(item.id))
      .map((item) => cover(item.id, new Decimal(item.quantity), orderedOf(item, ordered))),
    ...gone
      .toSorted(([a], [b]) => a - b)
      .map(([id, quantity]) => ({ ...cover(id, NOTHING, quantity), isLive: false })),
  ]
}

/** In the unit of the item: quantities in another one do not add up with it. */
function orderedOf({ id, quantityUnits }: NeededItem, ordered: OrderedQuantities): Decimal {
  return quantityUnits === undefined
    ? totalOf(ordered.get(id) ?? new Map())
    : orderedIn(ordered, id, quantityUnits)
}

function totalOf(quantities: ReadonlyMap<string, Decimal>): Decimal {
  return [...quantities.values()].reduce((sum, quantity) => sum.plus(quantity), NOTHING)
}

function cover(listItemId: number, quantity: Decimal, ordered = NOTHING): ItemCoverage {
  return {
    listItemId,
    isLive: true,
    quantity,
    ordered,
    overOrdered: Decimal.max(0, ordered.minus(quantity)),
    left: Decimal.max(0, quantity.minus(ordered)),
  }
}
