import { parseIntegerId } from '@takeoff/kit/values/ids'
import { invariant } from '@takeoff/kit/values/invariant'
import type { Context } from '../context.ts'
import { coverList } from '../domain/orders/order-coverage.ts'
import type { ItemCoverage, NeededItem } from '../domain/orders/order-coverage.ts'

/** A list of another service: its id, and the fields that the gateway adds where they are required. */
export interface ListReference {
  readonly id: number
  readonly salesOpportunity?: { readonly orgId: number }
  readonly listItems?: readonly NeededItem[]
}

export interface ListItemReference {
  readonly id: number
}

/** The order coverage of a list; empty for an unknown id. */
export async function readOrderCoverage(
  { loaders }: Context,
  { id, listItems }: ListReference,
): Promise<readonly ItemCoverage[]> {
  const listId = parseIntegerId(id)
  if (listId === undefined) return []
  invariant(listItems !== undefined, 'the gateway sends a list with its required items')
  const list = await loaders.orderedList.load(listId)
  return coverList(listItems, list?.ordered ?? new Map())
}
