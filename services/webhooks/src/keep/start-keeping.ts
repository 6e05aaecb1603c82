import { startLoop } from '@takeoff/kit/loop'
import { keepHouse } from './keep-house.ts'
import type { Housekeeping } from './keep-house.ts'

const KEEP_EVERY_MS = 3_600_000
/** What failed often will fail once more, and the rest of the house is done again with it. */
const RETRY_MAX_MS = 60_000

/** Keeps house at once and then every hour, until it is disposed. */
export function startKeeping(house: Housekeeping): AsyncDisposable {
  return startLoop({
    async round(stopping) {
      await keepHouse(house, { stopping })
      return false
    },
    idleMs: KEEP_EVERY_MS,
    longestRetryMs: RETRY_MAX_MS,
    onError: (error) =>
      house.logger.warn({ err: error }, 'the housekeeping failed; it is repeated'),
  })
}
