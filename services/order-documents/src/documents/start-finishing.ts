import { startLoop } from '@takeoff/kit/concurrency/loop'
import { claimPendingDocuments } from '../db/documents/pending-documents.ts'
import { finishDocument } from './finish-document.ts'
import type { Finishing } from './finish-document.ts'

const LOOK_EVERY_MS = 2_000
/** Concurrent documents: each waits for the renderer, so more would only hold leases. */
const CLAIMED_MAX = 8

/**
 * Finishes the documents whose process died or whose attempt failed. Several of these at once are safe:
 * a document is claimed exclusively.
 */
export function startFinishing(parts: Finishing): AsyncDisposable {
  return startLoop({
    round: () => finishDue(parts),
    idleMs: LOOK_EVERY_MS,
    onError: (error) =>
      parts.logger.warn({ err: error }, 'pending documents could not be finished'),
  })
}

async function finishDue(parts: Finishing): Promise<boolean> {
  // New orders come first, but waiting documents must progress however many orders arrive.
  const limit = Math.max(1, Math.min(CLAIMED_MAX, parts.renderer.room()))
  const attempts = await parts.database.transaction((sql) => claimPendingDocuments(sql, limit))
  await Promise.all(attempts.map((attempt) => finishDocument(parts, attempt)))
  return attempts.length > 0
}
