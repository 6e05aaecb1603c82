import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { createLogger } from '../service/logger.ts'
import { createHttpServer } from './http-server.ts'
import { TransferLimits } from './transfer-limits.ts'

afterEach(() => void vi.useRealTimers())

/** A response that never ends. */
const reply = () => ({ raw: new Readable({ read: () => undefined }) }) as unknown as FastifyReply

test('an organization begins a limited number of downloads a minute', () => {
  vi.useFakeTimers()
  // The cache takes a time of 0 for no time.
  vi.advanceTimersByTime(1)
  const limits = new TransferLimits({ noun: 'exports', atOnce: 10, perMinute: 2 })
  limits.begin(reply(), 1)
  vi.advanceTimersByTime(20_000)
  limits.begin(reply(), 1)
  expect(() => limits.begin(reply(), 1)).toThrow(
    expect.objectContaining({
      code: 'RATE_LIMITED',
      httpStatus: 429,
      retryAfterSeconds: 40,
      message: 'An organization may begin 2 exports a minute. Try again in 40 seconds.',
    }),
  )
  limits.begin(reply(), 2)
  vi.advanceTimersByTime(40_001)
  limits.begin(reply(), 1)
})

test('an organization has a limited number of downloads at a time, also when clients disappear', async () => {
  const limits = new TransferLimits({ noun: 'files', atOnce: 1, perMinute: 100 })
  const app = createHttpServer({ logger: createLogger('test', 'silent') })
  app.get('/files', (_request, sent) => {
    limits.begin(sent, 1)
    return sent.send('whole')
  })
  app.get('/stream', (_request, sent) => {
    limits.begin(sent, 1)
    const stream = new Readable({ read: () => undefined })
    stream.push('begun')
    return sent.send(stream)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const stream = request(`${url}/stream`).end()
  await once(stream, 'response')

  const refused = await fetch(`${url}/files`)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await refused.json()).toMatchObject({
    code: 'RATE_LIMITED',
    detail: 'An organization may have 1 files under way at a time. Try again in 5 seconds.',
  })
  stream.on('error', () => undefined).destroy()
  await expect.poll(async () => (await fetch(`${url}/files`)).status).toBe(200)
  await app.close()
})

test('a response that has ended already is not counted as under way', async () => {
  const limits = new TransferLimits({ noun: 'files', atOnce: 1, perMinute: 100 })
  const gone = reply()
  const { raw } = gone as unknown as { readonly raw: Readable }
  raw.destroy()
  await once(raw, 'close')
  limits.begin(gone, 1)
  await vi.waitFor(() => expect(() => limits.begin(reply(), 1)).not.toThrow(), 20_000)
})
