import { parseRetryAfterMs } from '@takeoff/kit/http/retry-after'
import { nextDelayMs } from './schedule.ts'
import type { Answer } from '../send/sender.ts'

/** What an attempt means for its delivery and its subscription. */
export type Verdict =
  | { readonly kind: 'delivered' }
  | {
      readonly kind: 'retry'
      readonly delayMs: number
      readonly error: string
      /** Nothing at all is to be sent to the subscription for so long. */
      readonly pauseMs?: number | undefined
    }
  /** The last attempt has failed. */
  | { readonly kind: 'failed'; readonly error: string; readonly pauseMs?: number | undefined }
  /** 410: the receiver wants nothing more, so the subscription is disabled. */
  | { readonly kind: 'gone'; readonly error: string }

export interface Circumstances {
  /** Attempts of this series, the one judged included. */
  readonly attempts: number
  readonly delaysSeconds: readonly number[]
  readonly now: Date
  /** 0 ≤ random < 1 */
  readonly random: number
}

const GONE = 410
const TOO_MANY_REQUESTS = 429
const UNAVAILABLE = 503
/** A receiver that says 429 without a time gets this much rest. */
const PAUSE_MS = 5_000
/** The delivery itself waits as long as it is asked to; the others are tried again then. */
const PAUSE_MAX_MS = 3_600_000

export function judge(answer: Answer, circumstances: Circumstances): Verdict {
  if (answer.kind === 'unanswered') return retryOrFail(answer.error, undefined, circumstances)
  const { statusCode, retryAfter } = answer
  if (statusCode >= 200 && statusCode < 300) return { kind: 'delivered' }
  const error = describeStatus(statusCode)
  if (statusCode === GONE) return { kind: 'gone', error }
  if (statusCode !== TOO_MANY_REQUESTS && statusCode !== UNAVAILABLE)
    return retryOrFail(error, undefined, circumstances)
  const retryAfterMs = parseRetryAfterMs(retryAfter, circumstances.now)
  const verdict = retryOrFail(error, retryAfterMs, circumstances)
  const pauseMs = retryAfterMs ?? (statusCode === TOO_MANY_REQUESTS ? PAUSE_MS : undefined)
  if (pauseMs === undefined) return verdict
  return { ...verdict, pauseMs: Math.min(pauseMs, PAUSE_MAX_MS) }
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
): Extract<Verdict, { kind: 'retry' | 'failed' }> {
  const delayMs = nextDelayMs({ ...circumstances, retryAfterMs })
  return delayMs === undefined ? { kind: 'failed', error } : { kind: 'retry', delayMs, error }
}
