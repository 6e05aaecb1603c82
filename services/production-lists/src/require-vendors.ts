import { BadUserInputError } from '@takeoff/kit/errors'
import type { Context } from './context.ts'

/** A vendor somewhere in the arguments of a mutation. */
export interface NamedVendor {
  readonly vendorId: number | null | undefined
  /** Its path, such as `listItems[2].vendorId`. */
  readonly argument: string
}

const vendorsQuery = `query Vendors($representations: [_Any!]!) {
  _entities(representations: $representations) { ... on Vendor { id } }
}`

/**
 * Asks the service that owns vendors, as the caller, whether each named vendor is one of the caller's.
 * @throws BadUserInputError naming the first argument whose vendor is not
 * @throws SubgraphUnavailableError when that service does not answer
 */
export async function requireVendors(
  { orderDocuments, caller, requestId, traceparent }: Context,
  named: readonly NamedVendor[],
): Promise<void> {
  const ids = new Set(named.map(({ vendorId }) => vendorId).filter(isId))
  if (ids.size === 0) return

  const representations = [...ids].map((id) => ({ __typename: 'Vendor', id }))
  const { _entities: vendors } = await orderDocuments.request<{
    readonly _entities: readonly ({ readonly id: number } | null)[]
  }>(vendorsQuery, { representations }, { caller, requestId, traceparent })
  const known = new Set(vendors.map((vendor) => vendor?.id))
  for (const { vendorId, argument } of named) {
    if (isId(vendorId) && !known.has(vendorId)) {
      throw new BadUserInputError(`There is no vendor ${vendorId} in your organizations.`, argument)
    }
  }
}

function isId(vendorId: number | null | undefined): vendorId is number {
  return typeof vendorId === 'number'
}
