import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import { statement } from '../statements.ts'
import type { FileRecord } from './order-document-reads.ts'

export interface StoredFileRecord extends FileRecord {
  readonly kind: 'pdf' | 'csv'
  readonly storageKey: string
}

export interface SignedFileRecord extends StoredFileRecord {
  readonly orgId: number
}

/** Whose file it is, and for which readers its document is. */
export interface FileOwner {
  readonly orgId: number
  readonly mode: string
}

const selectOwner = statement(
  (db, $: Params<{ readonly id: string; readonly orgIds: readonly number[] }>) =>
    db
      .selectFrom('orderDocumentFile as f')
      .innerJoin('orderDocument as d', (join) =>
        join.onRef('d.id', '=', 'f.orderDocumentId').onRef('d.orgId', '=', 'f.orgId'),
      )
      .where('f.id', '=', $.id)
      .where((eb) => eb('f.orgId', '=', eb.fn.any($.orgIds)))
      .select(['f.orgId', 'd.mode']),
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
    ]),
)

/** Undefined for a file that does not exist for these organizations. */
export function findFileOwner(
  sql: Sql,
  orgIds: readonly number[],
  id: string,
): Promise<FileOwner | undefined> {
  return sql.row(selectOwner, { id, orgIds })
}

/** Only for a request with a verified signature, which replaces the check of the organization. */
export function findSignedFile(sql: Sql, id: string): Promise<SignedFileRecord | undefined> {
  return sql.row(selectFile, { id })
}
