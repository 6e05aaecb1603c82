import { withTimeout } from '@takeoff/kit/concurrency/with-timeout'
import type { Context } from '../context.ts'
import { firstAttempt } from '../db/documents/pending-documents.ts'
import { finishDocument } from './finish-document.ts'

/**
 * How long a request waits for files, from its beginning. Less than the 15 s after which the gateway would report that
 * nothing was written, although orders were placed.
 */
export const FILES_WAIT_MS = 10_000
/** Concurrent documents of one call: a list of many vendors must not fill the renderer's queue alone. */
const AT_ONCE_MAX = 4

/**
 * The first attempt at documents that a call has just created; warns when not all are complete in time. Attempts that
 * have begun go on after the response. The background task makes the others when their leases have expired.
 */
export async function finishDocuments(
  context: Context,
  orgId: number,
  documentIds: readonly string[],
): Promise<void> {
  const waiting = [...documentIds]
  let unfinished = documentIds.length
  let isOver = false
  const finishNext = async (): Promise<void> => {
    const documentId = isOver ? undefined : waiting.shift()
    if (documentId === undefined) return
    const complete = await finishDocument(context, firstAttempt(documentId, orgId))
    if (complete) unfinished -= 1
    await finishNext()
  }
  const attempts = Promise.all(Array.from({ length: AT_ONCE_MAX }, finishNext))
  const remainingMs = context.begunAt + context.filesWaitMs - performance.now()
  await withTimeout(remainingMs, attempts, 'the files took too long').catch(() => undefined)
  isOver = true
  if (unfinished === 0) return
  context.warnings.push(
    'The files are not ready yet: the document is pending, and the order document event tells when it is complete.',
  )
}
