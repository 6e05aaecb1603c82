import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PING_MS, replaceSilentConnection } from './replace-silent-connection.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function startClient(ping: () => Promise<unknown>) {
  const client = {
    isReady: true,
    ping,
    connect: vi.fn<() => Promise<void>>(() => Promise.resolve()),
    destroy: () => Promise.resolve(),
    on: () => undefined,
  }
  replaceSilentConnection(client)
  return client
}

test('a connection that does not respond is replaced', async () => {
  const client = startClient(() => new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(3 * PING_MS)
  expect(client.connect).toHaveBeenCalledOnce()
})

test('a connection is not silent when its client refuses PINGs', async () => {
  const client = startClient(() => Promise.reject(new Error('The queue is full')))
  await vi.advanceTimersByTimeAsync(10 * PING_MS)
  expect(client.connect).not.toHaveBeenCalled()
})

test('PINGs that are refused do not hide those without a reply', async () => {
  let count = 0
  const client = startClient(() => {
    count += 1
    return count === 2
      ? Promise.reject(new Error('The queue is full'))
      : new Promise(() => undefined)
  })
  await vi.advanceTimersByTimeAsync(4 * PING_MS)
  expect(client.connect).toHaveBeenCalledOnce()
})
