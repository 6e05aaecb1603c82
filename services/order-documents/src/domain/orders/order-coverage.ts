import { Decimal } from 'decimal.js'
import { orderKindOf } from './order.ts'
import { orderedIn, orderedUnits } from './ordered-quantities.ts'
import type { OrderedQuantities } from './ordered-quantities.ts'

/** The fields of a live list item that matter for ordering it. */
export interface NeededItem {
  readonly id: number
  readonly type: string
  readonly quantity: string | number
  /** Undefined while a gateway with an earlier supergraph does not send it. */
  readonly quantityUnits?: string | undefined
}

/** The needed and ordered quantities of a list item, in one unit. */
export interface ItemCoverage {
  readonly listItemId: number
  /** Whether the list still has the item. */
  readonly isLive: boolean
  /** Its own unit, or that in which a removed item is ordered; undefined as in `NeededItem`. */
  readonly quantityUnits: string | undefined
  /** The quantity that the list needs; 0 for a removed item. */
  readonly quantity: Decimal
  readonly ordered: Decimal
  readonly overOrdered: Decimal
  readonly left: Decimal
}

const NOTHING = new Decimal(0)

/**
 * The ordered, over-ordered and remaining quantities of a list: its MATERIAL and LABOR items in their order,
 * then ordered items that the list no longer has, once for each unit that they are ordered in.
 */
export function coverList(
  listItems: readonly NeededItem[],
  ordered: OrderedQuantities,
): ItemCoverage[] {
  const live = new Set(listItems.map(({ id }) => id))
  const gone = [...ordered.keys()].filter((id) => !live.has(id)).toSorted((a, b) => a - b)
  return [
    ...listItems
      .filter((item) => orderKindOf(item) !== undefined || ordered.has(item.id))
      .map((item) => coverLive(item, ordered)),
    ...gone.flatMap((id) => coverGone(id, ordered)),
  ]
}

/** In the unit of the item: quantities in another one do not add up with it. */
function coverLive(item: NeededItem, ordered: OrderedQuantities): ItemCoverage {
  const { id, quantityUnits } = item
  const unit = quantityUnits ?? onlyUnit(ordered, id)
  return {
    listItemId: id,
    isLive: true,
    quantityUnits,
    ...cover(
      new Decimal(item.quantity),
      unit === undefined ? NOTHING : orderedIn(ordered, id, unit),
    ),
  }
}

function onlyUnit(ordered: OrderedQuantities, id: number): string | undefined {
  const [unit, ...others] = orderedUnits(ordered, id)
  if (others.length === 0) return unit
  throw new Error(`the unit of list item ${id}, which is ordered in several, did not arrive`)
}

function coverGone(id: number, ordered: OrderedQuantities): ItemCoverage[] {
  return orderedUnits(ordered, id)
    .toSorted()
    .map((quantityUnits) => ({
      listItemId: id,
      isLive: false,
      quantityUnits,
      ...cover(NOTHING, orderedIn(ordered, id, quantityUnits)),
    }))
}

type Quantities = Pick<ItemCoverage, 'quantity' | 'ordered' | 'overOrdered' | 'left'>

function cover(quantity: Decimal, ordered: Decimal): Quantities {
  return {
    quantity,
    ordered,
    overOrdered: Decimal.max(0, ordered.minus(quantity)),
    left: Decimal.max(0, quantity.minus(ordered)),
  }
}
