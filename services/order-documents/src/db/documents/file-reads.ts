import type { Sql } from '@takeoff/kit/postgres/database'
import type { Params } from '@takeoff/kit/postgres/statement'
import { statement } from '../statements.ts'
import type { FileRecord } from './order-document-reads.ts'

export interface StoredFileRecord extends FileRecord {
  readonly kind: 'pdf' | 'csv'
  readonly storageKey: string
  readonly createdAt: Date
}

export interface SignedFileRecord extends StoredFileRecord {
  readonly orgId: number
}

/** A file whose bytes are stored already. */
export type NewFile = Omit<StoredFileRecord, 'createdAt'>

const selectOrganization = statement(
  (db, $: Params<{ readonly id: string; readonly orgIds: readonly number[] }>) =>
    db
      .selectFrom('orderDocumentFile')
      .where('id', '=', $.id)
      .where((eb) => eb('orgId', '=', eb.fn.any($.orgIds)))
      .select('orgId'),
)

const selectFile = statement((db, $: Params<{ readonly id: string }>) =>
  db
    .selectFrom('orderDocumentFile')
    .where('id', '=', $.id)
    .select([
      'id',
      'orgId',
      'kind',
      'storageKey',
      'filename',
      'contentType',
      'byteSize',
      'checksum',
      'createdAt',
    ]),
)

/** The organization of a file, if it is one of these; undefined for a file that does not exist. */
export async function findFileOrganization(
  sql: Sql,
  orgIds: readonly number[],
  id: string,
): Promise<number | undefined> {
  return (await sql.row(selectOrganization, { id, orgIds }))?.orgId
}

/** Only for a request with a verified signature, which replaces the check of the organization. */
export function findSignedFile(sql: Sql, id: string): Promise<SignedFileRecord | undefined> {
  return sql.row(selectFile, { id })
}
