import { BadUserInputError } from '@takeoff/kit/errors'
import type { Context } from './context.ts'
import { findVendors } from './find-vendors.ts'

/** A vendor somewhere in the arguments of a mutation. */
export interface NamedVendor {
  readonly vendorId: number | null | undefined
  /** Its path, such as `listItems[2].vendorId`. */
  readonly argument: string
}

/**
 * Asks the service that owns vendors, as the caller, whether each named vendor is one of the caller's.
 * @throws BadUserInputError naming the first argument whose vendor is not
 * @throws SubgraphUnavailableError when that service does not answer
 */
export async function requireVendors(
  context: Context,
  named: readonly NamedVendor[],
): Promise<void> {
  const known = await findVendors(
    context,
    named.map(({ vendorId }) => vendorId),
  )
  for (const { vendorId, argument } of named) {
    if (typeof vendorId === 'number' && !known.has(vendorId)) {
      throw new BadUserInputError(`There is no vendor ${vendorId} in your organizations.`, argument)
    }
  }
}
