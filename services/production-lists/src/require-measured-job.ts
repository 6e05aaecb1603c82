import type { Sql } from '@takeoff/kit/postgres/sql'
import { BadUserInputError, NotFoundError } from '@takeoff/kit/values/errors'
import type { Optional } from '@takeoff/kit/values/optional'
import { findMeasuredJob } from './db/jobs/measured-job-reads.ts'
import type { MeasuredJob } from './db/jobs/measured-job-reads.ts'

interface WantedJob {
  readonly jobId: number
  readonly orgIds: readonly number[]
  /** The newest version when left out. */
  readonly version: Optional<number>
}

/**
 * A job with its newest measurements, or those of a version.
 * @throws NotFoundError for a job outside these organizations
 * @throws BadUserInputError for a job without measurements, and a version that they do not have
 */
export async function requireMeasuredJob(
  sql: Sql,
  { jobId, orgIds, version }: WantedJob,
): Promise<MeasuredJob> {
  const job = await findMeasuredJob(sql, jobId, orgIds, version ?? undefined)
  if (job === undefined) throw unknownJob(jobId)
  if (job !== null) return job
  if (typeof version === 'number') {
    throw new BadUserInputError(
      `The measurements of job ${jobId} have no version ${version}.`,
      'measurementVersion',
    )
  }
  throw new BadUserInputError(
    `Job ${jobId} has no measurements yet. Give it some with jobMeasurementsImport.`,
    'jobId',
  )
}

export function unknownJob(id: number): NotFoundError {
  return new NotFoundError(
    `There is no job ${id} in your organizations. Give the id of a job.`,
    'jobId',
  )
}
