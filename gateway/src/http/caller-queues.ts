import { RateLimitedError } from '@takeoff/kit/values/errors'

const QUEUE_MAX = 50
const RETRY_AFTER_SECONDS = 1

interface Queue {
  length: number
  last: Promise<unknown>
}

/**
 * Runs the tasks of each caller one after the other, so that one with many tasks takes the place of one task in the
 * queue that all callers share.
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
    const result = queue.last.then(task)
    queue.last = result.catch(() => undefined)
    try {
      return await result
    } finally {
      queue.length -= 1
      if (queue.length === 0) this.#queues.delete(caller)
    }
  }
}
