import type { Account, Buckets, Charge } from './buckets.ts'

/** Accounts that are remembered; each takes some 150 bytes. */
const ACCOUNTS_MAX = 100_000

/**
 * Buckets of this process. Of each only the time is kept at which it will be full again, so that one at rest
 * takes no memory.
 */
export class LocalBuckets implements Buckets {
  readonly #fullAt = new Map<string, number>()
  readonly #now: () => number

  /** @param now milliseconds that never go back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  charge(accounts: readonly Account[], points: number): Charge {
    const now = this.#now()
    const granted = accounts.every((account) => this.#left(account, now) >= points)
    if (granted) this.#take(accounts, points, now)
    return {
      granted,
      left: accounts.map((account) => this.#left(account, now)),
      giveBack: (unused) => this.#take(accounts, -unused, this.#now()),
    }
  }

  #left({ key, budget }: Account, now: number): number {
    const wait = Math.max(0, (this.#fullAt.get(key) ?? 0) - now)
    return budget.burst - wait * perMs(budget)
  }

  #take(accounts: readonly Account[], points: number, now: number): void {
    for (const { key, budget } of accounts) {
      const fullAt = Math.max(this.#fullAt.get(key) ?? 0, now) + points / perMs(budget)
      this.#fullAt.delete(key)
      if (fullAt > now) this.#fullAt.set(key, fullAt)
    }
    if (this.#fullAt.size > ACCOUNTS_MAX) this.#forget(now)
  }

  /** Those that are full, and then the half that was used longest ago: a tenth of a second in ten thousand. */
  #forget(now: number): void {
    for (const [key, fullAt] of this.#fullAt) if (fullAt <= now) this.#fullAt.delete(key)
    for (const key of this.#fullAt.keys()) {
      if (this.#fullAt.size <= ACCOUNTS_MAX / 2) return
      this.#fullAt.delete(key)
    }
  }
}

function perMs({ pointsPerSecond }: Account['budget']): number {
  return pointsPerSecond / 1000
}
