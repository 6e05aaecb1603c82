const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const RESEND_FIRST_MS = 5 * SECOND_MS
const RESEND_LONGEST_MS = 10 * MINUTE_MS
/** Longest delay that a provider may request. */
const RETRY_AFTER_MAX_MS = HOUR_MS
const LOOK_FIRST_MS = SECOND_MS
const LOOK_LONGEST_MS = 10 * MINUTE_MS
const POLL_FIRST_MS = MINUTE_MS
const POLL_LONGEST_MS = HOUR_MS
/** Each wait for a status is a tenth of the time since the order was submitted. */
const POLL_SHARE = 0.1

/** An order that could not be sent for this long, in this many attempts, has failed. */
const UNSENT_MAX_MS = DAY_MS
const UNSENT_ATTEMPTS_MIN = 10
/** After this long an order is no longer looked up. */
const LOOK_UP_MAX_MS = 60 * DAY_MS
const CANCEL_REQUEST_MAX_MS = DAY_MS

/** Spreads the retries after an outage. */
const JITTER = 0.2

/**
 * Wait before an order that surely did not arrive is sent again: 5 s, doubling up to 10 min, and not before the
 * provider accepts it.
 */
export function resendDelayMs(attempts: number, random: number, retryAfterMs = 0): number {
  const doublings = Math.min(Math.max(attempts - 1, 0), 20)
  const scheduledMs = spread(Math.min(RESEND_FIRST_MS * 2 ** doublings, RESEND_LONGEST_MS), random)
  return Math.max(scheduledMs, Math.min(retryAfterMs, RETRY_AFTER_MAX_MS))
}

/** Wait before the next look-up, so that the time since `since` about doubles: 1 s up to 10 min. */
export function lookDelayMs(since: Date, now: Date, random: number): number {
  return spread(clamp(elapsedMs(since, now), LOOK_FIRST_MS, LOOK_LONGEST_MS), random)
}

/** Wait before the next status request: 1 min for a new order, 1 h for one of a day. */
export function pollDelayMs(since: Date, now: Date, random: number): number {
  return spread(clamp(elapsedMs(since, now) * POLL_SHARE, POLL_FIRST_MS, POLL_LONGEST_MS), random)
}

/** Whether sending was attempted for so long and so often that the order has failed. */
export function isUnsendable(createdAt: Date, attempts: number, now: Date): boolean {
  return attempts >= UNSENT_ATTEMPTS_MIN && elapsedMs(createdAt, now) >= UNSENT_MAX_MS
}

/** Whether the order is too old for another look-up. */
export function isTooOldToLookUp(since: Date, now: Date): boolean {
  return elapsedMs(since, now) >= LOOK_UP_MAX_MS
}

export function isTooLateToCancel(requestedAt: Date, now: Date): boolean {
  return elapsedMs(requestedAt, now) >= CANCEL_REQUEST_MAX_MS
}

export function after(now: Date, delayMs: number): Date {
  return new Date(now.getTime() + delayMs)
}

export function elapsedMs(since: Date, now: Date): number {
  return now.getTime() - since.getTime()
}

/** @param random 0 ≤ random < 1 */
function spread(ms: number, random: number): number {
  return Math.round(ms * (1 - JITTER + 2 * JITTER * random))
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
