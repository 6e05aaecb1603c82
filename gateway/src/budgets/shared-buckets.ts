import type { Logger } from '@takeoff/kit/service/logger'
import { withTimeout } from '@takeoff/kit/concurrency/with-timeout'
import type { Account, Buckets, Charge } from './buckets.ts'

/** Longest wait for a charge. Redis answers in less than a millisecond. */
const CHARGE_TIMEOUT_MS = 100
/** After a failure nothing is asked for this long, so that few requests wait. */
const REST_MS = 1_000

/** Charges in the shared buckets, and in this process's own while those are away: nothing is refused for that. */
export class SharedBuckets implements Buckets {
  readonly #shared: Buckets
  readonly #local: Buckets
  readonly #logger: Logger
  #isAway = false
  #restsUntil = 0

  constructor(shared: Buckets, local: Buckets, logger: Logger) {
    this.#shared = shared
    this.#local = local
    this.#logger = logger
  }

  async charge(accounts: readonly Account[], points: number): Promise<Charge> {
    if (this.#isAway && !this.#mayTry()) return this.#local.charge(accounts, points)
    try {
      const asked = Promise.resolve(this.#shared.charge(accounts, points))
      const charge = await withTimeout(CHARGE_TIMEOUT_MS, asked, 'Redis does not answer')
      this.#setAway(false)
      return charge
    } catch (error) {
      this.#setAway(true, error)
      return this.#local.charge(accounts, points)
    }
  }

  /** One request after each rest; the others do not wait for what it finds. */
  #mayTry(): boolean {
    if (performance.now() < this.#restsUntil) return false
    this.#restsUntil = performance.now() + REST_MS
    return true
  }

  #setAway(isAway: boolean, error?: unknown): void {
    if (isAway) this.#restsUntil = performance.now() + REST_MS
    if (isAway === this.#isAway) return
    this.#isAway = isAway
    if (isAway)
      this.#logger.warn({ err: error }, 'Redis is away: each process keeps budgets of its own')
    else this.#logger.info('Redis is back: budgets are shared again')
  }
}
