import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { readBody, startLocalServer } from '../../tests/fixtures/local-server.ts'
import { ClientPool } from './client-pool.ts'
import { ClientPresence } from './client-presence.ts'
import type { Borrower } from './client-pool.ts'
import { readAnswer } from './subgraph-answer.ts'
import { exchanged } from './testing/exchanged.ts'
import type { Connection } from './wire/connection.ts'
import { startToldServer } from './wire/testing/told-server.ts'
import { HeaderLines, requestLines } from './wire/request-message.ts'

const LINES = requestLines({ host: 'stock', path: '/', headers: {} })
const LIMITS = { connections: 1, connectTimeoutMs: 1000, answerBytesMax: 1000 }

/** A subgraph behind one connection, and the bodies that reached it. */
async function open(answer: (body: string, response: ServerResponse) => void) {
  const came: string[] = []
  const listen = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request)
    came.push(body)
    answer(body, response)
  }
  const server = await startLocalServer((request, response) => void listen(request, response))
  const pool = new ClientPool(server.url, LIMITS)
  const about = {
    pool,
    lines: LINES,
    headers: new HeaderLines({}),
    timeoutMs: 5000,
    isRepeatable: false,
  }
  const ask = (body: string, client?: ClientPresence) =>
    exchanged({ ...about, body, client }).then(readAnswer)
  return {
    came,
    ask,
    async [Symbol.asyncDispose]() {
      await pool.destroy()
      await server[Symbol.asyncDispose]()
    },
  }
}

function tell(body: string, response: ServerResponse): void {
  response.setHeader('content-type', 'application/json').end(`{"data":{"said":"${body}"}}`)
}

const said = (body: string) => ({ data: { said: body } })

it('lends a connection to one request after the other, in their order', async () => {
  await using subgraph = await open(tell)
  const bodies = ['a', 'b', 'c']
  expect(await Promise.all(bodies.map((body) => subgraph.ask(body)))).toEqual(bodies.map(said))
  expect(subgraph.came).toEqual(bodies)
})

it('lends nothing to one that waited and gave up', async () => {
  const pool = new ClientPool('http://127.0.0.1', LIMITS)
  const lent: string[] = []
  const borrower = (name: string, use?: Borrower['use']): Borrower => ({
    use(connection) {
      lent.push(name)
      use?.(connection)
    },
  })
  const second = borrower('b')
  const borrowed = Promise.withResolvers<Connection>()
  pool.borrow(borrower('a', borrowed.resolve))
  pool.borrow(second)
  pool.borrow(borrower('c'))
  pool.leave(second)
  pool.giveBack(await borrowed.promise)
  await vi.waitUntil(() => lent.length > 1)
  expect(lent).toEqual(['a', 'c'])
  await pool.destroy()
})

it.each([
  ['was ended', (_response: ServerResponse, client: ClientPresence) => client.leave()],
  ['broke', (response: ServerResponse) => response.destroy()],
])('lends it again after a request that %s', async (_how, fail) => {
  const client = new ClientPresence()
  await using subgraph = await open((body, response) =>
    body === 'a' ? fail(response, client) : tell(body, response),
  )
  const asked = [subgraph.ask('a', client), subgraph.ask('b')]
  expect(await Promise.allSettled(asked)).toMatchObject([
    { status: 'rejected' },
    { value: said('b') },
  ])
  expect(await subgraph.ask('c')).toEqual(said('c'))
})

it('does not lend a connection again over which more comes right behind an answer', async () => {
  await using server = await startToldServer()
  const pool = new ClientPool(`http://127.0.0.1:${server.port}`, LIMITS)
  const about = {
    pool,
    lines: LINES,
    headers: new HeaderLines({}),
    timeoutMs: 5000,
    client: undefined,
  }
  const ask = (body: string) => exchanged({ ...about, body, isRepeatable: false }).then(readAnswer)
  const first = ask('a')
  const next = ask('b')
  const peer = await server.accept()
  await peer.request()
  // In a turn of its own, so that it is not read together with the answer.
  await nextTurn()
  peer.socket.write(answerOf('a'))
  await nextTurn()
  peer.socket.write(answerOf('poison'))
  expect(await first).toEqual(said('a'))
  const other = await server.accept()
  other.socket.write(answerOf('b'))
  expect(await next).toEqual(said('b'))
  await peer.closed
  await pool.destroy()
})

function answerOf(body: string): string {
  const json = JSON.stringify(said(body))
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${json.length}\r\n\r\n${json}`
}
