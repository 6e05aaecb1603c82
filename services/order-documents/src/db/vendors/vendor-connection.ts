import { defineEntity, p } from '@mikro-orm/core'
import {
  BRANCH_LENGTH_MAX,
  PROVIDER_IDENTIFIER_LENGTH_MAX,
} from '../../domain/vendors/connection-request.ts'
import { ACCOUNT_NUMBER_LENGTH_MAX } from '../../domain/vendors/vendor-request.ts'
import { organizationFilter } from '@takeoff/kit/postgres/organization-filter'
import { Vendor } from './vendor.ts'

export const VendorConnectionSchema = defineEntity({
  name: 'VendorConnection',
  tableName: 'vendor_connection',
  filters: organizationFilter,
  properties: {
    vendor: () => p.manyToOne(Vendor).primary(),
    orgId: p.integer(),
    providerIdentifier: p.string().length(PROVIDER_IDENTIFIER_LENGTH_MAX),
    accountNumber: p.string().length(ACCOUNT_NUMBER_LENGTH_MAX),
    branch: p.string().length(BRANCH_LENGTH_MAX).nullable(),
    /** Encrypted with PROVIDERS_SECRET_KEY; no row contains the token itself. */
    accessTokenSealed: p.text(),
    connectedAt: p.datetime(3),
  },
})

/** The account of an organization at the provider through which a vendor receives orders. */
export class VendorConnection extends VendorConnectionSchema.class {}
VendorConnectionSchema.setClass(VendorConnection)

/** What the access token of a connection is bound to: it does not open for another vendor. */
export function placeOfToken({
  vendorId,
  orgId,
}: {
  readonly vendorId: number
  readonly orgId: number
}): string {
  return `vendor_connection.access_token_sealed ${orgId} ${vendorId}`
}
