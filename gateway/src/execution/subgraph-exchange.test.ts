import { describe, expect, it } from 'vitest'
import { ClientPool } from './client-pool.ts'
import { readAnswer } from './subgraph-answer.ts'
import { exchanged } from './testing/exchanged.ts'
import type { ExchangeOptions } from './subgraph-exchange.ts'
import { SubgraphFault } from './subgraph-fault.ts'
import { HeaderLines, requestLines } from './wire/request-message.ts'
import { startToldServer } from './wire/testing/told-server.ts'
import type { Peer } from './wire/testing/told-server.ts'

const LINES = requestLines({ host: 'stock', path: '/', headers: {} })
const LIMITS = { connections: 1, connectTimeoutMs: 1000, answerBytesMax: 30_000 }
const DATA = { data: { a: 1 } }

/** A subgraph behind one connection. */
async function open(limits: Partial<typeof LIMITS> = {}) {
  const server = await startToldServer()
  const pool = new ClientPool(`http://127.0.0.1:${server.port}`, { ...LIMITS, ...limits })
  const ask = (more: Partial<ExchangeOptions> = {}) =>
    exchanged({
      pool,
      lines: LINES,
      headers: new HeaderLines({}),
      body: '{}',
      timeoutMs: 5000,
      isRepeatable: true,
      client: undefined,
      ...more,
    }).then(readAnswer)
  return {
    server,
    pool,
    ask,
    async [Symbol.asyncDispose]() {
      await pool.destroy()
      await server[Symbol.asyncDispose]()
    },
  }
}

function say(peer: Peer, body: string, first = 'HTTP/1.1 200 OK', type = 'application/json'): void {
  const head = `${first}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`
  peer.socket.write(head + body)
}

describe('after an answer that is refused for its head', () => {
  it('its connection is used again', async () => {
    await using subgraph = await open()
    const asked = subgraph.ask()
    const peer = await subgraph.server.accept()
    await peer.request()
    say(peer, 'x'.repeat(16_384), 'HTTP/1.1 502 Bad Gateway', 'text/html')
    await expect(asked).rejects.toThrow('answered 502 with text/html')
    const next = subgraph.ask()
    await peer.request()
    say(peer, JSON.stringify(DATA))
    expect(await next).toEqual(DATA)
  })

  it('its connection is closed when its body is large', async () => {
    await using subgraph = await open()
    const asked = subgraph.ask()
    const peer = await subgraph.server.accept()
    say(peer, 'x'.repeat(16_385), 'HTTP/1.1 502 Bad Gateway', 'text/html')
    await expect(asked).rejects.toThrow('answered 502 with text/html')
    await peer.closed
  })

  it('the one that follows in its bytes is no answer', async () => {
    await using subgraph = await open()
    const asked = subgraph.ask()
    const peer = await subgraph.server.accept()
    say(peer, `${'x'.repeat(16_385)}${'y'.repeat(13_000)}`, 'HTTP/1.1 404', 'text/html')
    await expect(asked).rejects.toThrow('answered 404 with text/html')
    const next = subgraph.ask()
    say(await subgraph.server.accept(), JSON.stringify(DATA))
    expect(await next).toEqual(DATA)
  })
})

it.each(['application/json', 'application/json; charset=utf-8'])(
  'refuses an answer that tells two media types, though the first is %s',
  async (type) => {
    await using subgraph = await open()
    const asked = subgraph.ask()
    const peer = await subgraph.server.accept()
    say(peer, JSON.stringify(DATA), 'HTTP/1.1 200 OK', `${type}\r\ncontent-type: text/html`)
    await expect(asked).rejects.toThrow(`answered 200 with ${type}, text/html`)
  },
)

it.each([1, 300_000])('puts an answer together, of %i characters of two bytes', async (length) => {
  // Of the longer one no read takes more than a tenth.
  await using subgraph = await open({ answerBytesMax: 1_000_000 })
  const answer = { data: { a: `a${'é'.repeat(length)}` } }
  const asked = subgraph.ask()
  const peer = await subgraph.server.accept()
  await peer.request()
  const body = JSON.stringify(answer)
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`
  peer.socket.write(`${head}\r\n\r\n${body}`)
  expect(await asked).toEqual(answer)
})

it('refuses an answer that is too large', async () => {
  await using subgraph = await open()
  const asked = subgraph.ask()
  const peer = await subgraph.server.accept()
  say(peer, JSON.stringify({ data: { a: 'x'.repeat(30_000) } }))
  await expect(asked).rejects.toThrow(SubgraphFault)
  await peer.closed
})

it('sends nothing of a request with a header that would begin another', async () => {
  await using subgraph = await open()
  const headers = new HeaderLines({
    authorization: 'a\r\ncontent-length: 0\r\n\r\nPOST / HTTP/1.1',
  })
  await expect(subgraph.ask({ headers })).rejects.toThrow(SubgraphFault)
  const next = subgraph.ask()
  const peer = await subgraph.server.accept()
  expect(await peer.request()).not.toContain('authorization')
  say(peer, JSON.stringify(DATA))
  expect(await next).toEqual(DATA)
})

describe('a pool', () => {
  it('that is closed answers who waits, and keeps no connection', async () => {
    await using subgraph = await open()
    const asked = [subgraph.ask(), subgraph.ask()]
    const peer = await subgraph.server.accept()
    await peer.request()
    subgraph.pool.close()
    say(peer, JSON.stringify(DATA))
    await peer.request()
    say(peer, JSON.stringify(DATA))
    expect(await Promise.all(asked)).toEqual([DATA, DATA])
    await peer.closed
  })

  it('that is closed ends its idle connections', async () => {
    await using subgraph = await open()
    const asked = subgraph.ask()
    const peer = await subgraph.server.accept()
    say(peer, JSON.stringify(DATA))
    expect(await asked).toEqual(DATA)
    subgraph.pool.close()
    await peer.closed
  })

  it('that is destroyed fails all requests, also those that wait or come later', async () => {
    await using subgraph = await open()
    const asked = Promise.allSettled([subgraph.ask(), subgraph.ask(), subgraph.ask()])
    const peer = await subgraph.server.accept()
    await peer.request()
    await subgraph.pool.destroy()
    await expect(subgraph.ask()).rejects.toThrow('is not asked any more')
    expect((await asked).map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
    await peer.closed
  })

  it('that was destroyed before its first connection opens none', async () => {
    await using subgraph = await open()
    await subgraph.pool.destroy()
    await expect(subgraph.ask()).rejects.toThrow('is not asked any more')
  })
})

describe('a request that is lost on a connection that was used before', () => {
  /** One over which an answer came, and a second request that has reached the subgraph. */
  async function openUsed(more: Partial<ExchangeOptions> = {}) {
    const subgraph = await open()
    const first = subgraph.ask()
    const peer = await subgraph.server.accept()
    await peer.request()
    say(peer, JSON.stringify(DATA))
    await first
    const asked = subgraph.ask(more)
    await peer.request()
    return Object.assign(subgraph, { peer, asked })
  }

  it.each([
    ['ended', ({ socket }) => socket.end()],
    ['broken', ({ socket }) => socket.resetAndDestroy()],
  ] satisfies [string, (peer: Peer) => unknown][])(
    'is asked again over another when it is %s without a byte of an answer',
    async (_how, end) => {
      await using used = await openUsed()
      end(used.peer)
      const other = await used.server.accept()
      expect(await other.request()).toContain('\r\n\r\n{}')
      say(other, JSON.stringify(DATA))
      expect(await used.asked).toEqual(DATA)
    },
  )

  it('is asked again once', async () => {
    await using used = await openUsed()
    used.peer.socket.end()
    const other = await used.server.accept()
    await other.request()
    other.socket.end()
    await expect(used.asked).rejects.toThrow('closed the connection')
    expect(used.server.count()).toBe(2)
  })

  it('is not asked again when it is a change', async () => {
    await using used = await openUsed({ isRepeatable: false })
    used.peer.socket.end()
    await expect(used.asked).rejects.toThrow('closed the connection')
    expect(used.server.count()).toBe(1)
  })

  it('is not asked again when something of an answer came', async () => {
    await using used = await openUsed()
    used.peer.socket.end('H')
    await expect(used.asked).rejects.toThrow('closed the connection')
    expect(used.server.count()).toBe(1)
  })

  it('is not asked again after its time', async () => {
    await using used = await openUsed({ timeoutMs: 50 })
    await expect(used.asked).rejects.toThrow('did not answer within 50 ms')
    await used.peer.closed
    expect(used.server.count()).toBe(1)
  })
})

it('does not ask again what is lost on a connection that was opened for it', async () => {
  await using subgraph = await open()
  const asked = subgraph.ask()
  const peer = await subgraph.server.accept()
  await peer.request()
  peer.socket.end()
  await expect(asked).rejects.toThrow('closed the connection')
  expect(subgraph.server.count()).toBe(1)
})

it('does not ask again what is lost on a connection that was opened anew for it', async () => {
  await using subgraph = await open()
  const first = subgraph.ask()
  const used = await subgraph.server.accept()
  say(used, JSON.stringify(DATA))
  await first
  used.socket.end()
  await used.closed
  const asked = subgraph.ask()
  const peer = await subgraph.server.accept()
  await peer.request()
  peer.socket.end()
  await expect(asked).rejects.toThrow('closed the connection')
  expect(subgraph.server.count()).toBe(2)
})
