import { expect, test } from 'vitest'
import { fileAddress } from './file-address.ts'

test.each([
  ['https://takeoff.example.com/files/0f3c', '/session/files/0f3c'],
  ['http://127.0.0.1:4000/files/0f3c?x=1', '/session/files/0f3c'],
  ['/files/0f3c', '/session/files/0f3c'],
])('%s is read through the session at %s', (redirectUrl, expected) => {
  expect(fileAddress(redirectUrl)).toBe(expected)
})
