import { blankViolation, lineViolation } from '@takeoff/contracts/text-violation'
import type { InputViolation } from '@takeoff/contracts/text-violation'
import type { Optional } from '@takeoff/kit/values/optional'
import { duplicateViolation, idsViolation, numberViolation } from '../input-violation.ts'
import { DISCOUNT, LIST_ITEM_UPDATES_MAX, LIST_NAME_LENGTH_MAX, TEMPLATES_MAX } from '../limits.ts'
import { addedItemViolation, itemChangeViolation } from './list-item-request.ts'
import type { ListItemChangeRequest, NewListItemRequest } from './list-item-request.ts'

/** A request for a new list. */
export interface NewListRequest {
  readonly jobId: number
  readonly templateIds: readonly number[]
  readonly name?: Optional<string>
}

/** A request to change a list; undefined leaves a value unchanged, null clears it. */
export interface ListChangeRequest {
  readonly id: number
  readonly name?: Optional<string>
  readonly totalDiscount?: Optional<number>
  readonly listItems?: Optional<readonly ListItemChangeRequest[]>
  readonly addListItems?: Optional<readonly NewListItemRequest[]>
  readonly removeListItemIds?: Optional<readonly number[]>
  readonly listItemOrder?: Optional<readonly number[]>
  readonly version?: Optional<number>
}

/** The first violation that can be found without lookups. */
export function newListViolation({
  templateIds,
  name,
}: NewListRequest): InputViolation | undefined {
  if (templateIds.length === 0) {
    return { argument: 'templateIds', message: 'templateIds must name at least one template.' }
  }
  return idsViolation('templateIds', templateIds, TEMPLATES_MAX) ?? nameViolation(name)
}

/** The first violation that can be found without lookups. */
export function listChangeViolation(request: ListChangeRequest): InputViolation | undefined {
  const { name, totalDiscount, listItems, addListItems, removeListItemIds, listItemOrder } = request
  if (totalDiscount === null) {
    return { argument: 'totalDiscount', message: 'totalDiscount must be a number.' }
  }
  return (
    nameViolation(name) ??
    numberViolation('totalDiscount', totalDiscount, DISCOUNT) ??
    itemsViolation('listItems', listItems, itemChangeViolation) ??
    duplicateViolation('listItems', listItems?.map(({ id }) => id) ?? [], '.id') ??
    itemsViolation('addListItems', addListItems, addedItemViolation) ??
    duplicateViolation('removeListItemIds', removeListItemIds ?? []) ??
    duplicateViolation('listItemOrder', listItemOrder ?? [])
  )
}

function nameViolation(name: Optional<string>): InputViolation | undefined {
  return blankViolation('name', name) ?? lineViolation('name', name, LIST_NAME_LENGTH_MAX)
}

function itemsViolation<Item>(
  argument: string,
  items: Optional<readonly Item[]>,
  violationOf: (path: string, item: Item) => InputViolation | undefined,
): InputViolation | undefined {
  if (items === null || items === undefined) return undefined
  if (items.length > LIST_ITEM_UPDATES_MAX) {
    return { argument, message: `${argument} must have at most ${LIST_ITEM_UPDATES_MAX} items.` }
  }
  for (const [index, item] of items.entries()) {
    const violation = violationOf(`${argument}[${index}]`, item)
    if (violation !== undefined) return violation
  }
  return undefined
}
