import { withTimeout } from './with-timeout.ts'

const CLOSE_LIMIT_MS = 3_000

/**
 * Closes a link that may be closed already, and ignores its errors. Waits for 3 s at most: a broker that
 * waits for one of its own queues does not respond.
 */
export async function closeQuietly(link: { close(): Promise<unknown> } | undefined): Promise<void> {
  try {
    if (link !== undefined) await withTimeout(CLOSE_LIMIT_MS, link.close(), 'it does not close')
  } catch {
    // A link that refuses to close needs no further action.
  }
}
