import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { TlsOptions } from 'node:tls'

/** One connection, seen from the server. */
export interface Peer {
  readonly socket: Socket
  /** The next request, as text with one character for each byte. */
  request(): Promise<string>
  readonly closed: Promise<unknown>
}

/** A server that sends exactly the bytes that a test writes. */
export interface RawHttpServer extends AsyncDisposable {
  readonly port: number
  /** Connections that were opened so far. */
  count(): number
  /** The next connection that is opened. */
  accept(): Promise<Peer>
}

export async function startRawHttpServer(tls?: TlsOptions): Promise<RawHttpServer> {
  if (tls === undefined) return await listen(createServer(), 'connection')
  const server = createTlsServer(tls)
  // In some tests the client refuses the certificate.
  server.on('tlsClientError', () => undefined)
  return await listen(server, 'secureConnection')
}

async function listen(server: Server, event: string): Promise<RawHttpServer> {
  const opened: Socket[] = []
  const accepted: Peer[] = []
  const waiting: ((peer: Peer) => void)[] = []
  server.on('connection', (socket) => opened.push(socket))
  server.on(event, (socket: Socket) => {
    const peer = peerOf(socket)
    const next = waiting.shift()
    if (next === undefined) accepted.push(peer)
    else next(peer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    count: () => opened.length,
    accept: () =>
      new Promise((resolve) => {
        const peer = accepted.shift()
        if (peer === undefined) waiting.push(resolve)
        else resolve(peer)
      }),
    async [Symbol.asyncDispose]() {
      for (const socket of opened) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function peerOf(socket: Socket): Peer {
  let received = ''
  let onData = (): void => undefined
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
    onData()
  })
  // In some tests the client breaks its connection.
  socket.on('error', () => undefined)
  return {
    socket,
    closed: new Promise((resolve) => socket.once('close', resolve)),
    request: () =>
      new Promise((resolve) => {
        onData = () => {
          const size = requestSize(received)
          if (received.length < size) return
          const request = received.slice(0, size)
          received = received.slice(size)
          onData = () => undefined
          resolve(request)
        }
        onData()
      }),
  }
}

/** Infinity while it is unknown. */
function requestSize(text: string): number {
  const end = text.indexOf('\r\n\r\n')
  const [, length = 0] = /content-length: (\d+)/.exec(text) ?? []
  return end === -1 ? Infinity : end + 4 + Number(length)
}
