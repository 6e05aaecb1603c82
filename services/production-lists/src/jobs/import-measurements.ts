import type { Sql } from '@takeoff/kit/postgres/database'
import { runIdempotent } from '@takeoff/kit/postgres/idempotency'
import type { Caller } from '@takeoff/kit/security/auth'
import { BadUserInputError, NotFoundError } from '@takeoff/kit/values/errors'
import type { Context } from '../context.ts'
import { findJobs } from '../db/jobs/job-reads.ts'
import type { JobRow } from '../db/jobs/job-reads.ts'
import { findMeasurements } from '../db/jobs/measurement-reads.ts'
import type { MeasurementRow, MeasurementsKey } from '../db/jobs/measurement-reads.ts'
import { lockJob } from '../db/jobs/save-job.ts'
import { saveMeasurements } from '../db/jobs/save-measurements.ts'
import { UnknownMeasurements } from '@takeoff/contracts/jobs/unknown-measurements'
import { measurementsViolation } from '@takeoff/contracts/jobs/measurements-violation'

export interface ImportedMeasurements {
  readonly job: JobRow
  readonly measurement: MeasurementRow
}

/**
 * Saves a measuring tool's export as the newest version of a job's measurements, unless it equals that version.
 * @throws NotFoundError for a job outside the caller's organizations
 * @throws BadUserInputError naming the invalid value
 */
export async function importMeasurements(
  context: Context,
  { jobId, measurements }: { readonly jobId: number; readonly measurements: unknown },
): Promise<ImportedMeasurements> {
  const { caller, database, idempotencyKey } = context
  const violation = measurementsViolation(measurements)
  if (violation !== undefined) {
    const argument = violation.path === '' ? 'measurements' : `measurements.${violation.path}`
    throw new BadUserInputError(`${argument} ${violation.reason}.`, argument)
  }

  const imported = await runIdempotent(
    {
      database,
      caller,
      idempotencyKey,
      operation: 'jobMeasurementsImport',
      arguments: { jobId, measurements },
    },
    {
      create: (remember) =>
        database.transaction(async (sql) => {
          const locked = await lockJob(sql, caller.orgIds, { id: jobId })
          if (locked === null) throw unknownJob(jobId)
          const { userId } = caller
          await saveMeasurements(sql, { jobId, measurements, userId, createdAt: context.now() })
          const imported = await findImported(sql, caller, { jobId, version: 'newest' })
          await remember(sql, String(imported.measurement.version))
          return imported
        }),
      replay: (version) => findImported(database, caller, { jobId, version: Number(version) }),
    },
  )
  const unknown = new UnknownMeasurements()
  unknown.add(measurements, '')
  context.warnings.push(...unknown.sentences())
  return imported
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

function unknownJob(id: number): NotFoundError {
  return new NotFoundError(
    `There is no job ${id} in your organizations. Give the id of a job.`,
    'jobId',
  )
}
