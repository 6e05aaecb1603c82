import { BadUserInputError } from '@takeoff/kit/errors'
import type { Vendors } from './find-vendors.ts'

/** A vendor somewhere in the arguments of a mutation. */
export interface NamedVendor {
  readonly vendorId: number | null | undefined
  /** Its path, such as `listItems[2].vendorId`. */
  readonly argument: string
}

/**
 * A caller of several organizations sees the vendors of all of them; each organization orders from its own.
 * @throws BadUserInputError naming the first argument whose vendor is not one of the organization's
 */
export function requireVendors(
  vendors: Vendors,
  orgId: number,
  named: readonly NamedVendor[],
): void {
  for (const { vendorId, argument } of named) {
    if (typeof vendorId === 'number' && vendors.get(vendorId) !== orgId) {
      throw new BadUserInputError(`Organization ${orgId} has no vendor ${vendorId}.`, argument)
    }
  }
}
