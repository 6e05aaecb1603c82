import { BadUserInputError } from '@takeoff/kit/values/errors'
import type { Vendors } from './find-vendors.ts'

/** A vendor that an argument of a mutation names. */
export interface NamedVendor {
  readonly vendorId: number | null | undefined
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
