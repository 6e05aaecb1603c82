import { LRUCache } from 'lru-cache'
import type { SessionLimits, SessionStore, StoredSession } from './session-store.ts'

/** The sessions of one process, which end with it. */
export class MemoryStore implements SessionStore {
  readonly #limits: SessionLimits
  readonly #sessions: LRUCache<string, StoredSession>
  /** Ids of each person's sessions, the oldest first. */
  readonly #persons = new Map<string, Set<string>>()

  constructor(limits: SessionLimits, max: number) {
    this.#limits = limits
    this.#sessions = new LRUCache<string, StoredSession>({
      max,
      ttl: limits.idleMs,
      updateAgeOnGet: true,
      ttlAutopurge: false,
      // Sessions end by the wall clock.
      perf: { now: () => Date.now() },
      dispose: (session, _id, reason) => {
        if (reason !== 'set') this.#forget(session)
      },
    })
  }

  read(id: string): Promise<string | undefined> {
    return Promise.resolve(this.#sessions.get(id)?.sealed)
  }

  create(session: StoredSession): Promise<void> {
    const { id, person } = session
    // One that has expired must not end one that is used.
    this.#sessions.purgeStale()
    this.#sessions.set(id, session)
    const ids = this.#persons.get(person) ?? new Set()
    this.#persons.set(person, ids.add(id))
    for (const oldest of [...ids].slice(0, -this.#limits.perPersonMax))
      this.#sessions.delete(oldest)
    return Promise.resolve()
  }

  replace(id: string, sealed: string): Promise<boolean> {
    const known = this.#sessions.get(id)
    if (known !== undefined) this.#sessions.set(id, { ...known, sealed })
    return Promise.resolve(known !== undefined)
  }

  remove(id: string): Promise<void> {
    this.#sessions.delete(id)
    return Promise.resolve()
  }

  removeAll(person: string): Promise<void> {
    for (const id of new Set(this.#persons.get(person))) this.#sessions.delete(id)
    return Promise.resolve()
  }

  /** No other process has these sessions. */
  reserve(): Promise<() => Promise<void>> {
    return Promise.resolve(() => Promise.resolve())
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#sessions.clear()
    return Promise.resolve()
  }

  #forget({ id, person }: StoredSession): void {
    const ids = this.#persons.get(person)
    ids?.delete(id)
    if (ids?.size === 0) this.#persons.delete(person)
  }
}
