import type { Context } from '../context.ts'
import { findNamesakes } from '../db/vendors/vendor-reads.ts'
import type { VendorRecord } from '../db/vendors/vendor-reads.ts'

/** Two vendors of one name may be two branches of a supplier, or one vendor that was entered twice. */
export async function warnOfNamesakes(
  { database, warnings }: Context,
  vendor: VendorRecord,
): Promise<void> {
  const ids = await findNamesakes(database, vendor)
  if (ids.length === 0) return
  const others = ids.length === 1 ? `Vendor ${ids[0]} has` : `Vendors ${ids.join(', ')} have`
  warnings.push(`${others} the name "${vendor.vendorName}" too, be it with other capitals.`)
}
