import { BadUserInputError } from '@takeoff/kit/values/errors'
import { expect, test } from 'vitest'
import { readReturnPath } from './return-path.ts'

test.each([
  [undefined, '/'],
  ['/', '/'],
  ['/jobs/1?tab=lists#top', '/jobs/1?tab=lists#top'],
  ['/jobs/../orders', '/orders'],
  ['/search?q=50%25%20off', '/search?q=50%25%20off'],
  ['/search?q=https://example.com', '/search?q=https://example.com'],
  ['/sessions', '/sessions'],
])('returns to %j as %j', (value, path) => {
  expect(readReturnPath(value)).toBe(path)
})

test.each([
  'https://evil.example',
  'https:evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\u0000/evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/jobs/..//evil.example',
  '/%2F%2Fevil.example',
  '/%2fevil.example',
  '/%5Cevil.example',
  '/%255Cevil.example',
  '/%25252Fevil.example',
  '%2F%2Fevil.example',
  '/%09/evil.example',
  '/%E0%A4%A',
  'javascript:alert(1)',
  'data:text/html,x',
  'evil.example',
  '@evil.example',
  '',
  '/session/sign-out',
  '/session',
  '/%73ession/callback',
  `/${'x'.repeat(1000)}`,
  ['/jobs', '/jobs'],
  1,
])('refuses to return to %j', (value) => {
  expect(() => readReturnPath(value)).toThrow(BadUserInputError)
})

test('an address that is too long is refused with the limit', () => {
  expect(() => readReturnPath(`/jobs?search=${'ñ'.repeat(200)}`)).toThrow(
    'return must have at most 1000 characters.',
  )
})
