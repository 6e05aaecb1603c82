import { AppError } from '../values/errors.ts'

const SECONDS = /^\d+$/
/** Thirty years: a number that JavaScript can calculate with, as milliseconds too. */
const SECONDS_MAX = 1_000_000_000
/** RFC 9110 §5.6.7: the format that senders must write, and the two obsolete ones that must still be parsed. */
const HTTP_DATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? (\d{2} [A-Z][a-z]{2} \d{4}|\d{2}-[A-Z][a-z]{2}-\d{2}|[A-Z][a-z]{2} [ \d]\d) \d{2}:\d{2}:\d{2}( GMT| \d{4})$/

/** Milliseconds to wait by a `Retry-After` header (seconds or a date), or undefined where it names no time. */
export function parseRetryAfterMs(value: string | undefined, now: Date): number | undefined {
  const text = value?.trim() ?? ''
  if (SECONDS.test(text)) return Math.min(Number(text), SECONDS_MAX) * 1000
  if (!HTTP_DATE.test(text)) return undefined
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}

/** The header `Retry-After` for an error that has `retryAfterSeconds` in its extensions; no header for another. */
export function retryAfterHeader(error: unknown): Readonly<Record<string, string>> {
  const seconds = error instanceof AppError ? error.extensions['retryAfterSeconds'] : undefined
  return typeof seconds === 'number' ? { 'retry-after': String(seconds) } : {}
}
