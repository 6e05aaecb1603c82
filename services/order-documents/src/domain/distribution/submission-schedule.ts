const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const RESEND_FIRST_MS = 5 * SECOND_MS
const RESEND_LONGEST_MS = 10 * MINUTE_MS
/** A provider may ask for patience, not for silence. */
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
/** After this long nobody asks for an order any more. */
const ASKED_MAX_MS = 60 * DAY_MS
const CANCEL_ASKED_MAX_MS = DAY_MS

/** Spreads what an outage has pushed together. */
const JITTER = 0.2

/**
 * Before an order is sent again that surely did not arrive: 5 s, doubling up to 10 min, and not before the
 * provider wants it.
 */
export function resendDelayMs(attempts: number, random: number, retryAfterMs = 0): number {
  const doublings = Math.min(Math.max(attempts - 1, 0), 20)
  const scheduledMs = spread(Math.min(RESEND_FIRST_MS * 2 ** doublings, RESEND_LONGEST_MS), random)
  return Math.max(scheduledMs, Math.min(retryAfterMs, RETRY_AFTER_MAX_MS))
}

/** Before a provider is asked once more, so that the time since `since` about doubles: 1 s up to 10 min. */
export function lookDelayMs(since: Date, now: Date, random: number): number {
  return spread(clamp(elapsedMs(since, now), LOOK_FIRST_MS, LOOK_LONGEST_MS), random)
}

/** Before a provider is asked for the status: 1 min for a new order, 1 h for one of a day. */
export function pollDelayMs(since: Date, now: Date, random: number): number {
  return spread(clamp(elapsedMs(since, now) * POLL_SHARE, POLL_FIRST_MS, POLL_LONGEST_MS), random)
}

/** Was it long and often enough tried to send? */
export function isUnsendable(createdAt: Date, attempts: number, now: Date): boolean {
  return attempts >= UNSENT_ATTEMPTS_MIN && elapsedMs(createdAt, now) >= UNSENT_MAX_MS
}

/** Is it too long ago for the provider to be asked again? */
export function isTooOldToAsk(since: Date, now: Date): boolean {
  return elapsedMs(since, now) >= ASKED_MAX_MS
}

export function isTooLateToCancel(requestedAt: Date, now: Date): boolean {
  return elapsedMs(requestedAt, now) >= CANCEL_ASKED_MAX_MS
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
