import type { Sql } from '@takeoff/kit/postgres/database'
import type { FileRecord } from './order-document-reads.ts'

export interface StoredFileRecord extends FileRecord {
  readonly kind: 'pdf' | 'csv'
  readonly storageKey: string
  readonly createdAt: Date
}

/** A file whose bytes are stored already. */
export type NewFile = Omit<StoredFileRecord, 'createdAt'>

type Row = Omit<StoredFileRecord, 'createdAt'> & { readonly createdAt: string }

/** Whether the file exists for these organizations; files of others count as missing. */
export async function fileExists(
  sql: Sql,
  orgIds: readonly number[],
  id: string,
): Promise<boolean> {
  const rows = await sql.query(
    'select 1 from order_document_file where id = $1 and org_id = any($2::int[])',
    [id, orgIds],
  )
  return rows.length > 0
}

/** Only for a request with a verified signature, which replaces the check of the organization. */
export async function findSignedFile(sql: Sql, id: string): Promise<StoredFileRecord | undefined> {
  const [row] = await sql.query<Row>(
    `select id, kind, storage_key as "storageKey", filename, content_type as "contentType",
            byte_size as "byteSize", checksum, created_at as "createdAt"
     from order_document_file where id = $1`,
    [id],
  )
  return row === undefined ? undefined : { ...row, createdAt: new Date(row.createdAt) }
}
