import type { InputViolation } from '@takeoff/contracts/text-violation'
import { addItems, addedItemsViolation } from './add-list-items.ts'
import type { Catalog } from './add-list-items.ts'
import { changeItem } from './list-item-change.ts'
import type { ListItemChangeRequest } from './list-item-request.ts'
import type { ListChangeRequest } from './list-request.ts'
import { isManual } from './list-state.ts'
import type { ItemState, ListState } from './list-state.ts'

export type EditedList =
  | { readonly kind: 'edited'; readonly list: ListState }
  | ({ readonly kind: 'rejected' } & InputViolation)

/**
 * A list after a checked request; its figures are not calculated yet. Items are changed, removed, reordered and
 * added, in this sequence, independently of the request's.
 */
export function editList(
  list: ListState,
  request: ListChangeRequest,
  catalog: Catalog,
): EditedList {
  const changed = changeItems(list.items, request.listItems ?? [])
  const violation =
    unknownItemViolation(list, request) ??
    amountViolation(changed, request.listItems ?? []) ??
    addedItemsViolation(list, request, catalog)
  if (violation !== undefined) return { kind: 'rejected', ...violation }

  const removed = new Set(request.removeListItemIds)
  const kept = changed.filter(({ id }) => !removed.has(id))
  const ordered = orderItems(kept, request.listItemOrder ?? [])
  return {
    kind: 'edited',
    list: {
      ...list,
      name: request.name === undefined ? list.name : (request.name?.trim() ?? null),
      totalDiscount: request.totalDiscount ?? list.totalDiscount,
      removedLineIds: [...list.removedLineIds, ...linesOf(list.items, removed)],
      items: addItems(ordered, request.addListItems ?? [], catalog),
    },
  }
}

function unknownItemViolation(
  list: ListState,
  request: ListChangeRequest,
): InputViolation | undefined {
  const { listItems, removeListItemIds, listItemOrder } = request
  const ids = new Set(list.items.map(({ id }) => id))
  const removed = new Set(removeListItemIds)
  for (const [index, { id }] of (listItems ?? []).entries()) {
    const argument = `listItems[${index}].id`
    if (!ids.has(id)) return noItem(list, argument, id)
    if (removed.has(id))
      return {
        argument,
        message: `Item ${id} is changed and removed at once. Change it or remove it.`,
      }
  }
  for (const [index, id] of (removeListItemIds ?? []).entries()) {
    if (!ids.has(id)) return noItem(list, `removeListItemIds[${index}]`, id)
  }
  for (const [index, id] of (listItemOrder ?? []).entries()) {
    const argument = `listItemOrder[${index}]`
    if (!ids.has(id)) return noItem(list, argument, id)
    if (removed.has(id))
      return {
        argument,
        message: `Item ${id} is placed and removed at once. Place it or remove it.`,
      }
  }
  return undefined
}

/** An item that was added by hand has no computed figures that null could return to. */
function amountViolation(
  items: readonly ItemState[],
  changes: readonly ListItemChangeRequest[],
): InputViolation | undefined {
  for (const [index, { id, quantity, measurement }] of changes.entries()) {
    if (quantity !== null && measurement !== null) continue
    const item = items.find((one) => one.id === id)
    if (item?.origin !== 'manual' || isManual(item, 'quantity') || isManual(item, 'measurement'))
      continue
    return {
      argument: `listItems[${index}]`,
      message: `"${item.name}" was added by hand, so no quantity is computed for it. Give a quantity or a measurement, or remove the item.`,
    }
  }
  return undefined
}

function noItem({ id }: ListState, argument: string, itemId: number): InputViolation {
  return {
    argument,
    message: `Production list ${id} has no item ${itemId}. Give the id of one of its items.`,
  }
}

function changeItems(
  items: readonly ItemState[],
  changes: readonly ListItemChangeRequest[],
): ItemState[] {
  const byId = new Map(changes.map((change) => [change.id, change]))
  return items.map((item) => {
    const change = byId.get(item.id)
    return change === undefined ? item : changeItem(item, change)
  })
}

/** Distributes the named items, in their new order, over their own positions; all others keep theirs. */
function orderItems(items: readonly ItemState[], order: readonly number[]): readonly ItemState[] {
  const named = new Set(order)
  const byId = new Map(items.map((item) => [item.id, item]))
  const next = order.map((id) => byId.get(id)).values()
  return items.map((item) => (named.has(item.id) ? (next.next().value ?? item) : item))
}

function linesOf(items: readonly ItemState[], removed: ReadonlySet<number>): number[] {
  return items
    .filter(({ id, templateLineId }) => removed.has(id) && templateLineId !== null)
    .map(({ templateLineId }) => templateLineId)
    .filter((lineId) => lineId !== null)
}
