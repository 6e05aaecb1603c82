import { TakeoffError } from './errors.ts'
import { TIMER_MS_MAX } from './transport.ts'

/** When and how often a request is sent again. */
export interface RetryOptions {
  /** How often a request is sent at most; 1 never repeats. Default: 6. */
  readonly attempts?: number | undefined
  /**
   * No attempt begins later, and none lasts longer, than this after the first one began. Of an export or a download it
   * limits the wait for the head of the response. Default: 120,000.
   */
  readonly totalMs?: number | undefined
  /** The longest delay before the second attempt; it doubles with each one. Default: 200. */
  readonly delayMs?: number | undefined
  /** The longest delay that this client chooses. Default: 10,000. */
  readonly delayMaxMs?: number | undefined
}

/** Work that may be done again. */
export interface Repeatable<T> {
  /** Does it once, within this time. */
  readonly attempt: (limitMs: number) => Promise<T>
  readonly mayRepeat: (error: TakeoffError) => boolean
  readonly retries: RetryOptions | undefined
  readonly signal: AbortSignal | undefined
}

/** Does the work until it succeeds, must not be repeated, or a limit is reached. */
export async function withRetries<T>(work: Repeatable<T>): Promise<T> {
  const { attempts: attemptsMax = 6, totalMs = 120_000 } = work.retries ?? {}
  const endsAt = Date.now() + totalMs
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await work.attempt(endsAt - Date.now())
    } catch (error) {
      if (!(error instanceof TakeoffError)) throw error
      error.attempts = attempts
      const delayMs = delayAfter(attempts, error, work.retries)
      const isLast = attempts >= attemptsMax || Date.now() + delayMs >= endsAt
      if (isLast || !work.mayRepeat(error)) throw error
      await wait(delayMs, work.signal)
      // Timers may end late: an attempt without time would replace this error by its own.
      if (Date.now() >= endsAt) throw error
    }
  }
}

/** The server's delay, or a random part of one that doubles, so that many clients do not return together. */
function delayAfter(
  attempts: number,
  { retryAfterSeconds }: TakeoffError,
  { delayMs = 200, delayMaxMs = 10_000 }: RetryOptions = {},
): number {
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000 + Math.random() * delayMs
  return Math.random() * Math.min(delayMaxMs, delayMs * 2 ** (attempts - 1))
}

/** @throws the reason of the signal */
function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const onEnd = (): void => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }
    const timer = setTimeout(onEnd, Math.min(ms, TIMER_MS_MAX))
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
  })
}
