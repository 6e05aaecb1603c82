import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'
import type { JobOfList } from '../../domain/lists/new-list.ts'
import { statement } from '../statements.ts'

/** A job with a version of its measurements. */
export interface MeasuredJob extends JobOfList {
  readonly measurements: Measurements
}

interface MeasuredJobKey {
  readonly jobId: number
  readonly orgIds: readonly number[]
  /** Null selects the newest version. */
  readonly version: number | null
}

const selectMeasuredJob = statement((db, $: Params<MeasuredJobKey>) =>
  db
    .selectFrom('job as j')
    .innerJoin('salesOpportunity as o', 'o.jobId', 'j.id')
    .leftJoin('jobMeasurement as m', (join) =>
      join
        .onRef('m.jobId', '=', 'j.id')
        .on('m.version', '=', (eb) => eb.fn.coalesce($.version, eb.ref('m.version'))),
    )
    .where('j.id', '=', $.jobId)
    .where((eb) => eb('j.orgId', '=', eb.fn.any($.orgIds)))
    .orderBy('m.version', (version) => version.desc().nullsLast())
    .limit(1)
    .select([
      'j.id',
      'j.orgId',
      'o.id as salesOpportunityId',
      'm.id as measurementId',
      'm.version as measurementVersion',
      'm.measurements',
    ]),
)

/**
 * A job with its newest measurements, or those of a version.
 * @returns undefined when these organizations have no such job, null when it has no such measurements
 */
export async function findMeasuredJob(
  sql: Sql,
  jobId: number,
  orgIds: readonly number[],
  version?: number,
): Promise<MeasuredJob | null | undefined> {
  const row = await sql.row(selectMeasuredJob, { jobId, orgIds, version: version ?? null })
  if (row === undefined) return undefined
  const { measurementId, measurementVersion, measurements } = row
  if (measurementId === null || measurementVersion === null || measurements === null) return null
  return { ...row, measurementId, measurementVersion, measurements }
}
