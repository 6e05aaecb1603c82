/**
 * Waits no longer than `limitMs` for a promise that may never settle; its work continues.
 * @throws Error with `message` when the time is over
 */
export async function withTimeout<T>(
  limitMs: number,
  work: Promise<T>,
  message: string,
): Promise<T> {
  const { promise: limit, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(message)), limitMs)
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
