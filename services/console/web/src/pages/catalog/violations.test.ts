import { TakeoffError } from '@takeoff/client'
import { expect, test } from 'vitest'
import { violationsByField, violationsOf, withoutArgument } from './violations.ts'

const refusal = (extensions: Readonly<Record<string, unknown>>, message = 'Refused.') =>
  new TakeoffError({
    code: 'BAD_USER_INPUT',
    message,
    errors: [{ message, extensions }],
  })

test('all violations of a refusal are found, and what is no violation is left out', () => {
  const violation = { argument: 'vendor.email', message: 'vendor.email is no email address.' }

  expect(violationsOf(refusal({ faults: [violation, null, { message: 3 }] }))).toEqual([violation])
})

test('a refusal that names one argument only has that violation', () => {
  const error = refusal({ argument: 'url' }, 'url must begin with https.')

  expect(violationsOf(error)).toEqual([{ argument: 'url', message: 'url must begin with https.' }])
})

test('other errors have no violations', () => {
  expect(violationsOf(new Error('offline'))).toEqual([])
  expect(violationsOf(new TakeoffError({ code: 'CONFLICT', message: 'changed' }))).toEqual([])
})

test('violations are shown at their field, the first of each', () => {
  const error = refusal({
    faults: [
      { argument: 'vendor.addressLines[1]', message: 'vendor.addressLines[1] is too long.' },
      { argument: 'vendor.addressLines[2]', message: 'vendor.addressLines[2] is not one line.' },
      { argument: 'connection.branch', message: 'connection.branch is too long.' },
    ],
  })

  expect(violationsByField(error, 'vendor', (message) => message)).toEqual({
    addressLines: 'Is too long.',
  })
  expect(violationsByField(error, 'vendor', () => 'Es largo.')).toEqual({
    addressLines: 'Es largo.',
  })
})

test.each([
  ['Line 1 "x", measure[0].times: must be above 0.', 'Must be above 0.'],
  ['Line 12 "a "b", c: d", coverage: must be above 0.', 'Must be above 0.'],
  ['template.name: must not be blank.', 'Must not be blank.'],
  ['brand.logo is not a whole PNG file.', 'Is not a whole PNG file.'],
  ['Something else.', 'Something else.'],
])('the message %j is shown as %j', (message, expected) => {
  expect(withoutArgument(message)).toBe(expected)
})
