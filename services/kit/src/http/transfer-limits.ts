import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { FairSemaphore } from '../concurrency/fair-semaphore.ts'
import { RateLimitedError } from '../values/errors.ts'

const MINUTE_MS = 60_000
/** Organizations whose requests are counted; the count of the one that came longest ago is evicted first. */
const ORGANIZATIONS_MAX = 10_000
/** A transfer ends when its client is done, so this is a guess. */
const RETRY_BUSY_SECONDS = 5
/** Each export holds some rows in memory. */
const EXPORTS_AT_ONCE = 4

/** Limits of one organization, in this process. */
export interface TransferLimitsOptions {
  /** Plural noun for what is transferred, such as `exports`. */
  readonly noun: string
  /** Transfers at a time. */
  readonly atOnce: number
  /** Transfers that begin within a minute. */
  readonly perMinute: number
}

/** Limits of the exports of each organization. */
export function createExportLimits(perMinute: number): TransferLimits {
  return new TransferLimits({ noun: 'exports', atOnce: EXPORTS_AT_ONCE, perMinute })
}

/** Limits the downloads and uploads of each organization: those under way, and those that begin within a minute. */
export class TransferLimits {
  readonly #options: TransferLimitsOptions
  readonly #underWay: FairSemaphore
  /** Minutes begin with their first transfer. */
  readonly #begun = new LRUCache<number, { count: number }>({
    max: ORGANIZATIONS_MAX,
    ttl: MINUTE_MS,
    perf: { now: () => performance.now() },
  })

  constructor(options: TransferLimitsOptions) {
    this.#options = options
    this.#underWay = new FairSemaphore({ perKey: options.atOnce })
  }

  /**
   * Counts a transfer until its response has ended, however it ends.
   * @throws RateLimitedError at one of the limits; the refused transfer is not counted
   */
  begin(reply: FastifyReply, orgId: number): void {
    const { noun, atOnce, perMinute } = this.#options
    const begun = this.#begun.get(orgId) ?? { count: 0 }
    if (begun.count >= perMinute) {
      const seconds = Math.max(1, Math.ceil(this.#begun.getRemainingTTL(orgId) / 1000))
      throw limited(`An organization may begin ${perMinute} ${noun} a minute.`, seconds)
    }
    const slot = this.#underWay.tryAcquire(orgId)
    if (slot === undefined) {
      const rule = `An organization may have ${atOnce} ${noun} under way at a time.`
      throw limited(rule, RETRY_BUSY_SECONDS)
    }
    // Also called when the client has gone already.
    finished(reply.raw, () => slot[Symbol.dispose]())
    begun.count += 1
    this.#begun.set(orgId, begun, { noUpdateTTL: true })
  }
}

function limited(rule: string, seconds: number): RateLimitedError {
  return new RateLimitedError(`${rule} Try again in ${seconds} seconds.`, seconds)
}
