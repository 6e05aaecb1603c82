import { sql as raw } from 'kysely'
import { int4, text, uuid, varchar } from '@takeoff/kit/postgres/sql-types'
import type { RowOf } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { plainStatement } from '../statements.ts'

const fileColumns = { key: text, byteSize: int4, checksum: varchar, documentId: uuid }

/** A row of a file. */
export type FileRow = RowOf<typeof fileColumns>

/** The files of all documents. */
export const selectFiles = plainStatement(
  fileColumns,
  () => raw`
    select storage_key as key, byte_size as "byteSize", checksum, order_document_id as "documentId"
    from order_document_file order by storage_key`,
)

/** Those of some keys that no row names, neither of a file nor of an upload. */
export const selectUnknownKeys = plainStatement(
  { key: text },
  ($: Params<{ readonly keys: readonly string[] }>) => raw`
    select k.key from unnest(${$.keys}::text[]) as k (key)
    where not exists (select from order_document_file f where f.storage_key = k.key)
      and not exists (select from file_upload u where u.storage_key = k.key)`,
)
