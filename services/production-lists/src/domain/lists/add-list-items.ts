import type { InputFault } from '../input-fault.ts'
import type { ItemType } from '../templates/template-line.ts'
import { isMeasurementUnit } from './list-item-request.ts'
import type { NewListItemRequest } from './list-item-request.ts'
import type { ListChangeRequest } from './list-request.ts'
import type { ItemState, ListState, ManualField } from './list-state.ts'

/** Products of the list's organization, by id. */
export type Catalog = ReadonlyMap<number, { readonly sku: string | null }>

const DEFAULT_GROUP_NAME = 'Other'

/** An item to add that names what is not there. */
export function addedItemsFault(
  list: ListState,
  { addListItems, removeListItemIds }: ListChangeRequest,
  catalog: Catalog,
): InputFault | undefined {
  const removed = new Set(removeListItemIds)
  const ids = new Set(list.items.map(({ id }) => id).filter((id) => !removed.has(id)))
  for (const [index, { productId, afterListItemId }] of (addListItems ?? []).entries()) {
    if (typeof productId === 'number' && !catalog.has(productId)) {
      return {
        argument: `addListItems[${index}].productId`,
        message: `There is no product ${productId} in the list's organization.`,
      }
    }
    if (typeof afterListItemId === 'number' && !ids.has(afterListItemId)) {
      return {
        argument: `addListItems[${index}].afterListItemId`,
        message: `Production list ${list.id} has no item ${afterListItemId} to place it behind.`,
      }
    }
  }
  return undefined
}

/** The items with the new ones, each behind the item it names or at the end, in the order asked for. */
export function addItems(
  items: readonly ItemState[],
  requests: readonly NewListItemRequest[],
  catalog: Catalog,
): readonly ItemState[] {
  if (requests.length === 0) return items
  const added = requests.map((request, index) => ({
    behind: request.afterListItemId ?? null,
    item: newItem(request, -1 - index, { catalog, tradeType: items[0]?.tradeType ?? 'ROOF' }),
  }))
  const behind = Map.groupBy(added, (entry) => entry.behind)
  const itemsBehind = (id: number | null) => (behind.get(id) ?? []).map(({ item }) => item)
  return [...items.flatMap((item) => [item, ...itemsBehind(item.id)]), ...itemsBehind(null)]
}

function newItem(
  request: NewListItemRequest,
  id: number,
  { catalog, tradeType }: { readonly catalog: Catalog; readonly tradeType: string },
): ItemState {
  const { productId, measurementUnits } = request
  const isCounted = typeof request.quantity === 'number'
  const manualField: ManualField = isCounted ? 'quantity' : 'measurement'
  return {
    id,
    origin: 'manual',
    templateLineId: null,
    productId: productId ?? null,
    name: request.name.trim(),
    listItemGroupName: request.listItemGroupName?.trim() ?? DEFAULT_GROUP_NAME,
    tradeType: request.tradeType?.trim() ?? tradeType,
    type: (request.type ?? 'MATERIAL') as ItemType,
    SKU: (typeof productId === 'number' && catalog.get(productId)?.sku) || null,
    color: request.color ?? null,
    notes: request.notes ?? '',
    vendorId: request.vendorId ?? null,
    measure: [],
    computedMeasurement: 0,
    measurement: request.measurement ?? 0,
    measurementUnits:
      typeof measurementUnits === 'string' && isMeasurementUnit(measurementUnits)
        ? measurementUnits
        : null,
    coverage: request.coverage ?? 1,
    wasteFactor: request.wasteFactor ?? 0,
    rounding: 'whole',
    roundingStep: null,
    minimumQuantity: null,
    isCombined: false,
    quantityUnits: request.quantityUnits.trim(),
    quantity: request.quantity ?? 0,
    unitCost: request.unitCost,
    unitCostSource: 'manual',
    priceId: null,
    taxPercent: request.taxPercent ?? 0,
    markup: request.markup ?? 0,
    manualFields:
      typeof request.measurement === 'number' && isCounted
        ? ['measurement', 'quantity']
        : [manualField],
    calculatedQuantity: 0,
    carriedIn: 0,
    leftover: 0,
    pretaxCost: 0,
    totalCost: 0,
    totalPrice: 0,
  }
}
