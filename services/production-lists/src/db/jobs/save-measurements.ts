import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'
import type { StoredSource } from './job.ts'
import { statement } from '../statements.ts'
import { newestMeasurements } from './newest-measurements.ts'
import { timeOfChangeSql } from '@takeoff/kit/postgres/time-of-change-sql'

export interface NewMeasurements {
  readonly jobId: number
  readonly measurements: unknown
  readonly userId: number
  readonly createdAt: Date
  /** The uploaded file that they come from. */
  readonly fileId: string | null
  readonly source: StoredSource | null
}

const insertVersion = statement((db, $: Params<NewMeasurements>) =>
  db
    .with('saved', (saved) =>
      saved
        .insertInto('jobMeasurement')
        .columns([
          'orgId',
          'jobId',
          'version',
          'measurements',
          'userId',
          'createdAt',
          'measurementFileId',
          'source',
        ])
        .expression((eb) =>
          eb
            .selectFrom('job as j')
            .leftJoinLateral(newestMeasurements(raw.ref<number>('j.id')), (join) => join.onTrue())
            .where('j.id', '=', $.jobId)
            .where((where) =>
              where.or([
                where(
                  'newest.measurements',
                  'is distinct from',
                  raw<Measurements>`${$.measurements}::jsonb`,
                ),
                raw<boolean>`${$.fileId}::uuid is not null
                  and newest.measurement_file_id is distinct from ${$.fileId}::uuid`,
              ]),
            )
            .select([
              'j.orgId',
              'j.id',
              raw`coalesce(newest.version, 0) + 1`.as('version'),
              raw`${$.measurements}::jsonb`.as('measurements'),
              $.userId.as('userId'),
              $.createdAt.as('createdAt'),
              raw`${$.fileId}::uuid`.as('measurementFileId'),
              raw`${$.source}::jsonb`.as('source'),
            ]),
        )
        .returning('jobId'),
    )
    .updateTable('job')
    .from('saved')
    .set((eb) => ({ updatedAt: timeOfChangeSql($.createdAt, eb.ref('job.updatedAt')) }))
    .whereRef('job.id', '=', 'saved.jobId'),
)

/**
 * Inserts a new version of the measurements of a locked job, and updates the job's `updatedAt`. Measurements equal
 * to the newest version are not inserted, unless they come from another file than it.
 */
export async function saveMeasurements(sql: Sql, given: NewMeasurements): Promise<void> {
  await sql.run(insertVersion, given)
}
