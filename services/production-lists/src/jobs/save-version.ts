import type { Sql, Transaction } from '@takeoff/kit/postgres/sql'
import { runIdempotent } from '@takeoff/kit/postgres/idempotency'
import type { Caller } from '@takeoff/kit/security/auth'
import type { Context } from '../context.ts'
import { findJobs } from '../db/jobs/job-reads.ts'
import type { JobRow } from '../db/jobs/job-reads.ts'
import { findMeasurements } from '../db/jobs/measurement-reads.ts'
import type { MeasurementRow, MeasurementsKey } from '../db/jobs/measurement-reads.ts'
import type { StoredSource } from '../db/jobs/job.ts'
import { lockJob } from '../db/jobs/save-job.ts'
import { saveMeasurements } from '../db/jobs/save-measurements.ts'
import { markImported } from '../db/measurement-files/save-measurement-file.ts'
import { unknownFile } from '../file-reader/stored-files.ts'
import { unknownJob } from '../require-measured-job.ts'

export interface ImportedMeasurements {
  readonly job: JobRow
  readonly measurement: MeasurementRow
}

/** Measurements that were checked, and the mutation that imports them. */
export interface NewVersion {
  readonly operation: string
  readonly arguments: object
  readonly jobId: number
  readonly measurements: unknown
  /** Where they come from, if that is a file. */
  readonly file?: { readonly id: string; readonly source: StoredSource }
}

/**
 * Saves measurements as the newest version of a job, unless they equal that version and come from the same file.
 * @throws NotFoundError for a job outside the caller's organizations, and for a file of another organization than it
 */
export function saveVersion(context: Context, version: NewVersion): Promise<ImportedMeasurements> {
  const { caller, database } = context
  const { operation, arguments: args, jobId } = version
  return runIdempotent(context, {
    operation,
    arguments: args,
    create: (remember) =>
      database.transaction(async (sql) => {
        await insertVersion(sql, context, version)
        const imported = await findImported(sql, caller, { jobId, version: 'newest' })
        await remember(sql, String(imported.measurement.version))
        return imported
      }),
    replay: (number) => findImported(database, caller, { jobId, version: Number(number) }),
  })
}

async function insertVersion(
  sql: Transaction,
  { caller, now }: Context,
  { jobId, measurements, file }: NewVersion,
): Promise<void> {
  const locked = await lockJob(sql, caller.orgIds, { id: jobId })
  if (locked === null) throw unknownJob(jobId)
  const { orgId } = locked
  const createdAt = now()
  if (
    file !== undefined &&
    !(await markImported(sql, { id: file.id, orgId, importedAt: createdAt }))
  )
    throw unknownFile(file.id)
  await saveMeasurements(sql, {
    jobId,
    measurements,
    userId: caller.userId,
    createdAt,
    fileId: file?.id ?? null,
    source: file?.source ?? null,
  })
}

async function findImported(
  sql: Sql,
  { orgIds }: Caller,
  key: MeasurementsKey,
): Promise<ImportedMeasurements> {
  const [job] = await findJobs(sql, [key.jobId], orgIds)
  const [versions] = await findMeasurements(sql, [key], orgIds)
  const measurement = versions?.[0]
  if (job === undefined || measurement === undefined) throw unknownJob(key.jobId)
  return { job, measurement }
}
