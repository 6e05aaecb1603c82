import { networkInterfaces } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  answer,
  asBytes,
  ask,
  askAnew,
  connect,
  message,
  OK,
  openKept,
} from './testing/told-connection.ts'
import { startToldServer } from './testing/told-server.ts'

const HAS_IPV6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
)

afterEach(() => void vi.useRealTimers())

/** What idleness is measured by. */
const CLOCK: ('setTimeout' | 'clearTimeout' | 'performance')[] = [
  'setTimeout',
  'clearTimeout',
  'performance',
]

describe('a connection', () => {
  it('is used for one request after the other', async () => {
    await using server = await startToldServer()
    await using kept = await openKept(server)
    for (const body of ['second', 'é', '']) {
      const asked = ask(kept.connection, body)
      expect(await kept.peer.request()).toBe(asBytes(message(body)))
      kept.peer.socket.write(answer(body))
      expect(await asked).toBe(body)
    }
  })

  it('reads an answer that comes byte by byte', async () => {
    await using server = await startToldServer()
    await using connection = connect(server)
    const asked = ask(connection)
    const { socket } = await server.accept()
    for (const byte of `${OK}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`)
      await new Promise((resolve) => socket.write(byte, resolve))
    expect(await asked).toBe('{}')
  })

  it('reads an answer that is larger than what is read at once', async () => {
    await using server = await startToldServer()
    await using connection = connect(server)
    const asked = ask(connection)
    const { socket } = await server.accept()
    const body = Array.from({ length: 300_000 }, (_, index) => index).join()
    socket.write(answer(body))
    expect(await asked).toBe(body)
  })

  it('mixes nothing with others that read into the same buffer', async () => {
    await using server = await startToldServer()
    const readBuffer = Buffer.alloc(1000)
    await using one = connect(server, { readBuffer })
    await using other = connect(server, { readBuffer })
    const asked = [ask(one, 'one'), ask(other, 'other')]
    const peers = [await server.accept(), await server.accept()]
    const texts = await Promise.all(
      peers.map(async (peer) => answer((await peer.request()).split('\r\n\r\n')[1] ?? '')),
    )
    for (const at of Array.from({ length: 60 }).keys()) {
      for (const [index, { socket }] of peers.entries()) socket.write(texts[index]?.[at] ?? '')
      await nextTurn()
    }
    expect(await Promise.all(asked)).toEqual(['one', 'other'])
  })

  it.runIf(HAS_IPV6)('reaches an address of IPv6', async () => {
    await using server = await startToldServer('::1')
    await using connection = connect(server, { url: new URL(`http://[::1]:${server.port}`) })
    expect(await askAnew(server, connection)).toBe('again')
  })

  it('is closed, and opened for the next request, after an answer that closes it', async () => {
    await using server = await startToldServer()
    await using connection = connect(server)
    for (const close of ['connection: close', 'keep-alive: timeout=1']) {
      const asked = ask(connection)
      const peer = await server.accept()
      peer.socket.write(`${OK}${close}\r\ncontent-length: 1\r\n\r\na`)
      expect(await asked).toBe('a')
      await peer.closed
    }
    expect(await askAnew(server, connection)).toBe('again')
  })

  it('is closed after an answer that comes before the whole request is written', async () => {
    await using server = await startToldServer()
    await using connection = connect(server)
    const asked = ask(connection, 'a'.repeat(20_000_000))
    const peer = await server.accept()
    peer.socket.pause().write(answer('enough'))
    expect(await asked).toBe('enough')
    expect(await askAnew(server, connection)).toBe('again')
    peer.socket.resume()
    await peer.closed
  })

  it('ends an answer of unknown length with itself', async () => {
    await using server = await startToldServer()
    await using connection = connect(server)
    const asked = ask(connection)
    const peer = await server.accept()
    peer.socket.end(`${OK}\r\nto the end`)
    expect(await asked).toBe('to the end')
    await peer.closed
    expect(await askAnew(server, connection)).toBe('again')
  })

  describe('is closed when it was idle for as long as the last answer allows', () => {
    const lasting = (seconds: number): string =>
      `${OK}keep-alive: timeout=${seconds}\r\ncontent-length: 0\r\n\r\n`

    it.each([
      [5, 5],
      [5, 10],
      [10, 5],
    ])('%i s, then %i s', async (firstSeconds, secondSeconds) => {
      await using server = await startToldServer()
      await using connection = connect(server)
      const first = ask(connection)
      const peer = await server.accept()
      await peer.request()
      vi.useFakeTimers({ toFake: CLOCK })
      peer.socket.write(lasting(firstSeconds))
      await first
      for (const seconds of [firstSeconds, secondSeconds]) {
        vi.advanceTimersByTime(seconds * 1000 - 2001)
        const next = ask(connection)
        await peer.request()
        peer.socket.write(lasting(secondSeconds))
        await next
      }
      vi.advanceTimersByTime(secondSeconds * 1000 - 2000)
      await peer.closed
      vi.useRealTimers()
      expect(await askAnew(server, connection)).toBe('again')
    })
  })

  it('leaves no timer behind when it is closed', async () => {
    await using server = await startToldServer()
    await using connection = connect(server)
    const asked = ask(connection)
    const peer = await server.accept()
    vi.useFakeTimers({ toFake: CLOCK })
    peer.socket.write(answer('a'))
    await asked
    expect(vi.getTimerCount()).toBe(1)
    connection.close()
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
    expect(await askAnew(server, connection)).toBe('again')
  })

  it('is not closed for idleness while an answer is awaited', async () => {
    await using server = await startToldServer()
    await using connection = connect(server)
    const first = ask(connection)
    const peer = await server.accept()
    await peer.request()
    vi.useFakeTimers({ toFake: CLOCK })
    peer.socket.write(answer('a'))
    await first
    const second = ask(connection)
    await peer.request()
    vi.advanceTimersByTime(4000)
    peer.socket.write(answer('b'))
    expect(await second).toBe('b')
    vi.advanceTimersByTime(4000)
    await peer.closed
  })
})

const UNHEARD = {
  onHead: () => expect.unreachable(),
  onBody: () => expect.unreachable(),
  onEnd: () => expect.unreachable(),
  onFault: () => expect.unreachable(),
}

describe('of a request that is aborted nothing more is heard, and the next is asked anew, when it', () => {
  it('was written', async () => {
    await using server = await startToldServer()
    await using kept = await openKept(server)
    kept.connection.send(message('a'), UNHEARD)
    await kept.peer.request()
    kept.connection.abort()
    kept.peer.socket.write(answer('poison'))
    await kept.peer.closed
    expect(await askAnew(server, kept.connection)).toBe('again')
  })

  it('was about to be written', async () => {
    await using server = await startToldServer()
    await using kept = await openKept(server)
    kept.connection.send(message('a'), UNHEARD)
    kept.connection.abort()
    await kept.peer.closed
    expect(await askAnew(server, kept.connection)).toBe('again')
  })

  it('was about to be written, in the same turn', async () => {
    await using server = await startToldServer()
    await using kept = await openKept(server)
    // The connection for the next one is there when the aborted one would have been written.
    await nextTurn()
    kept.connection.send(message('a'), UNHEARD)
    kept.connection.abort()
    expect(await askAnew(server, kept.connection)).toBe('again')
  })

  it.each([
    ['of its answer', answer('a')],
    ['of what comes with its answer', `${answer('a')}b`],
  ])('is aborted by the sight %s', async (_what, bytes) => {
    await using server = await startToldServer()
    await using connection = connect(server)
    const again = Promise.withResolvers<string>()
    connection.send(message('a'), {
      ...UNHEARD,
      onHead: () => undefined,
      onBody() {
        connection.abort()
        again.resolve(askAnew(server, connection))
      },
    })
    const peer = await server.accept()
    peer.socket.write(bytes)
    await peer.closed
    expect(await again.promise).toBe('again')
  })

  it('waits for its connection', async () => {
    await using server = await startToldServer()
    await using connection = connect(server)
    connection.send(message('a'), UNHEARD)
    connection.abort()
    expect(await askAnew(server, connection)).toBe('again')
    expect(server.count()).toBe(1)
  })
})

it('closes a connection that was opened for nobody', async () => {
  await using server = await startToldServer()
  await using connection = connect(server)
  connection.send(message('a'), UNHEARD)
  connection.abort()
  const peer = await server.accept()
  await peer.closed
  expect(await askAnew(server, connection)).toBe('again')
})
