import type { Context } from '../context.ts'
import { finishDocument } from './finish-document.ts'

/** Concurrent documents of one call: a list of many vendors must not fill the renderer's queue alone. */
const AT_ONCE_MAX = 4

/** The first attempt at documents that a call has just created; warns when it fails. */
export async function finishDocuments(
  context: Context,
  orgId: number,
  documentIds: readonly string[],
): Promise<void> {
  const waiting = [...documentIds]
  let unfinished = 0
  const finishNext = async (): Promise<void> => {
    const documentId = waiting.shift()
    if (documentId === undefined) return
    const complete = await finishDocument(context, { documentId, orgId, number: 1 })
    if (!complete) unfinished += 1
    await finishNext()
  }
  await Promise.all(Array.from({ length: AT_ONCE_MAX }, finishNext))
  if (unfinished === 0) return
  context.warnings.push(
    'The order was placed, but its files are not ready yet: its document is pending, and the order document event tells when it is complete.',
  )
}
