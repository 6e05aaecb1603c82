import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

const LOOPBACK = '127.0.0.1'
/** Operating systems choose ports of outgoing connections, and for port 0, from 32,768 on Linux, from 49,152 elsewhere. */
const FIRST = 10_000
const END = 32_768

/**
 * Ports of loopback without a listener, for processes that listen on them seconds later. No outgoing connection takes
 * one before, and another caller of this function seldom does.
 */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = randomInt(FIRST, END)
    if (await isPortFree(port)) ports.add(port)
  }
  return [...ports]
}

/** One port as of `findFreePorts`. */
export async function findFreePort(): Promise<number> {
  const [port = 0] = await findFreePorts(1)
  return port
}

/** Whether nothing listens on a port of loopback. */
export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, LOOPBACK)
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
