import { FairSemaphore } from '@takeoff/kit/concurrency/fair-semaphore'
import type { FairSemaphoreOptions, Slot } from '@takeoff/kit/concurrency/fair-semaphore'
import type { RequestClient } from '../execution/request-client.ts'

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
 * client has left.
 */
export type NoTurn = 'full' | 'crowded' | 'late' | 'left'

/**
 * Requests wait here for those of the same caller before them. Waiting is limited in time and number, and a client that
 * leaves frees its place.
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
    if (client.hasLeft) return 'left'
    const turn = this.#turns.tryAcquire(key)
    if (turn !== undefined) return turn
    const waiting = this.#turns.waitingOf(key)
    if (waiting >= waitingMax) return 'full'
    if (waiting === 0 && this.#turns.waitingKeys >= keysMax) return 'crowded'
    const leaving = new AbortController()
    client.cancelOnLeave({ cancel: () => leaving.abort() })
    const granted = await this.#turns.acquireWithin(key, waitMs, leaving.signal)
    return granted ?? (client.hasLeft ? 'left' : 'late')
  }
}
