import { withTimeout } from './with-timeout.ts'

const CLOSE_LIMIT_MS = 3_000

/**
 * Closes what may be closed already; a link that is gone cannot be lost twice. Waits for 3 s at most: a broker that
 * waits for one of its own queues does not answer.
 */
export async function closeQuietly(link: { close(): Promise<unknown> } | undefined): Promise<void> {
  try {
    if (link !== undefined) await withTimeout(CLOSE_LIMIT_MS, link.close(), 'it does not close')
  } catch {
    // Nothing is left to do for a link that refuses to close.
  }
}
