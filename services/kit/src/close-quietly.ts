const CLOSE_LIMIT_MS = 3_000

/**
 * Closes what may be closed already; a link that is gone cannot be lost twice. Nobody waits longer than
 * 3 s: a broker that waits for one of its own queues does not answer.
 */
export async function closeQuietly(link: { close(): Promise<unknown> } | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, CLOSE_LIMIT_MS)
  })
  try {
    await Promise.race([link?.close(), limit])
  } catch {
    // Nothing is left to do for a link that refuses to close.
  } finally {
    clearTimeout(timer)
  }
}
