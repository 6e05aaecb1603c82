import { changedFields } from '../../../api/changed-fields.ts'
import type { VendorInput, VendorUpdate } from '../../../generated/operations.ts'
import { addressLinesOf, textOrNull } from '../../../ui/texts.ts'

/** A vendor as it is typed. */
export interface VendorForm {
  readonly vendorName: string
  readonly contactName: string
  readonly phone: string
  readonly email: string
  readonly addressLines: string
  readonly accountNumber: string
}

interface KnownVendor {
  readonly vendorName: string
  readonly contactName: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly addressLines: readonly string[]
  readonly accountNumber: string | null
}

export const vendorFormOf = (vendor: KnownVendor | undefined): VendorForm => ({
  vendorName: vendor?.vendorName ?? '',
  contactName: vendor?.contactName ?? '',
  phone: vendor?.phone ?? '',
  email: vendor?.email ?? '',
  addressLines: vendor?.addressLines.join('\n') ?? '',
  accountNumber: vendor?.accountNumber ?? '',
})

/** Texts as the server takes them: an empty one is null. */
export function vendorInputOf(form: VendorForm): VendorInput {
  return {
    vendorName: form.vendorName.trim(),
    contactName: textOrNull(form.contactName),
    phone: textOrNull(form.phone),
    email: textOrNull(form.email),
    addressLines: addressLinesOf(form.addressLines),
    accountNumber: textOrNull(form.accountNumber),
  }
}

/** What was changed of a vendor. */
export const vendorChangeOf = (form: VendorForm, before: VendorForm): VendorUpdate =>
  changedFields<VendorUpdate>(vendorInputOf(form), vendorInputOf(before))
