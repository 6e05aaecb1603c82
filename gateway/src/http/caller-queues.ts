import { fairPauseMs } from '@takeoff/kit/concurrency/fair-pause'
import type { Caller } from '@takeoff/kit/security/auth'
import { RateLimitedError } from '@takeoff/kit/values/errors'
import { ownerOf } from '../budgets/budgets.ts'
import type { CallerTurns } from '../execution/request-context.ts'

const QUEUE_MAX = 50
const RETRY_AFTER_SECONDS = 1
/** A task also takes long when those of others are before it. */
const PAUSE_MAX_MS = 500

interface Queue {
  length: number
  last: Promise<void>
}

/**
 * Runs the tasks of each organization one after the other, with pauses, so that one with many tasks neither fills the queue
 * that all share nor uses all the time of a core.
 */
export class CallerQueues implements CallerTurns {
  readonly #queues = new Map<string, Queue>()

  /**
   * A caller without organizations does not wait.
   * @throws RateLimitedError when too many tasks of the caller's organization wait
   */
  run<T>(caller: Caller | undefined, task: () => Promise<T>): Promise<T> {
    const owner = caller && ownerOf(caller)
    return owner === undefined ? task() : this.#run(owner, task)
  }

  async #run<T>(owner: string, task: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(owner) ?? { length: 0, last: Promise.resolve() }
    if (queue.length >= QUEUE_MAX)
      throw new RateLimitedError(
        'Too many documents and operations that are new to this gateway wait to be checked and planned. Try again in a second.',
        RETRY_AFTER_SECONDS,
      )
    this.#queues.set(owner, queue)
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
        if (queue.length === 0) this.#queues.delete(owner)
      }, pauseMs)
    }
  }
}
