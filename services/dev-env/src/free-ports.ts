import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { invariant } from '@takeoff/kit/values/invariant'
import { waitFor } from './wait-for.ts'

const LOOPBACK = '127.0.0.1'
/** Longest time in which a service whose supervisor was killed stops by itself. */
const RELEASE_LIMIT_MS = 16_000

/** Another process listens on the port. */
export class PortInUseError extends Error {
  constructor(port: number) {
    super(`Port ${port} is in use. Stop what listens there, or choose another: PORT=4100 npm start`)
    this.name = 'PortInUseError'
  }
}

/**
 * @param mayBecomeFree the last owner was killed and may still be stopping, so it is waited for
 * @throws PortInUseError
 */
export async function requireFreePort(port: number, mayBecomeFree: boolean): Promise<void> {
  const limitMs = mayBecomeFree ? RELEASE_LIMIT_MS : 0
  try {
    await waitFor(async () => ((await isPortFree(port)) ? true : undefined), {
      what: 'A free port',
      limitMs,
      intervalMs: 100,
    })
  } catch {
    throw new PortInUseError(port)
  }
}

/**
 * Ports without a listener. All are held until the last is found, so they differ; another process
 * may take one before it is used, which a service reports as EADDRINUSE.
 */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listen(0)))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => close(server)))
  return ports
}

export async function findFreePort(): Promise<number> {
  const [port] = await findFreePorts(1)
  invariant(port !== undefined, 'no port was found')
  return port
}

export async function isPortFree(port: number): Promise<boolean> {
  try {
    await close(await listen(port))
    return true
  } catch {
    return false
  }
}

async function listen(port: number): Promise<Server> {
  const server = createServer()
  server.listen(port, LOOPBACK)
  await once(server, 'listening')
  return server
}

async function close(server: Server): Promise<void> {
  server.close()
  await once(server, 'close')
}
