import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { findFreePorts, isPortFree } from './free-ports.ts'

test('free ports differ, and are none that the operating system gives to another process', async () => {
  const ports = await findFreePorts(100)

  expect(new Set(ports).size).toBe(100)
  expect(Math.max(...ports)).toBeLessThan(32_768)
  expect(Math.min(...ports)).toBeGreaterThan(1_023)
})

test('a port is free until a process listens on it', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await isPortFree(port)).toBe(false)
  server.close()
  await once(server, 'close')

  expect(await isPortFree(port)).toBe(true)
})
