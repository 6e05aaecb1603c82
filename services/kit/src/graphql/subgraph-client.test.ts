import type { RequestListener } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { startLocalServer } from '../testing/local-server.ts'
import { SubgraphClient } from './subgraph-client.ts'
import type { MeasureSubgraph } from './subgraph-metrics.ts'

const AS = {
  caller: { userId: 1, orgIds: [1], scopes: new Set<string>(), token: 'token' },
  requestId: 'request-1',
}
const UNAVAILABLE = { code: 'SUBGRAPH_UNAVAILABLE' }

/** A client of a subgraph, with the outcomes of its requests to it. */
async function open(listener: RequestListener) {
  const server = await startLocalServer(listener)
  const measure = vi.fn<MeasureSubgraph>()
  const client = new SubgraphClient({
    caller: 'lists',
    name: 'orders',
    url: `${server.url}/graphql`,
    secrets: ['s'.repeat(32)],
    timeoutMs: 5_000,
    measure,
    certificates: undefined,
  })
  return {
    client,
    send: () => client.request('{ a }', {}, AS),
    outcomes: () => measure.mock.calls.map(([, , outcome]) => outcome),
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

const respondWith =
  (status: number, body: unknown): RequestListener =>
  (_request, response) =>
    void response.writeHead(status).end(JSON.stringify(body))

describe('a subgraph is counted as', () => {
  it.each([
    ['available for data', 200, { data: { a: 1 } }],
    ['available for a refusal', 200, { errors: [{ message: 'No.', extensions: { code: 'NO' } }] }],
  ])('%s', async (_what, status, body) => {
    await using subgraph = await open(respondWith(status, body))
    await subgraph.send().catch(() => undefined)
    expect(subgraph.outcomes()).toEqual(['response'])
  })

  it.each([
    ['unavailable for the 503 of a process that starts', 503, { status: 503, code: 'STARTING' }],
    ['unavailable for JSON that is no object', 200, null],
  ])('%s', async (_what, status, body) => {
    await using subgraph = await open(respondWith(status, body))
    await expect(subgraph.send()).rejects.toMatchObject(UNAVAILABLE)
    expect(subgraph.outcomes()).toEqual(['unavailable'])
  })
})

describe('a read that is lost on an idle connection is sent once more', () => {
  it.each(['a query', 'an internal route'] as const)('as %s', async (what) => {
    let requests = 0
    await using subgraph = await open((request, response) => {
      requests += 1
      if (requests === 2) request.socket.destroy()
      else response.end('{"data":{"a":1}}')
    })
    const { client, send } = subgraph
    const read = what === 'a query' ? send : () => client.read('/internal')
    await read()
    // The connection is idle from the next turn on.
    await setImmediate()
    await expect(read()).resolves.toBeDefined()
    expect(requests).toBe(3)
  })
})
