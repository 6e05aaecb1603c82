import type { InputViolation } from '@takeoff/contracts/text-violation'
import type { MeasurementUnits } from '../templates/measure-expression.ts'
import { normalizedUnit } from '../templates/packaging.ts'
import type { ItemType } from '../templates/template-line.ts'
import type { NewListItemRequest } from './list-item-request.ts'
import type { ListChangeRequest } from './list-request.ts'
import type { ItemState, ListState, ManualField } from './list-state.ts'
import { trimmedOrNull } from './trimmed-or-null.ts'
import { uncalculated } from './calculate-list.ts'

/** Products of the list's organization, by id. */
export type Catalog = ReadonlyMap<number, { readonly sku: string | null }>

const DEFAULT_GROUP_NAME = 'Other'

/** The violation of an added item that names an unknown product or item. */
export function addedItemsViolation(
  list: ListState,
  { addListItems, removeListItemIds }: ListChangeRequest,
  catalog: Catalog,
): InputViolation | undefined {
  const removed = new Set(removeListItemIds)
  const ids = new Set(list.items.map(({ id }) => id).filter((id) => !removed.has(id)))
  for (const [index, { productId, afterListItemId }] of (addListItems ?? []).entries()) {
    if (typeof productId === 'number' && !catalog.has(productId)) {
      return {
        argument: `addListItems[${index}].productId`,
        message: `There is no product ${productId} in the list's organization. Give the id of one of its products.`,
      }
    }
    if (typeof afterListItemId === 'number' && !ids.has(afterListItemId)) {
      return {
        argument: `addListItems[${index}].afterListItemId`,
        message: `Production list ${list.id} has no item ${afterListItemId} to place it behind. Give the id of one of its items.`,
      }
    }
  }
  return undefined
}

/** Inserts the new items, each after the item that it names or at the end, in the requested order. */
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
  const { productId } = request
  return {
    ...ofNoTemplate,
    ...uncalculated,
    id,
    productId: productId ?? null,
    name: request.name.trim(),
    listItemGroupName: request.listItemGroupName?.trim() ?? DEFAULT_GROUP_NAME,
    tradeType: request.tradeType?.trim() ?? tradeType,
    type: (request.type ?? 'MATERIAL') as ItemType,
    SKU: (typeof productId === 'number' && catalog.get(productId)?.sku) || null,
    color: trimmedOrNull(request.color),
    notes: request.notes ?? '',
    vendorId: request.vendorId ?? null,
    measurement: request.measurement ?? 0,
    measurementUnits: (request.measurementUnits ?? null) as MeasurementUnits,
    coverage: request.coverage ?? 1,
    wasteFactor: request.wasteFactor ?? 0,
    quantityUnits: normalizedUnit(request.quantityUnits),
    quantity: request.quantity ?? 0,
    unitCost: request.unitCost,
    taxPercent: request.taxPercent ?? 0,
    markup: request.markup ?? 0,
    manualFields: givenAmounts(request),
  }
}

/** The rule of an item that was added by hand. */
const ofNoTemplate = {
  origin: 'manual',
  templateLineId: null,
  measure: [],
  computedMeasurement: 0,
  rounding: 'whole',
  roundingStep: null,
  minimumQuantity: null,
  isCombined: false,
  unitCostSource: 'manual',
  priceId: null,
} as const satisfies Partial<ItemState>

/** At least one of the two is given, because a request without both is refused. */
function givenAmounts({ measurement, quantity }: NewListItemRequest): readonly ManualField[] {
  if (typeof quantity !== 'number') return ['measurement']
  return typeof measurement === 'number' ? ['measurement', 'quantity'] : ['quantity']
}
