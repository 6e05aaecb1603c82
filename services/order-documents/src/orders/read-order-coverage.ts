import { parseIntegerId } from '@takeoff/kit/values/ids'
import type { Context } from '../context.ts'
import { coverList } from '../domain/orders/order-coverage.ts'
import type { ItemCoverage, NeededItem } from '../domain/orders/order-coverage.ts'

/** What we know of a list of another service: its id, and what the gateway brings along where it is needed. */
export interface ListReference {
  readonly id: number
  readonly listItems?: readonly NeededItem[]
}

export interface ListItemReference {
  readonly id: number
}

/** How far the items of a list are ordered; empty for what is no list. */
export async function readOrderCoverage(
  { loaders }: Context,
  { id, listItems }: ListReference,
): Promise<readonly ItemCoverage[]> {
  const listId = parseIntegerId(id)
  if (listId === undefined) return []
  if (listItems === undefined) throw new Error('a list came without the items that were required')
  const list = await loaders.orderedList.load(listId)
  return coverList(listItems, list?.ordered ?? new Map())
}
