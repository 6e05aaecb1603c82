import type { ListItem } from './db/production-list.ts'
import { Exact } from './domain/exact.ts'
import { editItem } from './domain/list-item-edit.ts'
import type { ListItemEdit } from './domain/list-item-edit.ts'
import type { ListItemChangeRequest } from './domain/list-request.ts'

/** Applies a change to an item's row; says whether it made a difference. */
export function editListItem(item: ListItem, request: ListItemChangeRequest): boolean {
  const edited = editItem(
    {
      calculatedQuantity: new Exact(item.calculatedQuantity),
      quantity: new Exact(item.quantity),
      isManualMeasurement: item.isManualMeasurement,
      rounding: item.rounding,
      unitCost: new Exact(item.unitCost),
      isManualUnitCost: item.isManualUnitCost,
      taxPercent: new Exact(item.taxPercent),
      markup: new Exact(item.markup),
      color: item.color ?? null,
      notes: item.notes,
      vendorId: item.vendorId ?? null,
    },
    editOf(request),
  )
  if (edited === undefined) return false

  item.quantity = edited.quantity.toFixed()
  item.isManualMeasurement = edited.isManualMeasurement
  item.unitCost = edited.unitCost.toFixed()
  item.isManualUnitCost = edited.isManualUnitCost
  item.color = edited.color
  item.notes = edited.notes
  item.vendorId = edited.vendorId
  item.pretaxCost = edited.pretaxCost.toFixed(2)
  item.totalCost = edited.totalCost.toFixed(2)
  item.totalPrice = edited.totalPrice.toFixed(2)
  return true
}

function editOf({
  quantity,
  unitCost,
  color,
  notes,
  vendorId,
}: ListItemChangeRequest): ListItemEdit {
  return {
    ...(quantity !== undefined && { quantity: quantity === null ? null : new Exact(quantity) }),
    ...(unitCost !== undefined && unitCost !== null && { unitCost: new Exact(unitCost) }),
    ...(color !== undefined && { color }),
    ...(notes !== undefined && { notes: notes ?? '' }),
    ...(vendorId !== undefined && { vendorId }),
  }
}
