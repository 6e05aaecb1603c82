import { ORDERS_OF_CALL_MAX } from '@takeoff/contracts/order-limits'
import { Decimal } from 'decimal.js'
import { chooseListItems, idsOf, orderKindOf, rejectUnknownIds } from './order.ts'
import type { OrderKind, OrderRejection, OrderRequest } from './order.ts'
import { toOrderLine } from './order-line.ts'
import type { OrderLine } from './order-line.ts'
import { orderedIn, orderedUnits } from './ordered-quantities.ts'
import type { OrderedQuantities } from './ordered-quantities.ts'
import type { ListItem } from './production-list.ts'

export interface VendorOrder {
  readonly orderKind: OrderKind
  readonly vendorId: number
  readonly lines: readonly OrderLine[]
}

/** An item with a rest of which something is ordered in another unit, so that the rest is not known. */
export interface ChangedUnit {
  readonly listItemId: number
  readonly unit: string
  readonly orderedUnits: readonly string[]
}

export type SplitDecision =
  | { readonly kind: 'accepted'; readonly orders: readonly VendorOrder[] }
  | { readonly kind: 'too-many-orders'; readonly count: number }
  | { readonly kind: 'nothing-left' }
  | { readonly kind: 'unit-changed'; readonly items: readonly ChangedUnit[] }
  | OrderRejection

/**
 * One order for each vendor and kind, in the order in which the list first names them. Named items are
 * ordered in full, regardless of earlier orders; without names only the rest of each item is ordered. The vendor of the
 * request is that of the items that have none.
 * @param request its ids have passed `rejectNamedIds`
 * @param ordered the ordered quantity of each list item so far
 */
export function splitOrder(
  listItems: readonly ListItem[],
  { listItemIds, vendorId: vendorOfTheRest }: OrderRequest,
  ordered: OrderedQuantities,
): SplitDecision {
  const rejection = rejectUnknownIds(listItems, listItemIds)
  if (rejection !== undefined) return rejection

  const chosen = chooseListItems(listItems, listItemIds)
  if (chosen.length === 0) return { kind: 'no-material-items' }
  const others = chosen.filter((item) => orderKindOf(item) === undefined)
  if (others.length > 0) return { kind: 'not-orderable', listItemIds: idsOf(others) }

  const wanted = listItemIds === undefined ? chosen.filter((item) => isLeft(item, ordered)) : chosen
  if (wanted.length === 0) return { kind: 'nothing-left' }
  const changed = listItemIds === undefined ? changedUnits(wanted, ordered) : []
  if (changed.length > 0) return { kind: 'unit-changed', items: changed }
  const orphans = wanted.filter((item) => item.vendorId === null)
  if (orphans.length > 0 && vendorOfTheRest === undefined)
    return { kind: 'vendor-required', listItemIds: idsOf(orphans) }

  const orders = new Map<string, VendorOrder & { readonly lines: OrderLine[] }>()
  for (const item of wanted) {
    const orderKind = orderKindOf(item)
    const vendorId = item.vendorId ?? vendorOfTheRest
    if (orderKind === undefined || vendorId === undefined) continue
    const key = `${vendorId} ${orderKind}`
    const order = orders.get(key) ?? { orderKind, vendorId, lines: [] }
    const line =
      listItemIds === undefined
        ? toOrderLine(item, leftOf(item, ordered).toFixed())
        : toOrderLine(item)
    order.lines.push(line)
    orders.set(key, order)
  }
  if (orders.size > ORDERS_OF_CALL_MAX) return { kind: 'too-many-orders', count: orders.size }
  return { kind: 'accepted', orders: [...orders.values()] }
}

function changedUnits(items: readonly ListItem[], ordered: OrderedQuantities): ChangedUnit[] {
  return items
    .map(({ id, quantityUnits: unit }) => ({
      listItemId: id,
      unit,
      orderedUnits: orderedUnits(ordered, id).filter((other) => other !== unit),
    }))
    .filter((item) => item.orderedUnits.length > 0)
}

function isLeft(item: ListItem, ordered: OrderedQuantities): boolean {
  return leftOf(item, ordered).greaterThan(0)
}

function leftOf({ id, quantity, quantityUnits }: ListItem, ordered: OrderedQuantities): Decimal {
  return new Decimal(quantity).minus(orderedIn(ordered, id, quantityUnits))
}
