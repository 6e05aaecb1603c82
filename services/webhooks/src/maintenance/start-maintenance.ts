import { startLoop } from '@takeoff/kit/concurrency/loop'
import { runMaintenance } from './run-maintenance.ts'
import type { Maintenance } from './run-maintenance.ts'

const INTERVAL_MS = 3_600_000
/** Long, because a repeated failure is likely to recur and each retry repeats the whole round. */
const RETRY_MAX_MS = 60_000

/** Runs at once and then every hour, until it is disposed. */
export function startMaintenance(maintenance: Maintenance): AsyncDisposable {
  return startLoop({
    async round(stopping) {
      await runMaintenance(maintenance, { stopping })
      return false
    },
    idleMs: INTERVAL_MS,
    longestRetryMs: RETRY_MAX_MS,
    onError: (error) =>
      maintenance.logger.warn({ err: error }, 'the maintenance failed; it is repeated'),
  })
}
