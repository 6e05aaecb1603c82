import type { Logger } from '@takeoff/kit/service/logger'
import { withTimeout } from '@takeoff/kit/concurrency/with-timeout'
import type { Account, Buckets, Charge } from './buckets.ts'

/** Timeout of a charge. Redis responds in less than a millisecond. */
const CHARGE_TIMEOUT_MS = 100
/** After a failure Redis is not called for this long, so that few requests wait. */
const REST_MS = 1_000

/**
 * Charges the shared buckets, and this process's own while the shared ones are unavailable: no request is refused for
 * an outage.
 */
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
      const pending = Promise.resolve(this.#shared.charge(accounts, points))
      const charge = await withTimeout(CHARGE_TIMEOUT_MS, pending, 'Redis does not respond')
      this.#setAway(false)
      return charge
    } catch (error) {
      this.#setAway(true, error)
      return this.#local.charge(accounts, points)
    }
  }

  /** One request probes Redis after each pause; the others do not wait for its result. */
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
