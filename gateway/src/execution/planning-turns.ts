import { fairPauseMs } from '@takeoff/kit/concurrency/fair-pause'
import type { Slot } from '@takeoff/kit/concurrency/fair-semaphore'
import { RateLimitedError } from '@takeoff/kit/values/errors'
import { LRUCache } from 'lru-cache'
import { CallerQueues } from './caller-queues.ts'
import { ownerOf } from './owner-of.ts'
import { ClientGroup, ClientDisconnectedError } from './request-client.ts'
import type { Sender } from './request-client.ts'

const WAITING_MAX = 50
/** With the check and the planning, a request ends before its client and the proxies give up. */
const WAIT_MS = 5_000
const RETRY_AFTER_SECONDS = 1
/** A task also takes long when those of others are before it. */
const PAUSE_MAX_MS = 500
/** Pauses that are not enforced yet: those of half a second of work, enough for a page with many new documents. */
const PAUSE_ALLOWANCE_MS = 1_500
/** Organizations whose pauses are counted; the least recently used is evicted. */
const OWNERS_MAX = 10_000

/** A request that waits for its turn. */
interface Waiting extends Sender {
  /** Equal for requests of the same work, which share a turn. */
  readonly key: string
}

/** The turn that equal tasks of an organization wait for. */
interface SharedTurn {
  readonly clients: ClientGroup
  readonly slot: Promise<Slot>
}

/**
 * Runs the tasks of each organization, and of each user without any, one after the other, with pauses, so that one with
 * many tasks neither fills the queue that all share nor uses all the time of a core.
 */
export class PlanningTurns {
  readonly #queues = new CallerQueues({ perKey: 1, waitingMax: WAITING_MAX, waitMs: WAIT_MS })
  readonly #shared = new Map<string, SharedTurn>()
  /** End of the pauses that follow the work of an organization. */
  readonly #pausedUntil = new LRUCache<string, number>({ max: OWNERS_MAX })

  /**
   * Resolves with `limit(task())` when it is the caller's turn, which lasts until the task has ended, also when the limit
   * was reached before. A task has to share its work with those of the same key that are run at the same time. An unknown
   * caller, as with `AUTH=off`, does not wait.
   * @throws RateLimitedError when too many tasks of the caller's organization wait, or this one for too long
   * @throws ClientDisconnectedError when all clients that wait for the turn disconnect before it
   */
  async run<T>(
    { caller, client, key }: Waiting,
    task: () => Promise<T>,
    limit: (work: Promise<T>) => Promise<T>,
  ): Promise<T> {
    if (caller === undefined) return limit(task())
    const owner = ownerOf(caller)
    const name = `${owner} ${key}`
    const shared = this.#shared.get(name)
    if (shared !== undefined && !shared.clients.isDisconnected) {
      shared.clients.add(client)
      await shared.slot
      // The turn lasts as long as the task of the request that took it. All of them share one work.
      return limit(task())
    }
    const clients = new ClientGroup()
    clients.add(client)
    const turn = { clients, slot: this.#take(owner, clients) }
    this.#shared.set(name, turn)
    const slot = await turn.slot.finally(() => {
      if (this.#shared.get(name) === turn) this.#shared.delete(name)
    })
    return limit(this.#runIn(slot, owner, task))
  }

  async #take(owner: string, clients: ClientGroup): Promise<Slot> {
    const slot = await this.#queues.take(owner, clients)
    if (slot === 'disconnected') throw new ClientDisconnectedError()
    if (typeof slot === 'string')
      throw new RateLimitedError(
        'Too many documents and operations that are new to this gateway wait to be checked and planned. Try again in a second.',
        RETRY_AFTER_SECONDS,
      )
    return slot
  }

  async #runIn<T>(slot: Slot, owner: string, task: () => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    try {
      return await task()
    } finally {
      this.#end(slot, owner, startedAt)
    }
  }

  /**
   * Ends the turn, after the part of the pauses that exceeds the allowance. Each task adds a pause; time without tasks
   * reduces them.
   */
  #end(slot: Slot, owner: string, startedAt: number): void {
    const now = performance.now()
    const workedMs = now - startedAt
    const busyUntil = Math.max(startedAt, this.#pausedUntil.get(owner) ?? 0) + workedMs
    const pausedUntil = busyUntil + fairPauseMs(workedMs, PAUSE_MAX_MS)
    this.#pausedUntil.set(owner, pausedUntil)
    const pauseMs = pausedUntil - PAUSE_ALLOWANCE_MS - now
    if (pauseMs > 0) setTimeout(() => slot[Symbol.dispose](), pauseMs)
    else slot[Symbol.dispose]()
  }
}
