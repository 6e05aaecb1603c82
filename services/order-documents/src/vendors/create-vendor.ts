import { changesOf, insertAudit } from '@takeoff/kit/events/audit'
import { requireOrganization } from '@takeoff/kit/security/access'
import { violationsError } from '@takeoff/kit/values/violations'
import type { Context } from '../context.ts'
import { createOnce } from '@takeoff/kit/postgres/idempotency'
import type { VendorRecord } from '../db/vendors/vendor-reads.ts'
import { Vendor } from '../db/vendors/vendor.ts'
import { checkVendor } from '../domain/vendors/vendor-request.ts'
import type { VendorDetails, VendorRequest } from '../domain/vendors/vendor-request.ts'
import { recordVendorChange } from './record-vendor-change.ts'
import { requireVendor } from './require-vendor.ts'
import { warnOfNamesakes } from './warn-of-namesakes.ts'

export interface NewVendorRequest {
  readonly orgId: number
  readonly vendor: VendorRequest & { readonly vendorName: string }
}

const NOTHING: Omit<VendorDetails, 'vendorName'> = {
  contactName: null,
  phone: null,
  email: null,
  addressLines: [],
  accountNumber: null,
}

/**
 * Creates a vendor; warns when another one has the same name.
 * @throws BadUserInputError with all violations of the vendor
 */
export async function createVendor(
  context: Context,
  request: NewVendorRequest,
): Promise<VendorRecord> {
  const { caller, database } = context
  const { orgId } = request
  requireOrganization(caller, orgId)
  const { values, violations } = checkVendor(request.vendor)
  if (violations.length > 0) throw violationsError(violations)
  const details: VendorDetails = { ...NOTHING, vendorName: request.vendor.vendorName, ...values }

  const id = await createOnce(context, 'vendorCreate', request, (remember) =>
    database.transaction(async (sql) => {
      const entities = sql.entitiesOf([orgId])
      const at = context.now()
      const vendor = entities.create(Vendor, {
        ...details,
        addressLines: [...details.addressLines],
        orgId,
        createdAt: at,
        updatedAt: at,
      })
      await entities.flush()
      await recordVendorChange(sql, context, vendor)
      await insertAudit(sql, context, {
        orgId,
        operation: 'vendorCreate',
        target: { type: 'vendor', id: vendor.id },
        changes: changesOf({ addressLines: [] }, details),
      })
      const newId = String(vendor.id)
      await remember(sql, newId)
      return newId
    }),
  )
  const vendor = await requireVendor(context, Number(id))
  await warnOfNamesakes(context, vendor)
  return vendor
}
