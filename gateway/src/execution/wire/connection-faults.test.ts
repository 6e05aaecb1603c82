import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { answer, ask, askAnew, connect, message, OK, openKept } from './testing/told-connection.ts'
import { startToldServer } from './testing/told-server.ts'
import type { Peer } from './testing/told-server.ts'

describe('a request is written to another connection when, just before it,', () => {
  // In a turn of their own, so that the other side has said it but nobody has read it yet.
  it.each([
    ['the other side has ended this one', (peer) => peer.socket.destroy()],
    ['the other side has broken this one', (peer) => peer.socket.resetAndDestroy()],
    ['bytes came that nobody asked for', (peer) => peer.socket.write(answer('poison'))],
    ['a line break came that nobody asked for', (peer) => peer.socket.write('\r\n')],
  ] satisfies [string, (peer: Peer) => unknown][])('%s', async (_what, say) => {
    await using server = await startToldServer()
    await using kept = await openKept(server)
    await nextTurn()
    say(kept.peer)
    expect(await askAnew(server, kept.connection)).toBe('again')
    await kept.peer.closed
  })
})

it.each([
  ['ended', (socket) => socket.end()],
  ['broken', (socket) => socket.resetAndDestroy()],
  ['sent bytes over', (socket) => socket.write(answer('poison'))],
] satisfies [string, (socket: Peer['socket']) => unknown][])(
  'a connection that is %s while it is idle is not used again',
  async (_how, say) => {
    await using server = await startToldServer()
    await using kept = await openKept(server)
    say(kept.peer.socket)
    await kept.peer.closed
    expect(await askAnew(server, kept.connection)).toBe('again')
  },
)

describe('a request fails with its connection, and is not written again, when the other side', () => {
  it.each([
    ['ends it before the answer', 'closed the connection', (socket) => socket.end()],
    ['breaks it before the answer', 'ECONNRESET', (socket) => socket.resetAndDestroy()],
    ['ends it within the head', 'closed the connection', (socket) => socket.end(OK)],
    [
      'ends it within the body',
      'closed the connection',
      (socket) => socket.end(`${OK}content-length: 5\r\n\r\na`),
    ],
    [
      'ends it within a chunk',
      'closed the connection',
      (socket) => socket.end(`${OK}transfer-encoding: chunked\r\n\r\n5`),
    ],
    ['answers no HTTP', 'no status line', (socket) => socket.write('SSH-2.0-OpenSSH\r\n\r\n')],
    [
      'answers twice',
      'sent more than its answer',
      (socket) => socket.write(answer('a') + answer('poison')),
    ],
    [
      'answers more than it says',
      'sent more than its answer',
      (socket) => socket.write(`${answer('a')}b`),
    ],
    [
      'answers too much',
      'more than 3000000 bytes',
      (socket) => socket.write(answer('a'.repeat(3_000_001))),
    ],
  ] satisfies [string, string, (socket: Peer['socket']) => unknown][])(
    '%s',
    async (_what, fault, say) => {
      await using server = await startToldServer()
      await using kept = await openKept(server)
      const asked = ask(kept.connection, 'change')
      expect(await kept.peer.request()).toBe(message('change'))
      say(kept.peer.socket)
      await expect(asked).rejects.toThrow(fault)
      await kept.peer.closed
      expect(await askAnew(server, kept.connection)).toBe('again')
    },
  )
})

describe('a request fails when', () => {
  it('nobody listens', async () => {
    const server = await startToldServer()
    await using connection = connect(server)
    await server[Symbol.asyncDispose]()
    await expect(ask(connection)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await expect(ask(connection)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('the connection is not opened in time', async () => {
    // It accepts, but does not answer the handshake.
    await using server = await startToldServer()
    const url = new URL(`https://127.0.0.1:${server.port}`)
    await using connection = connect(server, { url, connectTimeoutMs: 10 })
    await expect(ask(connection)).rejects.toMatchObject({ code: 'UND_ERR_CONNECT_TIMEOUT' })
  })

  it('its connection is destroyed, and so do those after it', async () => {
    await using server = await startToldServer()
    await using kept = await openKept(server)
    const asked = ask(kept.connection)
    const destroyed = kept.connection.destroy()
    await expect(asked).rejects.toThrow('is not asked any more')
    await expect(ask(kept.connection)).rejects.toThrow('is not asked any more')
    await destroyed
    await kept.peer.closed
  })

  it('its connection is destroyed while it is opened', async () => {
    await using server = await startToldServer()
    const connection = connect(server)
    const asked = ask(connection)
    await connection.destroy()
    await expect(asked).rejects.toThrow('is not asked any more')
    const peer = await server.accept()
    await peer.closed
  })
})
