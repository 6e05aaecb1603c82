import type { InputViolation } from '../input-violation.ts'
import type { ItemPrice } from '../prices/item-price.ts'
import type { ItemState, ListState } from './list-state.ts'
import { currentItemPrice, isPricedAs } from './price-warning.ts'
import type { PricedItem } from './price-warning.ts'

export type RepricedList =
  | { readonly kind: 'repriced'; readonly list: ListState }
  | ({ readonly kind: 'rejected' } & InputViolation)

/**
 * A list with the prices in force in its vendors' books, not yet settled.
 * @param priced its items with a vendor and a SKU, by id
 * @param named only these items, also with a price set by hand; null: all items that differ, without those
 */
export function repriceList(
  list: ListState,
  priced: ReadonlyMap<number, PricedItem>,
  named: readonly number[] | null,
): RepricedList {
  const violation = namedViolation(list, priced, named ?? [])
  if (violation !== undefined) return { kind: 'rejected', ...violation }

  const ids = named === null ? undefined : new Set(named)
  const items = list.items.map((item) => {
    const price = currentPriceOf(item, priced)
    const isWanted = ids === undefined ? differs(item, price) : ids.has(item.id)
    return isWanted && price !== undefined ? repriceItem(item, price) : item
  })
  return { kind: 'repriced', list: { ...list, items } }
}

function namedViolation(
  list: ListState,
  priced: ReadonlyMap<number, PricedItem>,
  named: readonly number[],
): InputViolation | undefined {
  const byId = new Map(list.items.map((item) => [item.id, item]))
  for (const [index, id] of named.entries()) {
    const argument = `listItemIds[${index}]`
    const item = byId.get(id)
    if (item === undefined) {
      return { argument, message: `Production list ${list.id} has no item ${id}.` }
    }
    if (currentPriceOf(item, priced) === undefined) {
      return {
        argument,
        message: `The price book has no price per ${item.quantityUnits} in force for "${item.name}".`,
      }
    }
  }
  return undefined
}

function currentPriceOf(
  item: ItemState,
  priced: ReadonlyMap<number, PricedItem>,
): ItemPrice | undefined {
  const beside = priced.get(item.id)
  return beside && currentItemPrice(beside)
}

/** A price set by hand is a user's decision, so it is replaced only where the item is named. */
function differs(item: ItemState, price: ItemPrice | undefined): boolean {
  return price !== undefined && item.unitCostSource !== 'manual' && !isPricedAs(item, price)
}

function repriceItem(item: ItemState, price: ItemPrice): ItemState {
  const manualFields = item.manualFields.filter((field) => field !== 'unitCost')
  return { ...item, ...price, unitCostSource: 'price-book', manualFields }
}
