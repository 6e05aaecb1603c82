import type { Slot } from '@takeoff/kit/concurrency/fair-semaphore'
import { fairPauseMs } from '@takeoff/kit/concurrency/fair-pause'
import { RateLimitedError } from '@takeoff/kit/values/errors'
import { ownerOf } from '../budgets/budgets.ts'
import { ClientLeftError } from '../execution/request-client.ts'
import type { CallerTurns, Sender } from '../execution/request-context.ts'
import { CallerQueues } from './caller-queues.ts'

const WAITING_MAX = 50
/** With the check and the planning, a request ends before its client and the proxies give up. */
const WAIT_MS = 5_000
const RETRY_AFTER_SECONDS = 1
/** A task also takes long when those of others are before it. */
const PAUSE_MAX_MS = 500

/**
 * Runs the tasks of each organization one after the other, with pauses, so that one with many tasks neither fills the queue
 * that all share nor uses all the time of a core.
 */
export class PlanningTurns implements CallerTurns {
  readonly #queues = new CallerQueues({
    perKey: 1,
    waitingMax: WAITING_MAX,
    waitMs: WAIT_MS,
  })

  /**
   * A caller without organizations does not wait.
   * @throws RateLimitedError when too many tasks of the caller's organization wait, or this one for too long
   * @throws ClientLeftError when the client leaves before its turn
   */
  async run<T>({ caller, client }: Sender, task: () => Promise<T>): Promise<T> {
    const owner = caller && ownerOf(caller)
    if (owner === undefined) return task()
    const turn = await this.#queues.take(owner, client)
    if (turn === 'left') throw new ClientLeftError()
    if (turn === 'full' || turn === 'late') throw busyError()
    const startedAt = performance.now()
    try {
      return await task()
    } finally {
      endAfter(fairPauseMs(performance.now() - startedAt, PAUSE_MAX_MS), turn)
    }
  }
}

function endAfter(pauseMs: number, turn: Slot): void {
  setTimeout(() => turn[Symbol.dispose](), pauseMs)
}

function busyError(): RateLimitedError {
  return new RateLimitedError(
    'Too many documents and operations that are new to this gateway wait to be checked and planned. Try again in a second.',
    RETRY_AFTER_SECONDS,
  )
}
