import { createClient } from '@redis/client'
import { createLogger } from '@takeoff/kit/service/logger'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestContext } from 'vitest'
import type { Account } from '../src/budgets/buckets.ts'
import { LocalBuckets } from '../src/budgets/local-buckets.ts'
import { RedisBuckets } from '../src/budgets/redis-buckets.ts'
import { SharedBuckets } from '../src/budgets/shared-buckets.ts'
import { startRedis } from '@takeoff/kit/testing/start-redis'
import type { TestRedis } from '@takeoff/kit/testing/start-redis'

let installed: TestRedis | undefined
let opened: AsyncDisposableStack

beforeAll(async () => {
  installed = await startRedis()
})
beforeEach((context: TestContext) => {
  context.skip(installed === undefined, 'Redis (redis-server) is not installed')
  opened = new AsyncDisposableStack()
})
afterEach(() => opened?.disposeAsync())
afterAll(() => installed?.[Symbol.asyncDispose]())

let count = 0
/** An account whose budget refills one point in a thousand seconds, so that no test waits or races. */
function account(burst = 100, pointsPerSecond = 0.001): Account {
  count += 1
  return { key: `budget:${count}`, budget: { name: 'token', pointsPerSecond, burst } }
}

function redis(): TestRedis {
  if (installed === undefined) throw new Error('skipped before')
  return installed
}

async function connect(): Promise<RedisBuckets> {
  return opened.use(await RedisBuckets.open(redis().url))
}

/** The clock of Redis is that of the machine, so the times of an account are set ahead instead. */
async function setClockBack({ key }: Account, ms: number): Promise<void> {
  const client = createClient({ url: redis().url })
  await client.connect()
  for (const name of [...(await client.keys(key)), ...(await client.keys(`${key}:*`))]) {
    const times = (await client.get(name))?.split(' ') ?? []
    await client.set(name, times.map((time) => String(Number(time) + ms)).join(' '), {
      expiration: 'KEEPTTL',
    })
  }
  client.destroy()
}

const rounded = (left: readonly number[]) => left.map(Math.round)

describe('buckets in Redis', () => {
  it('are one for all processes', async () => {
    const [one, other, mine] = [await connect(), await connect(), account()]
    expect(await one.charge([mine], 60)).toMatchObject({ granted: true })
    const refused = await other.charge([mine], 60)
    expect(refused.granted).toBe(false)
    expect(rounded(refused.left)).toEqual([40])
  })

  it('charge several accounts together or not at all', async () => {
    const [buckets, organization, token] = [await connect(), account(), account(50)]
    const refused = await buckets.charge([organization, token], 60)
    expect([refused.granted, ...rounded(refused.left)]).toEqual([false, 100, 50])
    const granted = await buckets.charge([organization, token], 50)
    expect([granted.granted, ...rounded(granted.left)]).toEqual([true, 50, 0])
  })

  it('are refunded unused points, and charged more where too few were charged', async () => {
    const [buckets, mine] = [await connect(), account()]
    const charge = await buckets.charge([mine], 100)
    charge.refund(70)
    expect(rounded((await buckets.charge([mine], 0)).left)).toEqual([70])
    charge.refund(-80)
    const refused = await buckets.charge([mine], 0)
    expect([refused.granted, ...rounded(refused.left)]).toEqual([false, -10])
  })

  it('refill, never above their burst', async () => {
    const [buckets, quick] = [await connect(), account(100, 1_000_000_000)]
    const charge = await buckets.charge([quick], 100)
    charge.refund(100)
    expect((await buckets.charge([quick], 0)).left).toEqual([100])
  })

  it.each([
    ['what is left', 60, 40],
    ['what was overdrawn', 350, -250],
  ])('have after the clock was set back %s after the last charge', async (_what, used, left) => {
    const [buckets, mine] = [await connect(), account()]
    const charge = await buckets.charge([mine], 50)
    charge.refund(50 - used)
    expect((await buckets.charge([mine], 0)).left.map(Math.round)).toEqual([left])
    await setClockBack(mine, 3_600_000)
    expect((await buckets.charge([mine], 0)).left.map(Math.round)).toEqual([left])
    expect(await buckets.charge([mine], 10)).toMatchObject({ granted: left >= 10 })
  })

  it('refill after the clock was set back, also when a charge was refused first', async () => {
    const [buckets, mine] = [await connect(), account(1_000_000, 1_000)]
    await buckets.charge([mine], 1_000_000)
    await setClockBack(mine, 3_600_000)
    expect(await buckets.charge([mine], 500_000)).toMatchObject({ granted: false })
    // 500 seconds pass.
    await setClockBack(mine, -500_000)
    expect(await buckets.charge([mine], 500_000)).toMatchObject({ granted: true })
  })

  it('never charge more than there is, however many requests are concurrent', async () => {
    const [one, other, mine] = [await connect(), await connect(), account()]
    const charges = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 ? one : other).charge([mine], 10)),
    )
    expect(charges.filter(({ granted }) => granted)).toHaveLength(10)
  })
})

describe('when Redis', () => {
  const shared = (buckets: RedisBuckets) =>
    new SharedBuckets(buckets, new LocalBuckets(), createLogger('test', 'silent'))

  it('hangs, charges are made locally and nothing is refused', async () => {
    const both = shared(await connect())
    const mine = account()
    await both.charge([mine], 100)
    redis().pause()
    try {
      expect(await both.charge([mine], 100)).toMatchObject({ granted: true })
    } finally {
      redis().goOn()
    }
  })

  it('is killed, charges are made locally; when it is back, in Redis again', async () => {
    const buckets = await connect()
    const both = shared(buckets)
    const mine = account()
    await redis().kill()
    expect(await both.charge([mine], 100)).toMatchObject({ granted: true })
    expect(await both.charge([mine], 1)).toMatchObject({ granted: false })
    await redis().start()
    await expect
      .poll(async () => (await both.charge([mine], 0)).left.map(Math.round), { timeout: 10_000 })
      .toEqual([100])
  })
})
