import type { Context } from './context.ts'

const vendorsQuery = `query Vendors($representations: [_Any!]!) {
  _entities(representations: $representations) { ... on Vendor { id orgId } }
}`

/** The organization of each vendor that the caller may see, by vendor id. */
export type Vendors = ReadonlyMap<number, number>

/**
 * Asks the service that owns vendors, as the caller, whose these are; asks nothing when none is named.
 * @throws SubgraphUnavailableError when that service does not answer
 */
export async function findVendors(
  { orderDocuments, caller, requestId, traceparent }: Context,
  vendorIds: readonly (number | null | undefined)[],
): Promise<Vendors> {
  const ids = new Set(vendorIds.filter((id) => typeof id === 'number'))
  if (ids.size === 0) return new Map()

  const representations = [...ids].map((id) => ({ __typename: 'Vendor', id }))
  const { _entities: vendors } = await orderDocuments.request<{
    readonly _entities: readonly ({ readonly id: number; readonly orgId: number } | null)[]
  }>(vendorsQuery, { representations }, { caller, requestId, traceparent })
  return new Map(vendors.filter((vendor) => vendor !== null).map(({ id, orgId }) => [id, orgId]))
}

export function vendorsOf(vendors: Vendors, orgId: number): ReadonlySet<number> {
  return new Set([...vendors].filter(([, owner]) => owner === orgId).map(([id]) => id))
}
