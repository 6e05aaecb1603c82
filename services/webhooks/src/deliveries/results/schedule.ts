/**
 * Seconds between the attempts of a delivery: at once, then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h,
 * 20 h and 24 h, each counted from the attempt before. This is the example schedule of Standard Webhooks.
 */
export const defaultRetryDelaysSeconds: readonly number[] = [
  5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
]

/** Spreads the retries after an outage, so that a recovered receiver is not overloaded. */
const JITTER = 0.2
/** Limits the delay that a receiver can request. */
const RETRY_AFTER_MAX_MS = 24 * 3_600_000

export interface Retry {
  /** Attempts made in this series, at least 1. */
  readonly attempts: number
  readonly delaysSeconds: readonly number[]
  /** Delay requested by `Retry-After`. */
  readonly retryAfterMs?: number | undefined
  /** 0 ≤ random < 1 */
  readonly random: number
}

/** Milliseconds until the next attempt, never earlier than the schedule; undefined after the last attempt. */
export function nextDelayMs({
  attempts,
  delaysSeconds,
  retryAfterMs = 0,
  random,
}: Retry): number | undefined {
  const seconds = delaysSeconds[attempts - 1]
  if (seconds === undefined) return undefined
  const scheduledMs = Math.round(seconds * 1000 * (1 - JITTER + 2 * JITTER * random))
  return Math.max(scheduledMs, Math.min(retryAfterMs, RETRY_AFTER_MAX_MS))
}
