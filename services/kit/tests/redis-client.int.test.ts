import { afterAll, describe, expect, test } from 'vitest'
import { createRedis } from '../src/redis/redis-client.ts'
import { startWatchedRedis } from '../src/testing/start-redis.ts'

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
    expect(await client.set('after', '2')).toBe('OK')
    expect(await client.get('before')).toBe('1')
  })
})
