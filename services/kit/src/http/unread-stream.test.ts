import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLogger } from '../service/logger.ts'
import { CONNECTION_LIMITS } from './connection-limits.ts'
import { createHttpServer } from './http-server.ts'

const UNREAD_TIMEOUT_MS = 100
/** More than the socket buffers of both sides can hold. */
const LARGE = 'x'.repeat(64 * 1024 * 1024)

/** A server that streams these chunks: its address, its warnings, and the end of its first response, true when all was sent. */
async function serve(chunks: () => AsyncGenerator<string>) {
  const { promise: closed, resolve } = Promise.withResolvers<boolean>()
  const logger = createLogger('test', 'silent')
  const warn = vi.spyOn(logger, 'warn')
  const app = createHttpServer({
    logger,
    connections: { ...CONNECTION_LIMITS, unreadTimeoutMs: UNREAD_TIMEOUT_MS },
  })
  app.server.once('request', (_request, response) => {
    response.once('close', () => resolve(response.writableFinished))
  })
  app.get('/', (_request, reply) => reply.send(Readable.from(chunks(), { objectMode: false })))
  onTestFinished(() => app.close())
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), warn, closed }
}

test.each<[string, () => AsyncGenerator<string>]>([
  [
    'while there is more',
    async function* () {
      for (;;) yield LARGE
    },
  ],
  [
    'when only the last bytes remain to be sent',
    async function* () {
      yield LARGE
    },
  ],
  [
    'after it has waited for bytes',
    async function* () {
      yield 'first'
      await delay(3 * UNREAD_TIMEOUT_MS)
      yield LARGE
    },
  ],
])('a client that stops reading %s is disconnected', async (_when, chunks) => {
  const { url, warn, closed } = await serve(chunks)
  const client = connect(Number(new URL(url).port), '127.0.0.1').pause()
  onTestFinished(() => void client.destroy())
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  expect(await closed).toBe(false)
  expect(warn.mock.calls).toEqual([
    [{ requestId: expect.any(String) as string }, 'the client stopped reading'],
  ])
})

test('a client that waits for bytes is not', async () => {
  const { url, warn, closed } = await serve(async function* () {
    yield 'first\n'
    await delay(3 * UNREAD_TIMEOUT_MS)
    yield 'second\n'
  })
  expect(await (await fetch(url)).text()).toBe('first\nsecond\n')
  expect(await closed).toBe(true)
  expect(warn).not.toHaveBeenCalled()
})
