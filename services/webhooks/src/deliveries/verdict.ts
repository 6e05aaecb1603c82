import { parseRetryAfterMs } from '@takeoff/kit/retry-after'
import { nextDelayMs } from './schedule.ts'
import type { Answer } from './sender.ts'

/** What an attempt means for its delivery and its subscription. */
export type Verdict =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly delayMs: number; readonly error: string }
  /** The last attempt has failed. */
  | { readonly kind: 'failed'; readonly error: string }
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
const HONOURS_RETRY_AFTER: ReadonlySet<number> = new Set([429, 503])

export function judge(answer: Answer, circumstances: Circumstances): Verdict {
  if (answer.kind === 'unanswered') return retryOrFail(answer.error, undefined, circumstances)
  const { statusCode, retryAfter } = answer
  if (statusCode >= 200 && statusCode < 300) return { kind: 'delivered' }
  const error = describeStatus(statusCode)
  if (statusCode === GONE) return { kind: 'gone', error }
  const retryAfterMs = HONOURS_RETRY_AFTER.has(statusCode)
    ? parseRetryAfterMs(retryAfter, circumstances.now)
    : undefined
  return retryOrFail(error, retryAfterMs, circumstances)
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
): Verdict {
  const delayMs = nextDelayMs({ ...circumstances, retryAfterMs })
  return delayMs === undefined ? { kind: 'failed', error } : { kind: 'retry', delayMs, error }
}
