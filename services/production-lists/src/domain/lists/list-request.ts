import { blankFault, duplicateFault, numberFault, textFault } from '../input-fault.ts'
import type { InputFault } from '../input-fault.ts'
import {
  LIST_ITEM_UPDATES_MAX,
  LIST_NAME_LENGTH_MAX,
  LIST_TOTAL_MAX,
  TEMPLATES_MAX,
} from '../limits.ts'
import { addedItemFault, itemChangeFault } from './list-item-request.ts'
import type { ListItemChangeRequest, NewListItemRequest } from './list-item-request.ts'

/** A request for a new list. */
export interface NewListRequest {
  readonly jobId: number
  readonly templateIds: readonly number[]
  readonly name?: string | null | undefined
}

/** A request to change a list; undefined leaves as it is, null clears. */
export interface ListChangeRequest {
  readonly id: number
  readonly name?: string | null | undefined
  readonly totalDiscount?: number | null | undefined
  readonly listItems?: readonly ListItemChangeRequest[] | null | undefined
  readonly addListItems?: readonly NewListItemRequest[] | null | undefined
  readonly removeListItemIds?: readonly number[] | null | undefined
  readonly listItemOrder?: readonly number[] | null | undefined
  readonly version?: number | null | undefined
}

/** The first fault that shows without looking anything up. */
export function newListFault({ templateIds, name }: NewListRequest): InputFault | undefined {
  if (templateIds.length === 0) {
    return { argument: 'templateIds', message: 'templateIds must name at least one template.' }
  }
  if (templateIds.length > TEMPLATES_MAX) {
    return { argument: 'templateIds', message: `templateIds may name ${TEMPLATES_MAX} templates.` }
  }
  return duplicateFault('templateIds', templateIds) ?? nameFault(name)
}

/** The first fault that shows without looking anything up. */
export function listChangeFault(request: ListChangeRequest): InputFault | undefined {
  const { name, totalDiscount, listItems, addListItems, removeListItemIds, listItemOrder } = request
  if (totalDiscount === null) {
    return { argument: 'totalDiscount', message: 'totalDiscount must be a number.' }
  }
  return (
    nameFault(name) ??
    numberFault('totalDiscount', totalDiscount, { max: LIST_TOTAL_MAX, decimalsMax: 2 }) ??
    itemsFault('listItems', listItems, itemChangeFault) ??
    duplicateFault('listItems', listItems?.map(({ id }) => id) ?? [], '.id') ??
    itemsFault('addListItems', addListItems, addedItemFault) ??
    duplicateFault('removeListItemIds', removeListItemIds ?? []) ??
    duplicateFault('listItemOrder', listItemOrder ?? [])
  )
}

function nameFault(name: string | null | undefined): InputFault | undefined {
  return blankFault('name', name) ?? textFault('name', name, LIST_NAME_LENGTH_MAX)
}

function itemsFault<Item>(
  argument: string,
  items: readonly Item[] | null | undefined,
  faultOf: (path: string, item: Item) => InputFault | undefined,
): InputFault | undefined {
  if (items === null || items === undefined) return undefined
  if (items.length > LIST_ITEM_UPDATES_MAX) {
    return { argument, message: `${argument} may hold ${LIST_ITEM_UPDATES_MAX} items at once.` }
  }
  for (const [index, item] of items.entries()) {
    const fault = faultOf(`${argument}[${index}]`, item)
    if (fault !== undefined) return fault
  }
  return undefined
}
