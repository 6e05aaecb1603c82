import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'

/** Code of the packet with which a client requests TLS, in place of the version of the protocol. */
const SSL_REQUEST_CODE = 80_877_103
const SSL_REQUEST_BYTES = 8

type FirstPacket = 'SSLRequest' | 'StartupMessage'

/** A server that clients of PostgreSQL connect to. */
export interface PostgresFront extends AsyncDisposable {
  readonly port: number
  /** The first packet of each connection. */
  readonly firstPackets: readonly FirstPacket[]
}

/**
 * For tests: begins connections as PostgreSQL does, with TLS where the client requests it.
 * @param certificate of the server; without one it refuses TLS
 * @param serve continues a connection that TLS, where requested, is established on
 */
export async function startPostgresFront(
  certificate: { readonly cert: string; readonly key: string } | undefined,
  serve: (connection: Duplex) => void,
): Promise<PostgresFront> {
  const firstPackets: FirstPacket[] = []
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    // In some tests the client breaks its connection.
    socket.on('error', () => undefined)
    socket.once('readable', () => {
      const head = socket.read() as Buffer | null
      if (head === null) return
      const isRequest =
        head.length === SSL_REQUEST_BYTES && head.readUInt32BE(4) === SSL_REQUEST_CODE
      firstPackets.push(isRequest ? 'SSLRequest' : 'StartupMessage')
      if (!isRequest) socket.unshift(head)
      if (!isRequest) return serve(socket)
      if (certificate === undefined) return void socket.write('N')
      socket.write('S')
      const encrypted = new TLSSocket(socket, { isServer: true, ...certificate })
      encrypted.on('error', () => undefined)
      encrypted.once('secure', () => serve(encrypted))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    firstPackets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
