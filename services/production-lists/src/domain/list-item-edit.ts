import type { Exact } from './exact.ts'
import { priceLine } from './line-price.ts'
import { round } from './takeoff.ts'
import type { Rounding } from './takeoff.ts'

/** What of an item can change, and what its figures are made from. */
export interface EditableItem {
  readonly calculatedQuantity: Exact
  readonly quantity: Exact
  readonly isManualMeasurement: boolean
  readonly rounding: Rounding
  readonly unitCost: Exact
  readonly isManualUnitCost: boolean
  readonly taxPercent: Exact
  readonly markup: Exact
  readonly color: string | null
  readonly notes: string
  readonly vendorId: number | null
}

/** What is left out stays as it is. */
export interface ListItemEdit {
  /** Null returns to the computed quantity. */
  readonly quantity?: Exact | null
  readonly unitCost?: Exact
  readonly color?: string | null
  readonly notes?: string
  readonly vendorId?: number | null
}

export interface EditedItem {
  readonly quantity: Exact
  readonly isManualMeasurement: boolean
  readonly unitCost: Exact
  readonly isManualUnitCost: boolean
  readonly color: string | null
  readonly notes: string
  readonly vendorId: number | null
  readonly pretaxCost: Exact
  readonly totalCost: Exact
  readonly totalPrice: Exact
}

/** The item after an edit, priced again, or undefined when the edit changes nothing. */
export function editItem(item: EditableItem, edit: ListItemEdit): EditedItem | undefined {
  const { quantity, isManualMeasurement } = editedQuantity(item, edit)
  const { unitCost = item.unitCost } = edit
  const { color = item.color, notes = item.notes, vendorId = item.vendorId } = edit
  const sameFigures =
    quantity.equals(item.quantity) &&
    isManualMeasurement === item.isManualMeasurement &&
    unitCost.equals(item.unitCost)
  const sameWords = color === item.color && notes === item.notes && vendorId === item.vendorId
  if (sameFigures && sameWords) return undefined

  const { pretaxCost, totalCost, totalPrice } = priceLine({ ...item, quantity, unitCost })
  return {
    quantity,
    isManualMeasurement,
    unitCost,
    isManualUnitCost: item.isManualUnitCost || !unitCost.equals(item.unitCost),
    color,
    notes,
    vendorId,
    pretaxCost,
    totalCost,
    totalPrice,
  }
}

function editedQuantity(item: EditableItem, { quantity }: ListItemEdit) {
  if (quantity === undefined) return item
  return quantity === null
    ? { quantity: round(item.calculatedQuantity, item.rounding), isManualMeasurement: false }
    : { quantity, isManualMeasurement: true }
}
