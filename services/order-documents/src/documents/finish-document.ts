import { hash } from 'node:crypto'
import { newUuid } from '@takeoff/kit/values/ids'
import type { Logger } from '@takeoff/kit/service/logger'
import { inSpan, startSpan } from '@takeoff/kit/service/tracing'
import type { Resources } from '../context.ts'
import { findLetterhead } from '../db/brand/letterhead-reads.ts'
import { findDocumentContent } from '../db/documents/document-content-reads.ts'
import type { DocumentContent } from '../db/documents/document-content-reads.ts'
import { completeDocument, failDocument } from '../db/documents/end-document.ts'
import type { StoredFileRecord } from '../db/documents/file-reads.ts'
import { extendLease, LEASE_SECONDS, postponeAttempt } from '../db/documents/pending-documents.ts'
import type { Attempt } from '../db/documents/pending-documents.ts'
import { keepLease } from '../db/keep-lease.ts'
import { nameFile } from '../files/filename.ts'
import { storageKeysOf } from '../domain/documents/storage-keys.ts'
import { RenderingTimeoutError } from '../rendering-pool/rendering-errors.ts'
import { copyTexts } from '../rendering/words/wording.ts'
import { toDocumentModel } from './order-document-model.ts'

/** After these attempts, which take less than a minute unless their process dies, a document fails. */
const ATTEMPTS_MAX = 5
const DELAYS_SECONDS = [1, 3, 6, 12] as const
const FAILURE = 'The files could not be made. Render the order again.'
/** After so many timeouts another attempt would reach the time limit again, and delay the documents of others meanwhile. */
const TIMEOUTS_MAX = 2
const TIMEOUT =
  'The files could not be made in the time that a document may take. Cancel the order, and order fewer items at a time or with shorter notes.'

export type Finishing = Pick<Resources, 'database' | 'renderer' | 'store'> & {
  readonly logger: Logger
  readonly traceparent?: string | undefined
}

/**
 * One attempt to render and store the files of a pending document and to complete it. A failed attempt
 * schedules a later one; the last one, or the second one that reaches the time limit of rendering, fails the document.
 * @returns whether the document is complete
 */
export async function finishDocument(parts: Finishing, attempt: Attempt): Promise<boolean> {
  // The document was claimed again after its last attempt: every attempt has ended its process.
  if (attempt.number > ATTEMPTS_MAX) {
    await giveUp(parts, attempt)
    return false
  }
  const { database, logger } = parts
  using _lease = keepLease({
    everyMs: (LEASE_SECONDS * 1000) / 4,
    renew: () => extendLease(database, attempt),
    onError: (err) => logger.warn({ err, ...attempt }, 'a lease could not be extended'),
  })
  try {
    return await tryToFinish(parts, attempt)
  } catch (error) {
    logger.error({ err: error, ...attempt }, 'the files of an order could not be created')
    if (error instanceof RenderingTimeoutError) await giveUpAfterTimeout(parts, attempt)
    else await giveUp(parts, attempt)
    return false
  }
}

async function tryToFinish(parts: Finishing, attempt: Attempt): Promise<boolean> {
  const { database, renderer, traceparent } = parts
  const [content, letterhead] = await Promise.all([
    findDocumentContent(database, attempt.documentId),
    findLetterhead(database, attempt.orgId),
  ])
  const model = toDocumentModel(content, letterhead)
  const rendered = await inSpan(startSpan('render document'), () =>
    renderer.render(attempt.orgId, model),
  )
  const copy = copyTexts(model)
  const files = await inSpan(startSpan('store files'), () =>
    Promise.all([
      storeFile(parts, { attempt, content, copy, kind: 'pdf' }, rendered.pdf),
      storeFile(parts, { attempt, content, copy, kind: 'csv' }, rendered.csv),
    ]),
  )
  const done = await database.transaction((sql) =>
    completeDocument(sql, attempt, files, traceparent),
  )
  // The attempt was superseded, perhaps so long ago that the sweep has removed the rows of these keys.
  if (!done) await Promise.all(files.map(({ storageKey }) => parts.store.delete(storageKey)))
  return done
}

const CONTENT_TYPES = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' } as const

interface FileToStore {
  readonly attempt: Attempt
  readonly content: DocumentContent
  /** The words that distinguish it from other documents of its order. */
  readonly copy: readonly string[]
  readonly kind: 'pdf' | 'csv'
}

async function storeFile(
  { store }: Finishing,
  { attempt, content, copy, kind }: FileToStore,
  bytes: Uint8Array,
): Promise<StoredFileRecord> {
  const storageKey = storageKeysOf(attempt)[kind]
  const contentType = CONTENT_TYPES[kind]
  await store.put(storageKey, bytes, contentType)
  const { jobName, jobId, listName, vendor, purchaseOrderNumber, documentId } = content
  return {
    id: newUuid(),
    kind,
    storageKey,
    contentType,
    filename: nameFile([jobName ?? `Job ${jobId}`, listName, vendor.vendorName], {
      ending: [purchaseOrderNumber, ...copy],
      fallback: documentId,
      extension: kind,
    }),
    byteSize: bytes.byteLength,
    checksum: hash('md5', bytes, 'base64'),
  }
}

/** A process that stood still for a while reaches the limit, too, so the first timeout decides nothing. */
function giveUpAfterTimeout(parts: Finishing, attempt: Attempt): Promise<void> {
  const timeouts = attempt.timeouts + 1
  return giveUp(parts, { ...attempt, timeouts }, timeouts < TIMEOUTS_MAX ? undefined : TIMEOUT)
}

/**
 * Ends an attempt; with a `failure`, or when it was the last one, also the document. When the database does not respond
 * either, the lease expires by itself.
 */
async function giveUp(parts: Finishing, attempt: Attempt, failure?: string): Promise<void> {
  const { database, logger } = parts
  try {
    if (failure === undefined && attempt.number < ATTEMPTS_MAX) {
      await postponeAttempt(database, attempt, DELAYS_SECONDS[attempt.number - 1] ?? 0)
      return
    }
    await database.transaction((sql) => failDocument(sql, attempt, failure ?? FAILURE))
  } catch (error) {
    logger.error({ err: error, ...attempt }, 'a failed attempt could not be ended before its lease')
  }
}
