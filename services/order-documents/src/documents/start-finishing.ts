import { startLoop } from '@takeoff/kit/concurrency/loop'
import { claimPendingDocuments } from '../db/documents/pending-documents.ts'
import { waitForWork } from '../wait-for-work.ts'
import { finishDocument } from './finish-document.ts'
import type { Finishing } from './finish-document.ts'

const LOOK_EVERY_MS = 2_000
/** Concurrent documents: each waits for the renderer, so more would only hold leases. */
const CLAIMED_MAX = 8
/** With the requests in flight and the waits of the other parts, less than the total time of a stop. */
const STOP_WAIT_MS = 2_000

/**
 * Finishes the documents whose process died or whose attempt failed. Several of these at once are safe:
 * a document is claimed exclusively.
 */
export function startFinishing(parts: Finishing): AsyncDisposable {
  const underWay = new Set<Promise<boolean>>()
  const loop = startLoop({
    async round() {
      const attempts = await claimDue(parts, underWay.size)
      for (const attempt of attempts) {
        const finishing = finishDocument(parts, attempt).finally(() => {
          underWay.delete(finishing)
          loop.wake()
        })
        underWay.add(finishing)
      }
      return attempts.length > 0
    },
    idleMs: LOOK_EVERY_MS,
    onError: (error) =>
      parts.logger.warn({ err: error }, 'pending documents could not be finished'),
  })
  return {
    async [Symbol.asyncDispose]() {
      await loop[Symbol.asyncDispose]()
      // An abandoned attempt is repeated when its lease has expired.
      await waitForWork(underWay, STOP_WAIT_MS)
    },
  }
}

async function claimDue({ database, renderer }: Finishing, underWay: number) {
  // New orders come first, but waiting documents must progress however many orders arrive.
  const limit = Math.max(1 - underWay, Math.min(CLAIMED_MAX - underWay, renderer.room()))
  if (limit <= 0) return []
  return database.transaction((sql) => claimPendingDocuments(sql, limit))
}
