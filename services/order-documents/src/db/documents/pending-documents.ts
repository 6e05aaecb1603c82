import { ORDER_DOCUMENT_STATE_CHANGED } from '@takeoff/contracts/order-document-events'
import type { Sql, Transaction } from '@takeoff/kit/postgres/database'
import { createEvent, insertOutbox } from '@takeoff/kit/events/outbox'
import type { DocumentOptions } from '../../domain/documents/document-options.ts'
import { storageKeysOf } from '../../domain/documents/storage-keys.ts'
import type { NewFile } from './file-reads.ts'

/** How long an attempt counts as alive without renewing its lease. */
export const LEASE_SECONDS = 20

export interface PendingDocuments {
  readonly orgId: number
  readonly productionListId: number
  readonly userId: number
  readonly at: Date
  readonly documents: readonly (DocumentOptions & {
    readonly id: string
    readonly orderId: string
  })[]
}

/** An attempt to create the files of a document; of several only the newest can complete it. */
export interface Attempt {
  readonly documentId: string
  readonly orgId: number
  readonly number: number
}

/** Documents whose first attempt is under way, and the keys under which it will store: two statements. */
export async function insertPendingDocuments(
  sql: Sql,
  { orgId, productionListId, userId, at, documents }: PendingDocuments,
): Promise<void> {
  if (documents.length === 0) return
  const rows = documents.map(({ id, orderId, mode, language, paper, csvPreset }) => ({
    id,
    order_id: orderId,
    mode,
    language,
    paper,
    csv_preset: csvPreset,
  }))
  await sql.query(
    `insert into order_document (id, order_id, mode, language, paper, csv_preset, org_id,
       production_list_id, user_id, state, state_sequence, attempts, next_attempt_at, created_at, updated_at)
     select id, order_id, mode, language, paper, csv_preset, $2, $3, $4, 'pending', 0, 1,
       now() + make_interval(secs => $6), $5, $5
     from jsonb_populate_recordset(null::order_document, $1::jsonb)`,
    [JSON.stringify(rows), orgId, productionListId, userId, at, LEASE_SECONDS],
  )
  const attempts = documents.map(({ id }) => ({ documentId: id, orgId, number: 1 }))
  await insertUploads(sql, attempts)
}

/** Claims documents whose attempt died or is due again; each is claimed exclusively until its lease ends. */
export async function claimPendingDocuments(sql: Sql, limit: number): Promise<Attempt[]> {
  const attempts = await sql.query<Attempt>(
    `update order_document set attempts = attempts + 1,
       next_attempt_at = now() + make_interval(secs => $2)
     where id in (
       select id from order_document where state = 'pending' and next_attempt_at <= now()
       order by next_attempt_at limit $1 for update skip locked)
     returning id as "documentId", org_id as "orgId", attempts as number`,
    [limit, LEASE_SECONDS],
  )
  if (attempts.length > 0) await insertUploads(sql, attempts)
  return attempts
}

async function insertUploads(sql: Sql, attempts: readonly Attempt[]): Promise<void> {
  const rows = attempts.flatMap((attempt) =>
    Object.values(storageKeysOf(attempt)).map((key) => ({
      storage_key: key,
      org_id: attempt.orgId,
      order_document_id: attempt.documentId,
    })),
  )
  await sql.query(
    `insert into file_upload (storage_key, org_id, order_document_id, created_at)
     select storage_key, org_id, order_document_id, now()
     from jsonb_populate_recordset(null::file_upload, $1::jsonb)`,
    [JSON.stringify(rows)],
  )
}

/** Extends the lease of an attempt. */
export async function extendLease(sql: Sql, { documentId, number }: Attempt): Promise<void> {
  await sql.query(
    `update order_document set next_attempt_at = now() + make_interval(secs => $3)
     where id = $1 and attempts = $2 and state = 'pending'`,
    [documentId, number, LEASE_SECONDS],
  )
}

/** Ends a failed attempt; the next one may begin after `delaySeconds`. */
export async function postponeAttempt(
  sql: Sql,
  { documentId, number }: Attempt,
  delaySeconds: number,
): Promise<void> {
  await sql.query(
    `update order_document set next_attempt_at = now() + make_interval(secs => $3)
     where id = $1 and attempts = $2 and state = 'pending'`,
    [documentId, number, delaySeconds],
  )
}

export interface EndedDocument {
  readonly productionListId: number
  readonly jobId: number
  readonly traceparent: string | undefined
}

/**
 * The document's files and its state in one statement, and then its event.
 * @returns false when another attempt has taken over or ended it
 */
export async function completeDocument(
  sql: Transaction,
  attempt: Attempt,
  files: readonly NewFile[],
  document: EndedDocument,
): Promise<boolean> {
  const rows = files.map((file) => ({
    id: file.id,
    kind: file.kind,
    storage_key: file.storageKey,
    filename: file.filename,
    content_type: file.contentType,
    byte_size: file.byteSize,
    checksum: file.checksum,
  }))
  const ended = await sql.query(
    `with ended as (
       update order_document set state = 'complete', state_sequence = 1, next_attempt_at = null,
         failure = null, updated_at = now()
       where id = $1 and attempts = $2 and state = 'pending' returning id, org_id
     ), filed as (
       insert into order_document_file (id, kind, storage_key, filename, content_type, byte_size,
         checksum, org_id, order_document_id, created_at)
       select f.id, f.kind, f.storage_key, f.filename, f.content_type, f.byte_size, f.checksum,
         ended.org_id, ended.id, now()
       from ended, jsonb_populate_recordset(null::order_document_file, $3::jsonb) f
     ), uploaded as (
       delete from file_upload u using ended
       where u.order_document_id = ended.id and u.storage_key = any($4::text[])
     )
     select id from ended`,
    [
      attempt.documentId,
      attempt.number,
      JSON.stringify(rows),
      files.map(({ storageKey }) => storageKey),
    ],
  )
  if (ended.length === 0) return false
  await insertOutbox(sql, eventOf(attempt, 'complete', document))
  return true
}

/** Fails a document for which no attempt succeeded, and publishes its event. */
export async function failDocument(
  sql: Transaction,
  attempt: Attempt,
  failure: string,
  document: EndedDocument,
): Promise<void> {
  const ended = await sql.query(
    `update order_document set state = 'failed', state_sequence = 1, next_attempt_at = null,
       failure = $3, updated_at = now()
     where id = $1 and attempts = $2 and state = 'pending' returning id`,
    [attempt.documentId, attempt.number, failure],
  )
  if (ended.length > 0) await insertOutbox(sql, eventOf(attempt, 'failed', document))
}

function eventOf({ documentId, orgId }: Attempt, state: string, document: EndedDocument) {
  const { productionListId, jobId, traceparent } = document
  return createEvent({
    name: ORDER_DOCUMENT_STATE_CHANGED,
    orgId,
    aggregate: { type: 'order-document', id: documentId, sequence: 1 },
    data: { orderDocumentId: documentId, state, productionListId, jobId },
    traceparent,
  })
}
