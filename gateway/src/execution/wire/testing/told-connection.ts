import { Connection } from '../connection.ts'
import type { ConnectionOptions } from '../connection.ts'
import { HeaderLines, requestLines, requestMessage } from '../request-message.ts'
import type { RequestMessage } from '../request-message.ts'
import type { ToldServer } from './told-server.ts'

export const OK = 'HTTP/1.1 200 OK\r\n'
export const answer = (body: string): string =>
  `${OK}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
const lines = requestLines({ host: 'x', path: '/', headers: {} })
const headers = new HeaderLines({ 'x-a': 'é' })
export const message = (body: string) => requestMessage({ lines, headers, body })

/** One character a byte, as a peer tells its requests. */
export function asBytes(text: RequestMessage): string {
  return typeof text === 'string' ? text : text.toString('latin1')
}

/** Rejects with what the requester hears of. */
export function ask(connection: Connection, body = 'a'): Promise<string> {
  return new Promise((resolve, reject) => {
    const heard: Buffer[] = []
    connection.send(message(body), {
      onHead: () => undefined,
      onBody: (bytes) => void heard.push(Buffer.from(bytes)),
      onEnd: () => resolve(Buffer.concat(heard).toString()),
      onFault: reject,
    })
  })
}

export function connect(server: ToldServer, options: Partial<ConnectionOptions> = {}) {
  const connection = new Connection({
    url: new URL(`http://127.0.0.1:${server.port}`),
    connectTimeoutMs: 5000,
    answerBytesMax: 3_000_000,
    readBuffer: Buffer.alloc(1000),
    ...options,
  })
  return Object.assign(connection, { [Symbol.asyncDispose]: () => connection.destroy() })
}

/** A connection on which one request was answered, and the other side of it. */
export async function openKept(server: ToldServer) {
  const connection = connect(server)
  const asked = ask(connection, 'first')
  const peer = await server.accept()
  await peer.request()
  peer.socket.write(answer('1'))
  await asked
  return { connection, peer, [Symbol.asyncDispose]: () => connection.destroy() }
}

/** Asks over a connection that is opened for it. What is heard should be "again", the body of this request. */
export async function askAnew(server: ToldServer, connection: Connection): Promise<string> {
  const asked = ask(connection, 'again')
  const peer = await server.accept()
  const request = await peer.request()
  peer.socket.write(answer(request.slice(request.indexOf('\r\n\r\n') + 4)))
  return await asked
}
