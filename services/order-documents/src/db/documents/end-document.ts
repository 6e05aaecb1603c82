import { sql as raw } from 'kysely'
import type { QueryCreator } from 'kysely'
import { createEvent, insertOutbox } from '@takeoff/kit/events/outbox'
import type { Transaction } from '@takeoff/kit/postgres/sql'
import { timeOfChangeSql } from '@takeoff/kit/postgres/time-of-change-sql'
import { fromRecords, toRecords } from '@takeoff/kit/postgres/records'
import type { Records } from '@takeoff/kit/postgres/records'
import type { Params } from '@takeoff/kit/postgres/statement'
import { statement } from '../statements.ts'
import type { Tables } from '../statements.ts'
import type { StoredFileRecord } from './file-reads.ts'
import { updateAttempt } from './pending-documents.ts'
import type { Attempt } from './pending-documents.ts'

const ENDED = {
  stateSequence: 1,
  nextAttemptAt: null,
  updatedAt: timeOfChangeSql(raw`now()`, raw.ref('updatedAt')),
}

const updateFailed = statement((db, $: Params<Attempt & { readonly failure: string }>) =>
  db
    .with('ended', (cte) =>
      updateAttempt(cte, $)
        .set({ ...ENDED, state: 'failed', failure: $.failure })
        .returning(['id', 'orderId']),
    )
    .with('touched', touchOrderOfEnded)
    .selectFrom('ended')
    .innerJoin('order as o', 'o.id', 'ended.orderId')
    .select(['o.productionListId', 'o.jobId']),
)

/** The state of a document is a field of its order. */
function touchOrderOfEnded(db: QueryCreator<Tables & { ended: { id: string; orderId: string } }>) {
  return db
    .updateTable('order as o')
    .from('ended')
    .set({ updatedAt: timeOfChangeSql(raw`now()`, raw.ref('o.updatedAt')) })
    .whereRef('o.id', '=', 'ended.orderId')
}

const FILE_COLUMNS = [
  'id',
  'orgId',
  'orderDocumentId',
  'kind',
  'storageKey',
  'filename',
  'contentType',
  'byteSize',
  'checksum',
] as const

interface Completion extends Attempt {
  readonly files: Records<Tables['orderDocumentFile']>
  readonly storageKeys: readonly string[]
}

const updateComplete = statement((db, $: Params<Completion>) =>
  db
    .with('ended', (cte) =>
      updateAttempt(cte, $)
        .set({ ...ENDED, state: 'complete', failure: null })
        .returning(['id', 'orderId']),
    )
    .with('touched', touchOrderOfEnded)
    .with('filed', (cte) =>
      cte
        .insertInto('orderDocumentFile')
        .columns([...FILE_COLUMNS, 'createdAt'])
        .expression((eb) =>
          eb
            .selectFrom(
              fromRecords<Tables, 'orderDocumentFile'>('orderDocumentFile', $.files).as('f'),
            )
            .where((eb) => eb.exists(eb.selectFrom('ended').select('ended.id')))
            .select(FILE_COLUMNS)
            .select(raw<Date>`now()`.as('createdAt')),
        ),
    )
    .with('uploaded', (cte) =>
      cte
        .deleteFrom('fileUpload as u')
        .using('ended')
        .whereRef('u.orderDocumentId', '=', 'ended.id')
        .where((eb) => eb('u.storageKey', '=', eb.fn.any($.storageKeys))),
    )
    .selectFrom('ended')
    .innerJoin('order as o', 'o.id', 'ended.orderId')
    .select(['o.productionListId', 'o.jobId']),
)

/**
 * Writes the document's files and its state in one statement, and then its event.
 * @returns false when another attempt has taken over or ended it
 */
export async function completeDocument(
  sql: Transaction,
  attempt: Attempt,
  files: readonly StoredFileRecord[],
  traceparent: string | undefined,
): Promise<boolean> {
  const ended = await sql.row(updateComplete, {
    ...attempt,
    files: toRecords<Tables['orderDocumentFile']>(
      files.map((file) => ({ ...file, orgId: attempt.orgId, orderDocumentId: attempt.documentId })),
    ),
    storageKeys: files.map(({ storageKey }) => storageKey),
  })
  if (ended === undefined) return false
  await insertOutbox(sql, eventOf(attempt, { ...ended, state: 'complete', traceparent }))
  return true
}

/** Fails a document for which no attempt succeeded, and publishes its event. */
export async function failDocument(
  sql: Transaction,
  attempt: Attempt,
  failure: string,
): Promise<void> {
  const ended = await sql.row(updateFailed, { ...attempt, failure })
  if (ended !== undefined) await insertOutbox(sql, eventOf(attempt, { ...ended, state: 'failed' }))
}

interface EndedDocument {
  readonly state: 'complete' | 'failed'
  readonly productionListId: number
  readonly jobId: number
  readonly traceparent?: string | undefined
}

function eventOf(
  { documentId, orgId }: Attempt,
  { state, productionListId, jobId, traceparent }: EndedDocument,
) {
  return createEvent({
    name: 'order-document.state-changed',
    orgId,
    aggregate: { type: 'order-document', id: documentId, sequence: 1 },
    data: { orderDocumentId: documentId, state, productionListId, jobId },
    traceparent,
  })
}
