import { expect, test } from 'vitest'
import { clientAddressOf, plainAddress } from './client-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8::7', '2001:db8::7'],
  // A socket that takes both kinds reports IPv4 addresses like this.
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['localhost', undefined],
  ['203.0.113.7, 10.0.0.1', undefined],
  ['', undefined],
])('the address of a client is an IP address: %j', (given, address) => {
  expect(plainAddress(given)).toBe(address)
  expect(clientAddressOf({ headers: { 'x-client-address': given } })).toBe(address)
})

test('a request without the header, or with two, has no address', () => {
  expect(clientAddressOf({ headers: {} })).toBeUndefined()
  expect(clientAddressOf({ headers: { 'x-client-address': ['203.0.113.7'] } })).toBeUndefined()
})
