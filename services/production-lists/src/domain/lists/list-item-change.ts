import type { ListItemChangeRequest } from './list-item-request.ts'
import type { ItemState, ManualField } from './list-state.ts'

type Edits = Partial<Pick<ItemState, ManualField>>

/** The item after a checked change, not yet settled; the values that it sets outlast a recompute. */
export function changeItem(item: ItemState, change: ListItemChangeRequest): ItemState {
  const edits = editsOf(change)
  const manual = new Set(item.manualFields)
  for (const [field, value] of Object.entries(edits) as [ManualField, unknown][]) {
    // A quantity or measurement set by hand is kept, even when it equals the computed one now.
    const isSet = field === 'quantity' || field === 'measurement' || value !== item[field]
    if (isSet) manual.add(field)
  }
  if (change.quantity === null) manual.delete('quantity')
  if (change.measurement === null) manual.delete('measurement')
  const isRepriced = edits.unitCost !== undefined && edits.unitCost !== item.unitCost
  return {
    ...item,
    ...edits,
    ...(isRepriced && { unitCostSource: 'manual', priceId: null }),
    manualFields: [...manual].toSorted(),
  }
}

/** The values that a change sets; null of a quantity or measurement sets none. */
function editsOf(change: ListItemChangeRequest): Edits {
  const { color, notes, vendorId } = change
  const numbersAndNames = {
    measurement: change.measurement,
    quantity: change.quantity,
    name: change.name?.trim(),
    listItemGroupName: change.listItemGroupName?.trim(),
    wasteFactor: change.wasteFactor,
    unitCost: change.unitCost,
    taxPercent: change.taxPercent,
    markup: change.markup,
  }
  return {
    ...Object.fromEntries(
      Object.entries(numbersAndNames).filter(([, value]) => value !== undefined && value !== null),
    ),
    ...(color !== undefined && { color }),
    ...(notes !== undefined && { notes: notes ?? '' }),
    ...(vendorId !== undefined && { vendorId }),
  }
}
