import type { ReactNode } from 'react'
import { choicesOf } from './use-vendors.ts'
import type { Vendor } from './use-vendors.ts'

/** The vendors that may be chosen, as options; one that is chosen and not listed is shown by its id. */
export function VendorOptions({
  vendors,
  chosen = null,
}: {
  readonly vendors: readonly Vendor[]
  readonly chosen?: number | null
}): ReactNode {
  const isListed = chosen === null || vendors.some(({ id }) => id === chosen)
  return (
    <>
      {!isListed && <option value={chosen}>{chosen}</option>}
      {choicesOf(vendors, chosen).map(({ id, vendorName }) => (
        <option key={id} value={id}>
          {vendorName}
        </option>
      ))}
    </>
  )
}
