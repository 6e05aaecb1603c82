import { sql as raw } from 'kysely'
import { isFrozenSql } from '@takeoff/kit/postgres/frozen-organization'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { int8, nothing } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { invariant } from '@takeoff/kit/values/invariant'
import { plainStatement, statement } from '../statements.ts'
import { fileColumns } from './measurement-file-reads.ts'
import type { MeasurementFileRow } from './measurement-file-reads.ts'

export interface NewMeasurementFile extends Omit<MeasurementFileRow, 'importedAt'> {
  readonly bytes: Buffer
}

const insertFile = statement((db, $: Params<NewMeasurementFile>) =>
  db
    .insertInto('measurementFile')
    .values({
      id: $.id,
      orgId: $.orgId,
      userId: $.userId,
      filename: $.filename,
      vendor: $.vendor,
      format: $.format,
      byteSize: $.byteSize,
      sha256: $.sha256,
      bytes: $.bytes,
      createdAt: $.createdAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['orgId', 'sha256']).doUpdateSet((eb) => ({
        // A later version may read what an earlier one could not.
        vendor: eb.ref('excluded.vendor'),
        format: eb.ref('excluded.format'),
        createdAt: eb
          .case()
          .when('measurementFile.importedAt', 'is', null)
          .then(eb.ref('excluded.createdAt'))
          .else(eb.ref('measurementFile.createdAt'))
          .end(),
      })),
    )
    .returning(fileColumns),
)

/** Stores a file. The same bytes again are the file that the organization has, which then waits for another day. */
export async function saveMeasurementFile(
  sql: Sql,
  file: NewMeasurementFile,
): Promise<MeasurementFileRow> {
  const row = await sql.row(insertFile, file)
  invariant(row !== undefined, 'a measurement file was not written')
  return row
}

type FileContent = Pick<NewMeasurementFile, 'orgId' | 'sha256'>

const countWaiting = statement((db, $: Params<FileContent>) =>
  db
    .selectFrom('measurementFile')
    .where('orgId', '=', $.orgId)
    .where('importedAt', 'is', null)
    .where((condition) =>
      condition.not(
        condition.exists(
          condition
            .selectFrom('measurementFile as same')
            .where('same.orgId', '=', $.orgId)
            .where('same.sha256', '=', $.sha256)
            .select('same.id'),
        ),
      ),
    )
    .select(column('count', int8, raw`count(*)`)),
)

/** How many files of an organization wait for their import. 0 when it already has a file with these bytes: an upload of them adds none. */
export async function countWaitingFiles(sql: Sql, file: FileContent): Promise<number> {
  return (await sql.row(countWaiting, file))?.count ?? 0
}

interface ImportedFile {
  readonly id: string
  readonly orgId: number
  readonly importedAt: Date
}

const updateImported = statement((db, $: Params<ImportedFile>) =>
  db
    .updateTable('measurementFile')
    .set((eb) => ({ importedAt: eb.fn.coalesce('importedAt', $.importedAt) }))
    .where('id', '=', $.id)
    .where('orgId', '=', $.orgId)
    .returning('id'),
)

/** Keeps a file for good. Returns whether the organization has it. */
export async function markImported(sql: Sql, file: ImportedFile): Promise<boolean> {
  return (await sql.row(updateImported, file)) !== undefined
}

interface AbandonedBatch {
  readonly now: Date
  readonly limit: number
}

// A clock that is ahead must not delete a file: the earlier one of both decides.
const deleteAbandoned = plainStatement(
  nothing,
  ($: Params<AbandonedBatch>) => raw`
    delete from measurement_file where id = any(array(
      select id from measurement_file
      where imported_at is null
        and created_at < least(now(), ${$.now}::timestamptz) - interval '24 hours'
        and not ${isFrozenSql(raw`org_id`)}
      limit ${$.limit} for update skip locked))
    returning 1`,
)

/** Deletes files that were uploaded more than a day ago and never imported, of all organizations but frozen ones. Returns how many. */
export async function deleteAbandonedFiles(sql: Sql, batch: AbandonedBatch): Promise<number> {
  return (await sql.rows(deleteAbandoned, batch)).length
}
