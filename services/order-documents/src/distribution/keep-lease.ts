import type { Database } from '@takeoff/kit/postgres/database'
import type { Logger } from '@takeoff/kit/service/logger'
import type { Lease } from '../db/distribution/lock-distribution-order.ts'
import { renewLease } from '../db/distribution/renew-lease.ts'

/** Often enough that two failures in a row do no harm. */
const RENEW_MS = 5_000

/**
 * Holds an order while a provider is asked, for it may take longer than a lease. A lease that ends all the
 * same costs a question more, and never a second submission: whoever comes next finds the attempt.
 */
export function keepLease(
  lease: Lease,
  { database, logger }: { readonly database: Database; readonly logger: Logger },
): Disposable {
  const timer = setInterval(() => {
    renewLease(database, lease).catch((error: unknown) =>
      logger.warn({ err: error, distributionOrderId: lease.id }, 'a lease was not renewed'),
    )
  }, RENEW_MS)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
