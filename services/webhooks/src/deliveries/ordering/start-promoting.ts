import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Logger } from '@takeoff/kit/service/logger'
import { startLoop } from '@takeoff/kit/concurrency/loop'
import { logPromotionFailure, promoteAllHeads } from './promote-heads.ts'

/** Interval of the search for parked deliveries that a killed process left behind. */
const PROMOTE_EVERY_MS = 5_000
/** A slow search, 1 s for 100,000 aggregates, is followed by a pause of this many times its duration. */
const PROMOTE_PAUSE_FACTOR = 20

export interface PromotingOptions {
  readonly sql: Sql
  readonly logger: Logger
  /** Only the eldest process searches. */
  readonly isEldest: () => boolean
  readonly onPromoted: () => void
}

/** Promotes parked deliveries that no process has promoted, until it is disposed. */
export function startPromoting({
  sql,
  logger,
  isEldest,
  onPromoted,
}: PromotingOptions): AsyncDisposable {
  let tookMs = 0
  return startLoop({
    async round() {
      const begunAt = performance.now()
      if (isEldest() && (await promoteAllHeads(sql)) > 0) onPromoted()
      tookMs = performance.now() - begunAt
      return false
    },
    idleMs: () => Math.max(PROMOTE_EVERY_MS, tookMs * PROMOTE_PAUSE_FACTOR),
    onError: (error) => logPromotionFailure(logger, error),
  })
}
