import { expect, test } from 'vitest'
import { isLoopbackHost } from './loopback.ts'

test.each(['localhost', 'LocalHost', '127.0.0.1', '127.8.9.255', '::1', '[::1]'])(
  '%s is on this machine',
  (host) => {
    expect(isLoopbackHost(host)).toBe(true)
  },
)

test.each([
  '',
  'localhost:4000',
  'localhost.attacker.example',
  '127.0.0.1.attacker.example',
  '127.0.0.1:4000',
  '127.1',
  '127.0.0.256',
  '128.0.0.1',
  '10.127.0.0',
  '0.0.0.0',
  '::',
  '::1:1',
  '[::1',
  '[127.0.0.1]',
  '::ffff:127.0.0.1',
])('"%s" is not on this machine, or no host', (host) => {
  expect(isLoopbackHost(host)).toBe(false)
})
