import type { Account, Buckets, Charge } from './buckets.ts'

/** Maximum accounts in memory; each takes some 220 bytes. */
const ACCOUNTS_MAX = 100_000

/** The points of an account at a time (ADR 26). A full account is not stored. */
interface Bucket {
  readonly account: Account
  readonly left: number
  readonly atMs: number
}

/** Buckets of this process. */
export class LocalBuckets implements Buckets {
  readonly #buckets = new Map<string, Bucket>()
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
      refund: (unused) => this.#take(accounts, -unused, this.#now()),
    }
  }

  #left({ key, budget }: Account, now: number): number {
    const bucket = this.#buckets.get(key)
    if (bucket === undefined) return budget.burst
    const refilledPoints = ((now - bucket.atMs) * budget.pointsPerSecond) / 1000
    return Math.min(budget.burst, bucket.left + refilledPoints)
  }

  #take(accounts: readonly Account[], points: number, now: number): void {
    for (const account of accounts) {
      const left = this.#left(account, now) - points
      // The account that was used last is the last entry.
      this.#buckets.delete(account.key)
      if (left < account.budget.burst) this.#buckets.set(account.key, { account, left, atMs: now })
    }
    if (this.#buckets.size > ACCOUNTS_MAX) this.#forget(now)
  }

  /** Removes full accounts, and then the least recently used half. It runs once per that many new accounts at most. */
  #forget(now: number): void {
    for (const [key, { account }] of this.#buckets)
      if (this.#left(account, now) >= account.budget.burst) this.#buckets.delete(key)
    for (const key of this.#buckets.keys()) {
      if (this.#buckets.size <= ACCOUNTS_MAX / 2) return
      this.#buckets.delete(key)
    }
  }
}
