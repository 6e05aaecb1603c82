type Key = number | string

/** Limits of a semaphore. */
export interface FairSemaphoreOptions {
  /** Slots that may be taken at a time; unlimited by default. */
  readonly slots?: number
  /** Slots that one key may hold at a time, also when others are free; by default all. */
  readonly perKey?: number
}

/** A taken slot, until it is disposed. Disposing it again has no effect. */
export type Slot = Disposable

type Grant = (slot: Slot) => void

/**
 * Shares slots between keys, such as organizations. A free slot goes to the waiting key that holds the fewest slots, and
 * among equals to the one that was served longest ago; the tasks of one key are served in the order in which they came.
 */
export class FairSemaphore {
  readonly #slots: number
  readonly #perKey: number
  readonly #held = new Map<Key, number>()
  /** The key whose last slot was released longest ago comes first. */
  readonly #waiting = new Map<Key, Set<Grant>>()
  #taken = 0

  constructor({ slots = Infinity, perKey = slots }: FairSemaphoreOptions) {
    this.#slots = slots
    this.#perKey = perKey
  }

  /** Number of slots that a key holds. */
  heldBy(key: Key): number {
    return this.#held.get(key) ?? 0
  }

  /** Number of keys with tasks that wait for a slot. */
  get waitingKeys(): number {
    return this.#waiting.size
  }

  /** Number of tasks of a key that wait for a slot. */
  waitingOf(key: Key): number {
    return this.#waiting.get(key)?.size ?? 0
  }

  /** Takes a slot now, or returns undefined if the task would have to wait. */
  tryAcquire(key: Key): Slot | undefined {
    // A key that waits while a slot is free has reached its own limit, so this overtakes no task.
    return this.#mayTake(key) ? this.#take(key) : undefined
  }

  /** Takes a slot as soon as it is this task's turn. */
  acquire(key: Key): Promise<Slot> {
    const { promise, resolve } = Promise.withResolvers<Slot>()
    const slot = this.tryAcquire(key)
    if (slot === undefined) this.#waitFor(key, resolve)
    else resolve(slot)
    return promise
  }

  /** Takes a slot, or returns undefined if none was free for `waitMs` milliseconds, or until the signal was aborted. */
  acquireWithin(key: Key, waitMs: number, signal?: AbortSignal): Promise<Slot | undefined> {
    const { promise, resolve } = Promise.withResolvers<Slot | undefined>()
    const slot = this.tryAcquire(key)
    if (slot === undefined) {
      const end = (granted?: Slot): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        resolve(granted)
      }
      const giveUp = (): void => {
        this.#removeWaiting(key, end)
        end()
      }
      const timer = setTimeout(giveUp, waitMs)
      signal?.addEventListener('abort', giveUp)
      this.#waitFor(key, end)
    } else resolve(slot)
    return promise
  }

  /** Holds a slot while `work` runs. */
  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    using _slot = await this.acquire(key)
    return await work()
  }

  #mayTake(key: Key): boolean {
    return this.#taken < this.#slots && this.heldBy(key) < this.#perKey
  }

  #take(key: Key): Slot {
    this.#taken += 1
    this.#held.set(key, this.heldBy(key) + 1)
    let isTaken = true
    return {
      [Symbol.dispose]: () => {
        if (isTaken) this.#release(key)
        isTaken = false
      },
    }
  }

  #release(key: Key): void {
    const rest = this.heldBy(key) - 1
    this.#taken -= 1
    if (rest > 0) this.#held.set(key, rest)
    else this.#held.delete(key)
    this.#moveToEnd(key)
    this.#grantNext()
  }

  #grantNext(): void {
    let next: Key | undefined
    for (const key of this.#waiting.keys()) {
      if (!this.#mayTake(key)) continue
      if (next === undefined || this.heldBy(key) < this.heldBy(next)) next = key
    }
    if (next === undefined) return
    const [grant] = this.#waiting.get(next) ?? []
    if (grant === undefined) return
    this.#removeWaiting(next, grant)
    grant(this.#take(next))
  }

  #waitFor(key: Key, grant: Grant): void {
    const grants = this.#waiting.get(key)
    if (grants === undefined) this.#waiting.set(key, new Set([grant]))
    else grants.add(grant)
  }

  #moveToEnd(key: Key): void {
    const grants = this.#waiting.get(key)
    if (grants === undefined) return
    this.#waiting.delete(key)
    this.#waiting.set(key, grants)
  }

  #removeWaiting(key: Key, grant: Grant): void {
    const grants = this.#waiting.get(key)
    grants?.delete(grant)
    if (grants?.size === 0) this.#waiting.delete(key)
  }
}
