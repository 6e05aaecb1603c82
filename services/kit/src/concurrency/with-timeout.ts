/**
 * Waits no longer than `limitMs` for a promise that may never settle; its work continues.
 * @param error its message, or a function that makes it
 * @throws that error when the time is over
 */
export async function withTimeout<T>(
  limitMs: number,
  work: Promise<T>,
  error: string | (() => Error),
): Promise<T> {
  const { promise: limit, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(typeof error === 'string' ? new Error(error) : error()),
    Math.max(0, limitMs),
  )
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
