import { sql as raw } from 'kysely'
import type { Expression, Kysely } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { fromRecords, toRecords } from '@takeoff/kit/postgres/records'
import type { Records } from '@takeoff/kit/postgres/records'
import { numeric } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { DocumentOptions } from '../../domain/documents/document-options.ts'
import { storageKeysOf } from '../../domain/documents/storage-keys.ts'
import { statement } from '../statements.ts'
import type { Tables } from '../statements.ts'

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

/** An attempt to create the files of a document, which only the newest attempt can complete. */
export interface Attempt {
  readonly documentId: string
  readonly orgId: number
  readonly number: number
  /** Earlier attempts that reached the time limit of rendering. */
  readonly timeouts: number
  /** Earlier attempts during which the store of the files could not be used. */
  readonly outages: number
  /** How long the document had been pending when the attempt began. */
  readonly pendingSeconds: number
}

/** Not `now()`: the transaction may have waited for locks longer than a lease lasts. */
const PRESENT = raw<Date>`clock_timestamp()`
const LEASE_END = inSeconds(raw.lit(LEASE_SECONDS))

const PENDING_COLUMNS = [
  'id',
  'orgId',
  'orderId',
  'productionListId',
  'userId',
  'mode',
  'language',
  'paper',
  'csvPreset',
  'state',
  'stateSequence',
  'createdAt',
  'updatedAt',
] as const

interface NewDocuments {
  readonly documents: Records<Tables['orderDocument']>
}

const insertDocuments = statement((db, $: Params<NewDocuments>) =>
  db
    .insertInto('orderDocument')
    .columns([...PENDING_COLUMNS, 'nextAttemptAt'])
    .expression(
      db
        .selectFrom(fromRecords<Tables, 'orderDocument'>('orderDocument', $.documents).as('d'))
        .select(PENDING_COLUMNS)
        .select(LEASE_END.as('nextAttemptAt')),
    ),
)

interface NewUploads {
  readonly uploads: Records<Tables['fileUpload']>
}

const insertUploadRows = statement((db, $: Params<NewUploads>) =>
  db
    .insertInto('fileUpload')
    .columns(['storageKey', 'orgId', 'orderDocumentId', 'createdAt'])
    .expression(
      db
        .selectFrom(fromRecords<Tables, 'fileUpload'>('fileUpload', $.uploads).as('u'))
        .select(['u.storageKey', 'u.orgId', 'u.orderDocumentId', PRESENT.as('createdAt')]),
    ),
)

const claimDue = statement((db, $: Params<{ readonly limit: number }>) =>
  db
    .updateTable('orderDocument')
    .set({ attempts: raw`attempts + 1`, nextAttemptAt: LEASE_END })
    .where(
      'id',
      'in',
      db
        .selectFrom('orderDocument')
        .where('state', '=', 'pending')
        .where('nextAttemptAt', '<=', raw<Date>`now()`)
        .orderBy('nextAttemptAt')
        .limit($.limit)
        .forUpdate()
        .skipLocked()
        .select('id'),
    )
    .returning(['id as documentId', 'orgId', 'attempts as number', 'timeouts', 'outages'])
    .returning(
      column('pendingSeconds', numeric, raw`extract(epoch from now() - created_at)::numeric`),
    ),
)

type AttemptKey = Pick<Attempt, 'documentId' | 'number'>

const renewLease = statement((db, $: Params<AttemptKey>) =>
  updateAttempt(db, $).set({ nextAttemptAt: LEASE_END }),
)

const scheduleNext = statement((db, $: Params<Attempt & { readonly seconds: number }>) =>
  updateAttempt(db, $).set({
    nextAttemptAt: inSeconds($.seconds),
    timeouts: $.timeouts,
    outages: $.outages,
  }),
)

/** Changes a pending document, unless another attempt has taken it over. */
export function updateAttempt(db: Pick<Kysely<Tables>, 'updateTable'>, $: Params<AttemptKey>) {
  return db
    .updateTable('orderDocument')
    .where('id', '=', $.documentId)
    .where('attempts', '=', $.number)
    .where('state', '=', 'pending')
}

function inSeconds(seconds: Expression<number>) {
  return raw<Date>`${PRESENT} + make_interval(secs => ${seconds})`
}

export const firstAttempt = (documentId: string, orgId: number): Attempt => ({
  documentId,
  orgId,
  number: 1,
  timeouts: 0,
  outages: 0,
  pendingSeconds: 0,
})

const oldestPending = statement((db) =>
  db
    .selectFrom('orderDocument')
    .where('state', '=', 'pending')
    .select(
      column(
        'seconds',
        numeric,
        raw`coalesce(greatest(0, extract(epoch from now() - min(created_at))), 0)`,
      ),
    ),
)

/** How long the oldest document of any organization has been pending; 0 when none is. */
export async function findOldestPendingSeconds(sql: Sql): Promise<number> {
  return (await sql.row(oldestPending, {}))?.seconds ?? 0
}

/** Inserts documents whose first attempt is in progress, and the keys that it will store under, in two statements. */
export async function insertPendingDocuments(
  sql: Sql,
  { at, documents, ...batch }: PendingDocuments,
): Promise<void> {
  if (documents.length === 0) return
  const rows = documents.map((document) => ({
    ...batch,
    ...document,
    state: 'pending' as const,
    stateSequence: 0,
    createdAt: at,
    updatedAt: at,
  }))
  await sql.run(insertDocuments, { documents: toRecords<Tables['orderDocument']>(rows) })
  const { orgId } = batch
  await insertUploads(
    sql,
    documents.map(({ id }) => firstAttempt(id, orgId)),
  )
}

/** Claims documents whose attempt died or is due again; each is claimed exclusively until its lease ends. */
export async function claimPendingDocuments(sql: Sql, limit: number): Promise<Attempt[]> {
  const attempts = await sql.rows(claimDue, { limit })
  if (attempts.length > 0) await insertUploads(sql, attempts)
  return attempts
}

async function insertUploads(sql: Sql, attempts: readonly Attempt[]): Promise<void> {
  const rows = attempts.flatMap((attempt) =>
    Object.values(storageKeysOf(attempt)).map((storageKey) => ({
      storageKey,
      orgId: attempt.orgId,
      orderDocumentId: attempt.documentId,
    })),
  )
  await sql.run(insertUploadRows, { uploads: toRecords<Tables['fileUpload']>(rows) })
}

/** Extends the lease of an attempt. */
export function extendLease(sql: Sql, attempt: Attempt): Promise<void> {
  return sql.run(renewLease, attempt)
}

/** Ends a failed attempt; the next one may begin after `delaySeconds`. */
export function postponeAttempt(sql: Sql, attempt: Attempt, delaySeconds: number): Promise<void> {
  return sql.run(scheduleNext, { ...attempt, seconds: delaySeconds })
}
