import { fairPauseMs } from '@takeoff/kit/concurrency/fair-pause'
import type { Slot } from '@takeoff/kit/concurrency/fair-semaphore'
import { RateLimitedError } from '@takeoff/kit/values/errors'
import { LRUCache } from 'lru-cache'
import { CallerQueues } from '../../execution/caller-queues.ts'
import { ownerOf } from '../../execution/owner-of.ts'
import { ClientGroup, ClientDisconnectedError } from '../../execution/request-client.ts'
import type { CallerTurns, Waiting } from '../../execution/request-context.ts'

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

/** Where equal tasks of an organization wait for one turn. */
interface Place {
  readonly clients: ClientGroup
  readonly turn: Promise<Slot>
}

/**
 * Runs the tasks of each organization, and of each user without any, one after the other, with pauses, so that one with
 * many tasks neither fills the queue that all share nor uses all the time of a core.
 */
export class PlanningTurns implements CallerTurns {
  readonly #queues = new CallerQueues({ perKey: 1, waitingMax: WAITING_MAX, waitMs: WAIT_MS })
  readonly #places = new Map<string, Place>()
  /** End of the pauses that follow the work of an organization. */
  readonly #pausedUntil = new LRUCache<string, number>({ max: OWNERS_MAX })

  /**
   * An unknown caller, as with `AUTH=off`, does not wait.
   * @throws RateLimitedError when too many tasks of the caller's organization wait, or this one for too long
   * @throws ClientDisconnectedError when the client disconnects before its turn
   */
  async run<T>({ caller, client, key }: Waiting, task: () => Promise<T>): Promise<T> {
    if (caller === undefined) return task()
    const owner = ownerOf(caller)
    const name = `${owner} ${key}`
    const shared = this.#places.get(name)
    if (shared !== undefined && !shared.clients.isDisconnected) {
      shared.clients.add(client)
      await shared.turn
      // The turn lasts as long as the first of the equal tasks, whose work this one shares.
      return task()
    }
    const clients = new ClientGroup()
    clients.add(client)
    const place = { clients, turn: this.#take(owner, clients) }
    this.#places.set(name, place)
    const turn = await place.turn.finally(() => {
      if (this.#places.get(name) === place) this.#places.delete(name)
    })
    const startedAt = performance.now()
    try {
      return await task()
    } finally {
      this.#end(turn, owner, startedAt)
    }
  }

  async #take(owner: string, clients: ClientGroup): Promise<Slot> {
    const turn = await this.#queues.take(owner, clients)
    if (turn === 'disconnected') throw new ClientDisconnectedError()
    if (typeof turn === 'string')
      throw new RateLimitedError(
        'Too many documents and operations that are new to this gateway wait to be checked and planned. Try again in a second.',
        RETRY_AFTER_SECONDS,
      )
    return turn
  }

  /**
   * Ends the turn, after the part of the pauses that exceeds the allowance. Each task adds a pause; time without tasks
   * reduces them.
   */
  #end(turn: Slot, owner: string, startedAt: number): void {
    const now = performance.now()
    const workedMs = now - startedAt
    const busyUntil = Math.max(startedAt, this.#pausedUntil.get(owner) ?? 0) + workedMs
    const pausedUntil = busyUntil + fairPauseMs(workedMs, PAUSE_MAX_MS)
    this.#pausedUntil.set(owner, pausedUntil)
    const pauseMs = pausedUntil - PAUSE_ALLOWANCE_MS - now
    if (pauseMs > 0) setTimeout(() => turn[Symbol.dispose](), pauseMs)
    else turn[Symbol.dispose]()
  }
}
