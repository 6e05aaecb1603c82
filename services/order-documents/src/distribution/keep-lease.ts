import type { Database } from '@takeoff/kit/postgres/database'
import type { Logger } from '@takeoff/kit/service/logger'
import type { Lease } from '../db/distribution/lock-distribution-order.ts'
import { renewLease } from '../db/distribution/renew-lease.ts'

/** So often that a lease survives two failed renewals in a row. */
const RENEW_MS = 5_000

/**
 * Renews the lease of an order during a call to its provider, which may take longer than a lease. A lease that
 * expires nevertheless costs one look-up and never a second submission: the next process finds the attempt.
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
