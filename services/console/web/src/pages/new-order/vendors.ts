import type { Vendor } from '../../session/use-vendors.ts'

/** The name of a vendor, or its number where the person may not read it. */
export const vendorName = (vendors: readonly Vendor[], id: number, vendor: string): string =>
  vendors.find((each) => each.id === id)?.vendorName ?? `${vendor} ${id}`

/** The order system to which a vendor is connected. */
export const providerOf = (vendors: readonly Vendor[], id: number | null): Vendor['provider'] =>
  vendors.find((each) => each.id === id)?.provider ?? null
