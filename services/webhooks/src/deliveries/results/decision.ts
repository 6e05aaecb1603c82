import { parseRetryAfterMs } from '@takeoff/kit/http/retry-after'
import { nextDelayMs } from './schedule.ts'
import type { AttemptOutcome } from '../send/sender.ts'

/** Consequence of an attempt for its delivery and its subscription. */
export type Decision =
  | { readonly kind: 'delivered' }
  | {
      readonly kind: 'retry'
      readonly delayMs: number
      readonly error: string
      /** Sending to the subscription pauses for this long. */
      readonly pauseMs?: number | undefined
    }
  /** No attempts remain. */
  | { readonly kind: 'failed'; readonly error: string; readonly pauseMs?: number | undefined }
  /** 410: the receiver wants no more events, so the subscription is disabled. */
  | { readonly kind: 'gone'; readonly error: string }

export interface Circumstances {
  /** Attempts of this series, including the current one. */
  readonly attempts: number
  readonly delaysSeconds: readonly number[]
  readonly now: Date
  /** 0 ≤ random < 1 */
  readonly random: number
}

const GONE = 410
const TOO_MANY_REQUESTS = 429
const UNAVAILABLE = 503
/** After a 429 without `Retry-After`, which refuses the sender. A 503 without one may concern a single request. */
const DEFAULT_PAUSE_MS = 5_000
/** Maximum pause of a subscription. The failed delivery itself waits for `Retry-After`, up to the limit of `schedule.ts`. */
const PAUSE_MAX_MS = 3_600_000

export function decide(outcome: AttemptOutcome, circumstances: Circumstances): Decision {
  if (outcome.kind === 'error') return retryOrFail(outcome.error, undefined, circumstances)
  const { statusCode, retryAfter } = outcome
  if (statusCode >= 200 && statusCode < 300) return { kind: 'delivered' }
  const error = describeStatus(statusCode)
  if (statusCode === GONE) return { kind: 'gone', error }
  if (statusCode !== TOO_MANY_REQUESTS && statusCode !== UNAVAILABLE)
    return retryOrFail(error, undefined, circumstances)
  const retryAfterMs = parseRetryAfterMs(retryAfter, circumstances.now)
  const decision = retryOrFail(error, retryAfterMs, circumstances)
  const pauseMs = retryAfterMs ?? (statusCode === TOO_MANY_REQUESTS ? DEFAULT_PAUSE_MS : undefined)
  if (pauseMs === undefined) return decision
  return { ...decision, pauseMs: Math.min(pauseMs, PAUSE_MAX_MS) }
}

function describeStatus(statusCode: number): string {
  if (statusCode === GONE) return 'answered 410 (gone)'
  if (statusCode >= 300 && statusCode < 400)
    return `answered ${statusCode} (redirects are not followed)`
  return `answered ${statusCode}`
}

function retryOrFail(
  error: string,
  retryAfterMs: number | undefined,
  circumstances: Circumstances,
): Extract<Decision, { kind: 'retry' | 'failed' }> {
  const delayMs = nextDelayMs({ ...circumstances, retryAfterMs })
  return delayMs === undefined ? { kind: 'failed', error } : { kind: 'retry', delayMs, error }
}
