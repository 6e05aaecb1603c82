import { expect, test } from 'vitest'
import { vendorChangeOf, vendorFormOf, vendorInputOf } from './vendor-form.ts'

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

test('of a vendor that is changed only what was typed is sent', () => {
  const before = { ...vendorFormOf(undefined), vendorName: 'ABC', phone: '1', addressLines: 'a' }

  expect(vendorChangeOf(before, before)).toEqual({})
  expect(vendorChangeOf({ ...before, phone: '', email: 'a@b.c' }, before)).toEqual({
    phone: null,
    email: 'a@b.c',
  })
})
