import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'

const LOOPBACK = '127.0.0.1'

/**
 * Ports that nothing listens on now. All are held until the last is found, so they differ; somebody
 * else may take one before it is used, which a service reports as EADDRINUSE.
 */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listen(0)))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => close(server)))
  return ports
}

export async function findFreePort(): Promise<number> {
  const [port] = await findFreePorts(1)
  if (port === undefined) throw new Error('no port was found')
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
