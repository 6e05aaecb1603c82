import { permitted } from '@takeoff/kit/security/access'
import { accessTable } from '@takeoff/kit/security/access-table'
import { BadUserInputError, SubgraphUnavailableError } from '@takeoff/kit/values/errors'
import type { Optional } from '@takeoff/kit/values/optional'
import type { Context } from './context.ts'
import { findVendorCopies } from './db/vendors/vendor-copy-reads.ts'
import type { Vendor } from './db/vendors/vendor-copy-reads.ts'

const vendorsQuery = `query Vendors($representations: [_Any!]!) {
  _entities(representations: $representations) { ... on Vendor { id orgId vendorName archivedAt } }
}`

interface OwnedVendor extends Omit<Vendor, 'isArchived'> {
  /** Null while the vendor is in use. */
  readonly archivedAt: string | null
}

/** The vendors that the caller may see, by id. */
export type Vendors = ReadonlyMap<number, Vendor>

/**
 * Vendors by the copy of this service, limited to the caller's rights. Those that the copy does not know, or knows as
 * archived, may just have been created or restored: they are requested from the service that owns them.
 * @throws SubgraphUnavailableError when that service does not respond, and the copy does not know one of them
 */
export async function findVendors(
  context: Context,
  vendorIds: readonly Optional<number>[],
): Promise<Vendors> {
  const ids = [...new Set(vendorIds.filter((id) => typeof id === 'number'))]
  if (ids.length === 0) return new Map()

  const { orgIds } = permitted(context.caller, accessTable.entities.Vendor)
  const copied = byId(await findVendorCopies(context.database, orgIds, ids))
  const uncertain = ids.filter((id) => copied.get(id)?.isArchived !== false)
  if (uncertain.length === 0) return copied
  try {
    const inUse = [...copied.values()].filter(({ isArchived }) => !isArchived)
    return byId([...inUse, ...(await requestVendors(context, uncertain))])
  } catch (error) {
    const isKnown = uncertain.every((id) => copied.has(id))
    if (isKnown && error instanceof SubgraphUnavailableError) return copied
    throw error
  }
}

async function requestVendors(
  { orderDocuments, caller, requestId, traceparent }: Context,
  ids: readonly number[],
): Promise<Vendor[]> {
  const representations = ids.map((id) => ({ __typename: 'Vendor', id }))
  const { _entities: found } = await orderDocuments.request<{
    readonly _entities: readonly (OwnedVendor | null)[]
  }>(vendorsQuery, { representations }, { caller, requestId, traceparent })
  return found
    .filter((vendor) => vendor !== null)
    .map(({ archivedAt, ...vendor }) => ({ ...vendor, isArchived: archivedAt !== null }))
}

function byId(vendors: readonly Vendor[]): Vendors {
  return new Map(vendors.map((vendor) => [vendor.id, vendor]))
}

/** A vendor that an argument of a mutation names. */
export interface NamedVendor {
  readonly vendorId: Optional<number>
  /** Its path, such as `listItems[2].vendorId`. */
  readonly argument: string
}

/**
 * A caller with several organizations sees the vendors of all of them, but each organization orders from its own.
 * @throws BadUserInputError naming the first argument whose vendor is not one of the organization's
 */
export function requireVendors(
  vendors: Vendors,
  orgId: number,
  named: readonly NamedVendor[],
): void {
  for (const { vendorId, argument } of named) {
    if (typeof vendorId === 'number' && vendors.get(vendorId)?.orgId !== orgId) {
      throw new BadUserInputError(
        `Organization ${orgId} has no vendor ${vendorId}. Give the id of one of its vendors.`,
        argument,
      )
    }
  }
}

/**
 * Existing references to an archived vendor stay; new ones are refused.
 * @throws BadUserInputError naming the first argument whose vendor is archived
 */
export function requireVendorsInUse(vendors: Vendors, named: readonly NamedVendor[]): void {
  for (const { vendorId, argument } of named) {
    const vendor = vendors.get(vendorId ?? 0)
    if (vendor === undefined || !vendor.isArchived) continue
    throw new BadUserInputError(
      `Vendor ${vendor.id} "${vendor.vendorName}" is archived; restore it first (vendorRestore), or name another one.`,
      argument,
    )
  }
}
