import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { TlsOptions } from 'node:tls'

/** The other side of a connection, which sends what a test tells it to. */
export interface Peer {
  readonly socket: Socket
  /** The next request, as it came. */
  request(): Promise<string>
  readonly closed: Promise<unknown>
}

export interface ToldServer extends AsyncDisposable {
  readonly port: number
  /** How many connections were opened so far. */
  count(): number
  /** The next connection that is opened. */
  accept(): Promise<Peer>
}

export async function startToldServer(host = '127.0.0.1'): Promise<ToldServer> {
  return await listen(createServer(), { host, event: 'connection' })
}

export async function startToldTlsServer(options: TlsOptions): Promise<ToldServer> {
  const server = createTlsServer(options)
  // What the client refuses is no fault of the server.
  server.on('tlsClientError', () => undefined)
  return await listen(server, { host: '127.0.0.1', event: 'secureConnection' })
}

async function listen(
  server: Server,
  { host, event }: { readonly host: string; readonly event: string },
): Promise<ToldServer> {
  const opened: Socket[] = []
  const accepted: Peer[] = []
  const awaited: ((peer: Peer) => void)[] = []
  server.on('connection', (socket) => opened.push(socket))
  server.on(event, (socket: Socket) => {
    const hand = awaited.shift() ?? ((peer: Peer) => void accepted.push(peer))
    hand(toPeer(socket))
  })
  server.listen(0, host)
  await once(server, 'listening')
  return {
    count: () => opened.length,
    port: (server.address() as AddressInfo).port,
    accept: () =>
      new Promise((resolve) => {
        const peer = accepted.shift()
        if (peer === undefined) awaited.push(resolve)
        else resolve(peer)
      }),
    async [Symbol.asyncDispose]() {
      for (const socket of opened) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function toPeer(socket: Socket): Peer {
  let came = ''
  let heard = (): void => undefined
  socket.setEncoding('latin1').on('data', (text: string) => {
    came += text
    heard()
  })
  // That a client breaks its connection is what some tests are about.
  socket.on('error', () => undefined)
  return {
    socket,
    closed: new Promise((resolve) => socket.once('close', resolve)),
    request: () =>
      new Promise((resolve) => {
        heard = () => {
          const size = requestSize(came)
          if (came.length < size) return
          const request = came.slice(0, size)
          came = came.slice(size)
          heard = () => undefined
          resolve(request)
        }
        heard()
      }),
  }
}

/** Infinity while it is unknown. */
function requestSize(text: string): number {
  const end = text.indexOf('\r\n\r\n')
  const [, length] = /content-length: (\d+)/.exec(text) ?? []
  return end === -1 ? Infinity : end + 4 + Number(length)
}
