import type { InputViolation } from '@takeoff/contracts/text-violation'
import type { ItemPrice } from '../prices/item-price.ts'
import type { ItemState, ListState } from './list-state.ts'
import { currentItemPrice, isPricedAs } from './price-warning.ts'
import type { PricedItem } from './price-warning.ts'

export type RepriceResult =
  | { readonly kind: 'repriced'; readonly list: ListState }
  | ({ readonly kind: 'rejected' } & InputViolation)

/**
 * A list with the prices in force in its vendors' books; its totals are not calculated yet.
 * @param pricedItems its items with a vendor and a SKU, with the price in force if there is one, by item id
 * @param itemIds items to reprice, also if their price was set by hand; null: all items with an outdated price that
 *   was not set by hand
 */
export function repriceList(
  list: ListState,
  pricedItems: ReadonlyMap<number, PricedItem>,
  itemIds: readonly number[] | null,
): RepriceResult {
  const violation = itemIdsViolation(list, pricedItems, itemIds ?? [])
  if (violation !== undefined) return { kind: 'rejected', ...violation }

  const wanted = itemIds === null ? undefined : new Set(itemIds)
  const items = list.items.map((item) => {
    const price = currentPriceOf(item, pricedItems)
    const isRepriced = wanted === undefined ? isOutdated(item, price) : wanted.has(item.id)
    return isRepriced && price !== undefined ? repriceItem(item, price) : item
  })
  return { kind: 'repriced', list: { ...list, items } }
}

function itemIdsViolation(
  list: ListState,
  pricedItems: ReadonlyMap<number, PricedItem>,
  itemIds: readonly number[],
): InputViolation | undefined {
  const byId = new Map(list.items.map((item) => [item.id, item]))
  for (const [index, id] of itemIds.entries()) {
    const argument = `listItemIds[${index}]`
    const item = byId.get(id)
    if (item === undefined) {
      return {
        argument,
        message: `Production list ${list.id} has no item ${id}. Give the id of one of its items.`,
      }
    }
    if (!pricedItems.has(id)) {
      return {
        argument,
        message: `"${item.name}" has no vendor or no SKU, so no price book has it.`,
      }
    }
    if (currentPriceOf(item, pricedItems) === undefined) {
      return {
        argument,
        message: `No price per ${item.quantityUnits} is in force for "${item.name}" in the price book.`,
      }
    }
  }
  return undefined
}

function currentPriceOf(
  item: ItemState,
  pricedItems: ReadonlyMap<number, PricedItem>,
): ItemPrice | undefined {
  const pricedItem = pricedItems.get(item.id)
  return pricedItem && currentItemPrice(pricedItem)
}

/** A price set by hand is a user's decision, so it is never outdated. */
function isOutdated(item: ItemState, price: ItemPrice | undefined): boolean {
  return price !== undefined && item.unitCostSource !== 'manual' && !isPricedAs(item, price)
}

function repriceItem(item: ItemState, price: ItemPrice): ItemState {
  const manualFields = item.manualFields.filter((field) => field !== 'unitCost')
  return { ...item, ...price, unitCostSource: 'price-book', manualFields }
}
