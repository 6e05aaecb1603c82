import { createFieldReader, definedOnly } from '../field-reader.ts'
import type { CheckedInput } from '../field-reader.ts'
import type { Optional } from '@takeoff/kit/values/optional'
import {
  ADDRESS_LINE_LENGTH_MAX,
  ADDRESS_LINES_MAX,
  EMAIL_LENGTH_MAX,
  NAME_LENGTH_MAX,
  PHONE_LENGTH_MAX,
} from '../contact-limits.ts'

export const CONTACT_NAME_LENGTH_MAX = 100
export const ACCOUNT_NUMBER_LENGTH_MAX = 50

/** The details of a vendor. */
export interface VendorDetails {
  readonly vendorName: string
  readonly contactName: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly addressLines: readonly string[]
  /** Of the organization at the vendor; printed on orders. */
  readonly accountNumber: string | null
}

/** A vendor as a caller describes it; a change keeps omitted fields. */
export type VendorRequest = { readonly [K in keyof VendorDetails]?: Optional<VendorDetails[K]> }

/** Checks every field that is given. */
export function checkVendor(request: VendorRequest): CheckedInput<Partial<VendorDetails>> {
  const read = createFieldReader('vendor')
  const values = definedOnly<Partial<VendorDetails>>({
    vendorName: read.name('vendorName', request.vendorName, NAME_LENGTH_MAX),
    contactName: read.line('contactName', request.contactName, CONTACT_NAME_LENGTH_MAX),
    phone: read.line('phone', request.phone, PHONE_LENGTH_MAX),
    email: read.email('email', request.email, EMAIL_LENGTH_MAX),
    addressLines: read.lines('addressLines', request.addressLines, {
      linesMax: ADDRESS_LINES_MAX,
      lengthMax: ADDRESS_LINE_LENGTH_MAX,
    }),
    accountNumber: read.line('accountNumber', request.accountNumber, ACCOUNT_NUMBER_LENGTH_MAX),
  })
  return { values, violations: read.violations }
}
