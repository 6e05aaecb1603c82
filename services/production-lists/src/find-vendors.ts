import type { Context } from './context.ts'

const vendorsQuery = `query Vendors($representations: [_Any!]!) {
  _entities(representations: $representations) { ... on Vendor { id orgId vendorName archivedAt } }
}`

interface Vendor {
  readonly id: number
  readonly orgId: number
  readonly vendorName: string
  /** Null while the vendor is in use. */
  readonly archivedAt: string | null
}

/** The vendors that the caller may see, by id. */
export type Vendors = ReadonlyMap<number, Vendor>

/**
 * Requests vendors from the service that owns them, with the caller's rights; without ids it sends no request.
 * @throws SubgraphUnavailableError when that service does not respond
 */
export async function findVendors(
  { orderDocuments, caller, requestId, traceparent }: Context,
  vendorIds: readonly (number | null | undefined)[],
): Promise<Vendors> {
  const ids = new Set(vendorIds.filter((id) => typeof id === 'number'))
  if (ids.size === 0) return new Map()

  const representations = [...ids].map((id) => ({ __typename: 'Vendor', id }))
  const { _entities: vendors } = await orderDocuments.request<{
    readonly _entities: readonly (Vendor | null)[]
  }>(vendorsQuery, { representations }, { caller, requestId, traceparent })
  return new Map(vendors.filter((vendor) => vendor !== null).map((vendor) => [vendor.id, vendor]))
}

export function vendorsOf(vendors: Vendors, orgId: number): ReadonlySet<number> {
  return new Set(
    [...vendors.values()].filter((vendor) => vendor.orgId === orgId).map(({ id }) => id),
  )
}
