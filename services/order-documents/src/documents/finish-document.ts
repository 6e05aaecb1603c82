import { hash } from 'node:crypto'
import { newUuid } from '@takeoff/kit/values/ids'
import type { Logger } from '@takeoff/kit/service/logger'
import { inSpan, startSpan } from '@takeoff/kit/service/tracing'
import type { Resources } from '../context.ts'
import { findLetterhead } from '../db/brand/letterhead-reads.ts'
import { findDocumentContent } from '../db/documents/document-content-reads.ts'
import { completeDocument, failDocument } from '../db/documents/end-document.ts'
import type { StoredFileRecord } from '../db/documents/file-reads.ts'
import { extendLease, LEASE_SECONDS, postponeAttempt } from '../db/documents/pending-documents.ts'
import type { Attempt } from '../db/documents/pending-documents.ts'
import { keepLease } from '../keep-lease.ts'
import { FileStoreUnavailableError } from '../files/file-store.ts'
import { nameFile } from '../files/filename.ts'
import { storageKeysOf } from '../domain/documents/storage-keys.ts'
import { RenderingTimeoutError } from '../rendering-pool/rendering-errors.ts'
import type { OrderDocumentModel } from '../rendering/document-model.ts'
import { copyTexts } from '../rendering/words/wording.ts'
import { toDocumentModel } from './order-document-model.ts'

/** After these attempts, which take less than a minute unless their process dies, a document fails. */
const ATTEMPTS_MAX = 5
const DELAYS_SECONDS = [1, 3, 6, 12] as const
/** How long a document waits for a store that cannot be used. */
const OUTAGE_SECONDS_MAX = 12 * 3600
const OUTAGE_DELAY_SECONDS_MAX = 300
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
 * One during which the store cannot be used does not count: the document waits for the store, up to twelve hours.
 * @returns whether the document is complete
 */
export async function finishDocument(parts: Finishing, attempt: Attempt): Promise<boolean> {
  // The document was claimed again after its last attempt: every attempt has ended its process.
  if (countOf(attempt) > ATTEMPTS_MAX) {
    await giveUp(parts, attempt)
    return false
  }
  const { database, logger } = parts
  try {
    // It ends before the attempt is postponed: a renewal would bring the next one forward.
    await using _lease = keepLease({
      everyMs: (LEASE_SECONDS * 1000) / 4,
      renew: () => extendLease(database, attempt),
      onError: (err) => logger.warn({ err, ...attempt }, 'a lease could not be extended'),
    })
    return await tryToFinish(parts, attempt)
  } catch (error) {
    logger.error({ err: error, ...attempt }, 'the files of an order could not be created')
    if (error instanceof FileStoreUnavailableError) await waitForStore(parts, attempt)
    else if (error instanceof RenderingTimeoutError) await giveUpAfterTimeout(parts, attempt)
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
  const files = await inSpan(startSpan('store files'), () =>
    Promise.all([
      storeFile(parts, { attempt, model, kind: 'pdf' }, rendered.pdf),
      storeFile(parts, { attempt, model, kind: 'csv' }, rendered.csv),
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
  readonly model: OrderDocumentModel
  readonly kind: 'pdf' | 'csv'
}

async function storeFile(
  { store }: Finishing,
  { attempt, model, kind }: FileToStore,
  bytes: Uint8Array,
): Promise<StoredFileRecord> {
  const storageKey = storageKeysOf(attempt)[kind]
  const contentType = CONTENT_TYPES[kind]
  await store.put(storageKey, bytes, contentType)
  const { id, job, list, vendor, order } = model
  return {
    id: newUuid(),
    kind,
    storageKey,
    contentType,
    filename: nameFile([job.name ?? `Job ${job.id}`, list.name, vendor.vendorName], {
      ending: [order.purchaseOrderNumber, ...copyTexts(model)],
      fallback: id,
      extension: kind,
    }),
    byteSize: bytes.byteLength,
    checksum: hash('md5', bytes, 'base64'),
  }
}

/** Which of its attempts it is, without those during which the store could not be used. */
const countOf = ({ number, outages }: Attempt): number => number - outages

async function waitForStore(parts: Finishing, attempt: Attempt): Promise<void> {
  const { outages, pendingSeconds } = attempt
  if (pendingSeconds > OUTAGE_SECONDS_MAX) return end(parts, attempt, FAILURE)
  const delaySeconds = Math.min(2 ** outages, OUTAGE_DELAY_SECONDS_MAX)
  await end(parts, { ...attempt, outages: outages + 1 }, delaySeconds)
}

/** A process that stood still for a while reaches the limit, too, so the first timeout decides nothing. */
function giveUpAfterTimeout(parts: Finishing, attempt: Attempt): Promise<void> {
  const timeouts = attempt.timeouts + 1
  const counted = { ...attempt, timeouts }
  return timeouts < TIMEOUTS_MAX ? giveUp(parts, counted) : end(parts, counted, TIMEOUT)
}

function giveUp(parts: Finishing, attempt: Attempt): Promise<void> {
  const delaySeconds = DELAYS_SECONDS[countOf(attempt) - 1]
  return end(parts, attempt, delaySeconds ?? FAILURE)
}

/**
 * Ends an attempt, and with a failure also the document. When the database does not respond either, the lease expires by
 * itself.
 */
async function end(
  { database, logger }: Finishing,
  attempt: Attempt,
  delayOrFailure: number | string,
): Promise<void> {
  try {
    if (typeof delayOrFailure === 'number') await postponeAttempt(database, attempt, delayOrFailure)
    else await database.transaction((sql) => failDocument(sql, attempt, delayOrFailure))
  } catch (error) {
    logger.error({ err: error, ...attempt }, 'a failed attempt could not be ended before its lease')
  }
}
