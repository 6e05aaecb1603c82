import type { Logger } from '@takeoff/kit/service/logger'
import { withTimeout } from '@takeoff/kit/concurrency/with-timeout'
import type { Account, Buckets, Charge } from './buckets.ts'

/** Timeout of a charge. Redis responds in less than a millisecond. */
const CHARGE_TIMEOUT_MS = 100
/** Redis is called again this long after a failure, so that few requests wait. */
const RETRY_MS = 1_000

/**
 * Charges the shared buckets, and this process's own while the shared ones are unavailable: no request is refused for
 * an outage.
 */
export class SharedBuckets implements Buckets {
  readonly #shared: Buckets
  readonly #local: Buckets
  readonly #logger: Logger
  #isUnavailable = false
  #retryAt = 0

  constructor(shared: Buckets, local: Buckets, logger: Logger) {
    this.#shared = shared
    this.#local = local
    this.#logger = logger
  }

  /** Whether charges are made locally at the moment, as far as the last one showed. */
  get isUnavailable(): boolean {
    return this.#isUnavailable
  }

  async charge(accounts: readonly Account[], points: number): Promise<Charge> {
    if (this.#isUnavailable && !this.#mayTry()) return this.#local.charge(accounts, points)
    const pending = Promise.resolve(this.#shared.charge(accounts, points))
    try {
      const charge = await withTimeout(CHARGE_TIMEOUT_MS, pending, 'Redis does not respond')
      this.#setUnavailable(false)
      return charge
    } catch (error) {
      // It may be granted yet, and the caller is charged here.
      pending.then(({ granted, refund }) => granted && refund(points)).catch(() => undefined)
      this.#setUnavailable(true, error)
      return this.#local.charge(accounts, points)
    }
  }

  /** One request probes Redis after each interval; the others do not wait for its result. */
  #mayTry(): boolean {
    if (performance.now() < this.#retryAt) return false
    this.#retryAt = performance.now() + RETRY_MS
    return true
  }

  #setUnavailable(isUnavailable: boolean, error?: unknown): void {
    if (isUnavailable) this.#retryAt = performance.now() + RETRY_MS
    if (isUnavailable === this.#isUnavailable) return
    this.#isUnavailable = isUnavailable
    if (isUnavailable)
      this.#logger.warn({ err: error }, 'Redis is away: each process keeps budgets of its own')
    else this.#logger.info('Redis is back: budgets are shared again')
  }
}
