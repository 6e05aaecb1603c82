import { defineScript } from '@redis/client'
import { openRedis } from '@takeoff/kit/redis/redis-client'
import type { CommandParser } from '@redis/client'
import type { Account, Buckets, Charge } from './buckets.ts'

/**
 * Redis stores for each account the time in milliseconds at which it will be full again, and the time of its last charge,
 * by its own clock. Full accounts expire. When the clock was set back since then, both times are set back as far, so that
 * no caller has less than after its last charge. Arguments: points, 1 to charge regardless of the points left, then burst
 * and points per millisecond of each account.
 */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local points = tonumber(ARGV[1])
local granted = 1
local fullAt, setBack, left = {}, {}, {}
for i, key in ipairs(KEYS) do
  local full, last = string.match(redis.call('GET', key) or '', '^(%S+) (%S+)$')
  setBack[i] = math.max(tonumber(last or 0) - now, 0)
  fullAt[i] = math.max(tonumber(full or 0) - setBack[i], now)
  left[i] = tonumber(ARGV[2 * i + 1]) - (fullAt[i] - now) * tonumber(ARGV[2 * i + 2])
  if ARGV[2] ~= '1' and left[i] < points then granted = 0 end
end
for i, key in ipairs(KEYS) do
  if granted == 1 then
    left[i] = left[i] - points
    fullAt[i] = fullAt[i] + points / tonumber(ARGV[2 * i + 2])
  end
  if granted == 1 or setBack[i] > 0 then
    if fullAt[i] > now then
      local times = string.format('%.3f %.3f', fullAt[i], now)
      redis.call('SET', key, times, 'PX', math.ceil(fullAt[i] - now))
    else
      redis.call('DEL', key)
    end
  end
  left[i] = string.format('%.3f', left[i])
end
return { granted, unpack(left) }
`

/** Gateways of an earlier version store one time under the plain key, and cannot read two. */
const KEY_SUFFIX = ':times'

const charge = defineScript({
  SCRIPT,
  parseCommand(parser: CommandParser, accounts: readonly Account[], ...args: string[]) {
    parser.pushKeysLength(accounts.map(({ key }) => `${key}${KEY_SUFFIX}`))
    parser.push(...args)
    for (const { budget } of accounts)
      parser.push(String(budget.burst), String(budget.pointsPerSecond / 1000))
  },
  transformReply: (reply: unknown) => (reply as unknown[]).map(Number),
})

const openClient = (url: string) => openRedis(url, { charge })

/** Buckets in Redis, shared by all processes that are given its address. One round trip for each charge. */
export class RedisBuckets implements Buckets, AsyncDisposable {
  readonly #client

  private constructor(client: Awaited<ReturnType<typeof openClient>>) {
    this.#client = client
  }

  static async open(url: string): Promise<RedisBuckets> {
    return new RedisBuckets(await openClient(url))
  }

  /** Rejects at once while there is no connection. */
  async charge(accounts: readonly Account[], points: number): Promise<Charge> {
    const [granted, ...left] = await this.#client.charge(accounts, String(points), '0')
    return {
      granted: granted === 1,
      left,
      refund: (unused) => {
        // Points that are not refunded are refilled with time.
        this.#client.charge(accounts, String(-unused), '1').catch(() => undefined)
      },
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.destroy()
  }
}
