import { expect, test } from 'vitest'
import { vendorFormOf, vendorInputOf } from './vendor-form.ts'

test('a vendor comes back as it was', () => {
  const vendor = {
    vendorName: 'ABC',
    contactName: null,
    phone: '1',
    email: null,
    addressLines: ['1 A St', 'Town'],
    accountNumber: null,
  }

  expect(vendorInputOf(vendorFormOf(vendor))).toEqual(vendor)
})

test('blank lines and spaces are dropped, and what is emptied is taken away', () => {
  const form = { ...vendorFormOf(undefined), vendorName: ' ABC ', addressLines: ' a \n\n b' }

  expect(vendorInputOf(form)).toEqual({
    vendorName: 'ABC',
    contactName: null,
    phone: null,
    email: null,
    addressLines: ['a', 'b'],
    accountNumber: null,
  })
})
