import type { Selectable } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { StoredSource } from '../jobs/job.ts'
import { statement } from '../statements.ts'
import type { Tables } from '../statements.ts'

/** The columns of a file without its bytes. */
export const fileColumns = [
  'id',
  'orgId',
  'userId',
  'filename',
  'vendor',
  'format',
  'byteSize',
  'sha256',
  'createdAt',
  'importedAt',
] as const

/** An uploaded file without its bytes: the parent of the MeasurementFile resolvers. */
export type MeasurementFileRow = Readonly<
  Pick<Selectable<Tables['measurementFile']>, (typeof fileColumns)[number]>
>

/** What a file was recognised as, and the file if it still exists: the parent of the MeasurementSource resolvers. */
export interface FileSource extends StoredSource {
  readonly file: MeasurementFileRow | null
}

interface FileKey {
  readonly id: string
  readonly orgIds: readonly number[]
}

const selectFile = statement((db, $: Params<FileKey>) =>
  db
    .selectFrom('measurementFile')
    .where('id', '=', $.id)
    .where((eb) => eb('orgId', '=', eb.fn.any($.orgIds)))
    .select(fileColumns),
)

/** A file without its bytes; undefined when these organizations have none with the id. */
export function findMeasurementFile(
  sql: Sql,
  id: string,
  orgIds: readonly number[],
): Promise<MeasurementFileRow | undefined> {
  return sql.row(selectFile, { id, orgIds })
}

const selectFileBytes = statement((db, $: Params<FileKey>) =>
  db
    .selectFrom('measurementFile')
    .where('id', '=', $.id)
    .where((eb) => eb('orgId', '=', eb.fn.any($.orgIds)))
    .select([...fileColumns, 'bytes']),
)

/** A file with its bytes; undefined when these organizations have none with the id. */
export function findMeasurementFileBytes(
  sql: Sql,
  id: string,
  orgIds: readonly number[],
): Promise<(MeasurementFileRow & { readonly bytes: Buffer }) | undefined> {
  return sql.row(selectFileBytes, { id, orgIds })
}
