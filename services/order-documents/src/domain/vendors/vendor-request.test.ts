import { describe, expect, it } from 'vitest'
import { checkVendor } from './vendor-request.ts'
import type { VendorRequest } from './vendor-request.ts'

const violationOf = (request: VendorRequest) => checkVendor(request).violations

describe('a vendor', () => {
  it('trims its texts', () => {
    const { values, violations } = checkVendor({
      vendorName: ' Summit Metal ',
      contactName: 'Priya Raman\n',
      phone: '+1 763 555 0190',
      email: ' sales@summit-metal.example',
      addressLines: [' 77 Rolling Mill Road', '', 'Brooklyn Park, MN 55428'],
      accountNumber: 'RE-20417',
    })

    expect(violations).toEqual([])
    expect(values).toEqual({
      vendorName: 'Summit Metal',
      contactName: 'Priya Raman',
      phone: '+1 763 555 0190',
      email: 'sales@summit-metal.example',
      addressLines: ['77 Rolling Mill Road', 'Brooklyn Park, MN 55428'],
      accountNumber: 'RE-20417',
    })
  })

  it('removes fields that are null or blank and keeps omitted ones', () => {
    expect(checkVendor({ phone: null, email: ' ', addressLines: null })).toEqual({
      values: { phone: null, email: null, addressLines: [] },
      violations: [],
    })
  })

  it.each([
    ['vendorName', { vendorName: ' ' }, 'vendor.vendorName must not be blank.'],
    ['vendorName', { vendorName: null }, 'vendor.vendorName must not be blank.'],
    [
      'vendorName',
      { vendorName: '🏠'.repeat(201) },
      'vendor.vendorName must have at most 200 characters.',
    ],
    [
      'contactName',
      { contactName: 'x'.repeat(101) },
      'vendor.contactName must have at most 100 characters.',
    ],
    ['phone', { phone: '1\n2' }, 'vendor.phone must be one line of printable characters.'],
    ['phone', { phone: 'x'.repeat(51) }, 'vendor.phone must have at most 50 characters.'],
    ['email', { email: 'nobody' }, 'vendor.email must be an email address.'],
    ['email', { email: 'a@b c' }, 'vendor.email must be an email address.'],
    [
      'email',
      { email: `${'x'.repeat(250)}@x.yz` },
      'vendor.email must have at most 254 characters.',
    ],
    [
      'addressLines[1]',
      { addressLines: ['', 'a\0b'] },
      'vendor.addressLines[1] must be one line of printable characters.',
    ],
    [
      'addressLines[0]',
      { addressLines: ['x'.repeat(101)] },
      'vendor.addressLines[0] must have at most 100 characters.',
    ],
    [
      'addressLines',
      { addressLines: Array.from({ length: 7 }, () => 'x') },
      'vendor.addressLines must have at most 6 lines; it has 7.',
    ],
    [
      'accountNumber',
      { accountNumber: '\ud83c' },
      'vendor.accountNumber must be one line of printable characters.',
    ],
    [
      'accountNumber',
      { accountNumber: '1'.repeat(51) },
      'vendor.accountNumber must have at most 50 characters.',
    ],
  ] as const)('is refused for a bad %s: %j', (field, request, message) => {
    expect(violationOf(request)).toEqual([{ argument: `vendor.${field}`, message }])
  })

  it('accepts 200 characters that are two units of UTF-16 each', () => {
    expect(violationOf({ vendorName: '🏠'.repeat(200) })).toEqual([])
  })

  it('reports all violations at once', () => {
    const violations = violationOf({ vendorName: '', email: 'x', addressLines: ['\n1\n2'] })

    expect(violations.map(({ argument }) => argument)).toEqual([
      'vendor.vendorName',
      'vendor.email',
      'vendor.addressLines[0]',
    ])
  })
})
