import type { Sql } from '@takeoff/kit/postgres/database'
import type { Params } from '@takeoff/kit/postgres/statement'
import { statement } from '../statements.ts'
import type { FileRecord } from './order-document-reads.ts'

export interface StoredFileRecord extends FileRecord {
  readonly kind: 'pdf' | 'csv'
  readonly storageKey: string
  readonly createdAt: Date
}

/** A file whose bytes are stored already. */
export type NewFile = Omit<StoredFileRecord, 'createdAt'>

const selectExisting = statement(
  (db, $: Params<{ readonly id: string; readonly orgIds: readonly number[] }>) =>
    db
      .selectFrom('orderDocumentFile')
      .where('id', '=', $.id)
      .where((eb) => eb('orgId', '=', eb.fn.any($.orgIds)))
      .select('id'),
)

const selectFile = statement((db, $: Params<{ readonly id: string }>) =>
  db
    .selectFrom('orderDocumentFile')
    .where('id', '=', $.id)
    .select([
      'id',
      'kind',
      'storageKey',
      'filename',
      'contentType',
      'byteSize',
      'checksum',
      'createdAt',
    ]),
)

/** Whether the file exists for these organizations; files of others count as missing. */
export async function fileExists(
  sql: Sql,
  orgIds: readonly number[],
  id: string,
): Promise<boolean> {
  return (await sql.row(selectExisting, { id, orgIds })) !== undefined
}

/** Only for a request with a verified signature, which replaces the check of the organization. */
export function findSignedFile(sql: Sql, id: string): Promise<StoredFileRecord | undefined> {
  return sql.row(selectFile, { id })
}
