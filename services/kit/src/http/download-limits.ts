import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { FairSemaphore } from '../concurrency/fair-semaphore.ts'
import { RateLimitedError } from '../values/errors.ts'

const MINUTE_MS = 60_000
/** Organizations whose requests are counted; the count of the one that came longest ago is evicted first. */
const ORGANIZATIONS_MAX = 10_000
/** A download ends when its client is done, so this is a guess. */
const RETRY_BUSY_SECONDS = 5
/** Each export holds some rows in memory. */
const EXPORTS_AT_ONCE = 4

/** Limits of one organization, in this process. */
export interface DownloadLimitsOptions {
  /** Plural noun for what is downloaded, such as `exports`. */
  readonly noun: string
  /** Downloads at a time. */
  readonly atOnce: number
  /** Downloads that begin within a minute. */
  readonly perMinute: number
}

/** Limits of the exports of each organization. */
export function createExportLimits(perMinute: number): DownloadLimits {
  return new DownloadLimits({ noun: 'exports', atOnce: EXPORTS_AT_ONCE, perMinute })
}

/** Limits the streamed responses of each organization: those under way, and those that begin within a minute. */
export class DownloadLimits {
  readonly #options: DownloadLimitsOptions
  readonly #underWay: FairSemaphore
  /** Minutes begin with their first download. */
  readonly #begun = new LRUCache<number, { count: number }>({
    max: ORGANIZATIONS_MAX,
    ttl: MINUTE_MS,
    perf: { now: () => performance.now() },
  })

  constructor(options: DownloadLimitsOptions) {
    this.#options = options
    this.#underWay = new FairSemaphore({ perKey: options.atOnce })
  }

  /**
   * Counts a download until its response has ended, however it ends.
   * @throws RateLimitedError at one of the limits; the refused download is not counted
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
