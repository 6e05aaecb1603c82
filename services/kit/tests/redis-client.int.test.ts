import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createRedis } from '../src/redis/redis-client.ts'
import { PING_MS } from '../src/redis/replace-silent-connection.ts'
import { startRedis, startWatchedRedis } from '../src/testing/start-redis.ts'

const redis = await startRedis()
afterAll(() => redis?.[Symbol.asyncDispose]())

describe.skipIf(redis === undefined)('a connection to Redis (needs redis-server)', () => {
  test('that goes silent is replaced, also while commands are sent, until the client is destroyed', async () => {
    await using front = await startFront(redis?.url ?? '')
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const client = createRedis(front.url, {})
    await client.connect()
    for (let count = 0; count < 5; count += 1) {
      vi.advanceTimersByTime(PING_MS)
      await client.ping()
    }
    expect(front.connections()).toBe(1)

    front.silence()
    const lost = client.get('key')
    lost.catch(() => undefined)
    for (let count = 0; count < 3; count += 1) vi.advanceTimersByTime(PING_MS)
    await expect(lost).rejects.toThrow('Disconnects client')
    await expect.poll(() => client.isReady).toBe(true)
    expect(await client.set('key', 'value')).toBe('OK')
    expect(front.connections()).toBe(2)

    await client.destroy()
    vi.advanceTimersByTime(10 * PING_MS)
    expect(vi.getTimerCount()).toBe(0)
    expect(client.isOpen).toBe(false)
  })
})

/** A proxy in front of a Redis, whose connections can be made silent, as by a firewall that forgets them. */
async function startFront(url: string) {
  const { port } = new URL(url)
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    const upstream = connect(Number(port), '127.0.0.1')
    sockets.push(socket, upstream)
    for (const one of [socket, upstream]) one.on('error', () => undefined)
    socket.pipe(upstream).pipe(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => sockets.length / 2,
    silence() {
      for (const socket of sockets) socket.unpipe().resume()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const watched = await startWatchedRedis()
afterAll(() => watched?.[Symbol.asyncDispose]())

describe.skipIf(watched === undefined)('a Redis with Sentinels (needs redis-sentinel)', () => {
  const client = createRedis(watched?.url ?? '', {})
  afterAll(() => client.destroy())

  test('is connected to as soon as a Sentinel names the master', async () => {
    const connecting = client.connect()
    await watched?.startSentinels()
    await connecting
    expect(await client.set('before', '1')).toBe('OK')
  })

  test('follows the promoted replica after the master is killed, and reads the replicated values', async () => {
    await expect.poll(() => client.wait(1, 1000)).toBe(1)
    await watched?.killMaster()
    // A command that is sent before the promotion may fail: it is up to the caller to send it again.
    await expect.poll(() => client.set('after', '2').catch(() => undefined)).toBe('OK')
    expect(await client.get('before')).toBe('1')
  })
})

const hanging = await startWatchedRedis()
afterAll(() => hanging?.[Symbol.asyncDispose]())

describe.skipIf(hanging === undefined)('a master that goes silent (needs redis-sentinel)', () => {
  test('is left, also before the Sentinels promote its replica, which is connected to then', async () => {
    await hanging?.startSentinels()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const client = createRedis(hanging?.url ?? '', {})
    onTestFinished(() => client.destroy())
    await client.connect()
    expect(await client.set('before', '1')).toBe('OK')
    await expect.poll(() => client.wait(1, 1000)).toBe(1)

    hanging?.pauseMaster()
    const lost = client.set('lost', '2')
    lost.catch(() => undefined)
    for (let count = 0; count < 3; count += 1) vi.advanceTimersByTime(PING_MS)
    vi.useRealTimers()
    // Without that it would wait for the promotion.
    await expect(lost).rejects.toBeInstanceOf(Error)
    await expect.poll(() => client.isReady).toBe(true)
    expect(await client.set('after', '3')).toBe('OK')
    expect(await client.get('before')).toBe('1')
  })
})
