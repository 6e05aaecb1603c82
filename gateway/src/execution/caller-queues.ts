import { FairSemaphore } from '@takeoff/kit/concurrency/fair-semaphore'
import type { FairSemaphoreOptions, Slot } from '@takeoff/kit/concurrency/fair-semaphore'
import { RateLimitedError } from '@takeoff/kit/values/errors'
import type { RequestClient } from './request-client.ts'

/** Limits of the queues. Turns of one key, and of all, are those of the semaphore. */
export interface CallerQueuesOptions extends FairSemaphoreOptions {
  /** Requests of one key that may wait. */
  readonly waitingMax: number
  /** Keys of which requests may wait; by default all. */
  readonly keysMax?: number
  /** Longest wait of a request. */
  readonly waitMs: number
}

/**
 * Why a request has no turn: too many of its caller wait, too many other callers do, it has waited for too long, or its
 * client has disconnected.
 */
export type NoTurn = 'full' | 'crowded' | 'late' | 'disconnected'

/** Seconds until the turns of a caller with too many requests are likely to have ended. */
export const RETRY_BUSY_SECONDS = 5

/** A caller has more requests under way than its turns bear. */
export function tooManyRequests(): RateLimitedError {
  return new RateLimitedError(
    `Too many of your requests wait for a connection. Wait for responses before you send more, and try again in ${RETRY_BUSY_SECONDS} seconds.`,
    RETRY_BUSY_SECONDS,
  )
}

/**
 * Requests wait here for those of the same caller before them. Waiting is limited in time and number, and a client that
 * disconnects frees its place.
 */
export class CallerQueues {
  readonly #turns: FairSemaphore
  readonly #options: CallerQueuesOptions

  constructor(options: CallerQueuesOptions) {
    this.#turns = new FairSemaphore(options)
    this.#options = options
  }

  /** Takes a turn for a request of the caller that the key names. It lasts until it is disposed. */
  async take(key: string, client: RequestClient): Promise<Slot | NoTurn> {
    const { waitingMax, keysMax = Infinity, waitMs } = this.#options
    if (client.isDisconnected) return 'disconnected'
    const turn = this.#turns.tryAcquire(key)
    if (turn !== undefined) return turn
    const waiting = this.#turns.waitingOf(key)
    if (waiting >= waitingMax) return 'full'
    if (waiting === 0 && this.#turns.waitingKeys >= keysMax) return 'crowded'
    const disconnected = new AbortController()
    client.cancelOnDisconnect({ cancel: () => disconnected.abort() })
    const granted = await this.#turns.acquireWithin(key, waitMs, disconnected.signal)
    return granted ?? (client.isDisconnected ? 'disconnected' : 'late')
  }
}
