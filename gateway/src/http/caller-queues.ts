import { fairPauseMs } from '@takeoff/kit/concurrency/fair-pause'
import { RateLimitedError } from '@takeoff/kit/values/errors'

const QUEUE_MAX = 50
const RETRY_AFTER_SECONDS = 1
/** A task also takes long when those of others are before it. */
const PAUSE_MAX_MS = 500

interface Queue {
  length: number
  last: Promise<void>
}

/**
 * Runs the tasks of each caller one after the other, with pauses, so that one with many tasks neither fills the queue that
 * all callers share nor uses all the time of a core.
 */
export class CallerQueues {
  readonly #queues = new Map<string, Queue>()

  /** @throws RateLimitedError when too many tasks of the caller wait */
  async run<T>(caller: string, task: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(caller) ?? { length: 0, last: Promise.resolve() }
    if (queue.length >= QUEUE_MAX)
      throw new RateLimitedError(
        'Too many documents that are new to this gateway wait to be checked. Try again in a second.',
        RETRY_AFTER_SECONDS,
      )
    this.#queues.set(caller, queue)
    queue.length += 1
    const before = queue.last
    const turn = Promise.withResolvers<void>()
    queue.last = turn.promise
    await before
    const startedAt = performance.now()
    try {
      return await task()
    } finally {
      const pauseMs = fairPauseMs(performance.now() - startedAt, PAUSE_MAX_MS)
      setTimeout(() => {
        turn.resolve()
        queue.length -= 1
        if (queue.length === 0) this.#queues.delete(caller)
      }, pauseMs)
    }
  }
}
