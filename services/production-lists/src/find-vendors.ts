import type { Context } from './context.ts'

const vendorsQuery = `query Vendors($representations: [_Any!]!) {
  _entities(representations: $representations) { ... on Vendor { id } }
}`

/**
 * Asks the service that owns vendors, as the caller, which of these are the caller's; asks nothing when none
 * is named.
 * @throws SubgraphUnavailableError when that service does not answer
 */
export async function findVendors(
  { orderDocuments, caller, requestId, traceparent }: Context,
  vendorIds: readonly (number | null | undefined)[],
): Promise<ReadonlySet<number>> {
  const ids = new Set(vendorIds.filter((id) => typeof id === 'number'))
  if (ids.size === 0) return ids

  const representations = [...ids].map((id) => ({ __typename: 'Vendor', id }))
  const { _entities: vendors } = await orderDocuments.request<{
    readonly _entities: readonly ({ readonly id: number } | null)[]
  }>(vendorsQuery, { representations }, { caller, requestId, traceparent })
  return new Set(vendors.map((vendor) => vendor?.id).filter((id) => id !== undefined))
}
