import type { ListItemChangeRequest } from './list-item-request.ts'
import { trimmedOrNull } from './trimmed-or-null.ts'
import { manualFields, nullOfManualField } from './list-state.ts'
import type { ItemState, ManualField } from './list-state.ts'

type Edits = Partial<Pick<ItemState, ManualField>>

/** The item after a checked change; its figures are not calculated yet. A recompute keeps the values it sets. */
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

/** The values that a change sets; null for a quantity or measurement sets none. */
function editsOf(change: ListItemChangeRequest): Edits {
  const edits = manualFields.flatMap((field) => {
    const value = change[field]
    const isUnset = value === undefined || (value === null && isComputedByNull(field))
    return isUnset ? [] : [[field, storedValue(field, value)]]
  })
  return Object.fromEntries(edits) as Edits
}

function isComputedByNull(field: ManualField): boolean {
  return nullOfManualField[field] === 'computed'
}

/** Names and colors are trimmed; notes are not changed. */
function storedValue(field: ManualField, value: string | number | null): string | number | null {
  const ofNull = nullOfManualField[field]
  if (value === null) return ofNull === 'empty' ? '' : null
  if (typeof value !== 'string' || ofNull === 'empty') return value
  return ofNull === 'value' ? trimmedOrNull(value) : value.trim()
}
