import type { VendorsQuery } from '../../../generated/operations.ts'

/** A vendor as it stands in the list; its connection is known only to those who may read it. */
export type ListedVendor = VendorsQuery['vendors']['nodes'][number]

/** Queries that hold something about vendors. */
export const VENDOR_QUERIES = ['Vendors', 'VendorChoices', 'OrderPreparation']
