import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const CHECK_MS = 100

/** One address for several processes. It spreads connections, as a service of Kubernetes does. */
export interface Balancer extends AsyncDisposable {
  /** From now on connections go to this process too, while it is ready. */
  add(url: string): void
  remove(url: string): void
}

/** Listens on the port, and leads each connection to the next process whose `/health/ready` responds with 200. */
export async function startBalancer(port: number): Promise<Balancer> {
  const processes = new Map<string, { isReady: boolean }>()
  const sockets = new Set<Socket>()
  const stopping = new AbortController()
  let turn = 0
  const server = createServer((client) => {
    const ready = [...processes].filter(([, { isReady }]) => isReady).map(([url]) => url)
    turn += 1
    const url = ready[turn % ready.length]
    if (url === undefined) return void client.destroy()
    const { port: target, hostname } = new URL(url)
    const upstream = connect(Number(target), hostname)
    // Neither waits for more bytes: an HTTP exchange writes its head and its body apart.
    for (const socket of [client, upstream]) {
      socket.setNoDelay()
      socket.on('error', () => socket.destroy())
      sockets.add(socket)
    }
    client.pipe(upstream).pipe(client)
    client.on('close', () => {
      sockets.delete(client)
      upstream.destroy()
    })
    upstream.on('close', () => {
      sockets.delete(upstream)
      client.destroy()
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const checking = check(processes, stopping.signal)
  return {
    add: (url) => void processes.set(url, { isReady: true }),
    remove: (url) => void processes.delete(url),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await checking
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

async function check(
  processes: ReadonlyMap<string, { isReady: boolean }>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    for (const [url, process] of processes) {
      const response = await fetch(`${url}/health/ready`).catch(() => undefined)
      await response?.body?.cancel()
      process.isReady = response?.status === 200
    }
    await delay(CHECK_MS, undefined, { signal }).catch(() => undefined)
  }
}
