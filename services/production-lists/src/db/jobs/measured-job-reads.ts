import type { Sql } from '@takeoff/kit/postgres/database'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'

/** A job with one of its measurings. */
export interface MeasuredJob {
  readonly id: number
  readonly orgId: number
  readonly salesOpportunityId: number
  readonly measurementId: number
  readonly measurementVersion: number
  readonly measurements: Measurements
}

interface Row extends Omit<MeasuredJob, 'measurementId' | 'measurements'> {
  readonly measurementId: number | null
  readonly measurements: string | null
}

/**
 * A job with its newest measuring, or the one of a version.
 * @returns undefined when these organizations have no such job, null when it has no such measuring
 */
export async function findMeasuredJob(
  sql: Sql,
  jobId: number,
  orgIds: readonly number[],
  version?: number,
): Promise<MeasuredJob | null | undefined> {
  const [row] = await sql.query<Row>(
    `select j.id, j.org_id as "orgId", o.id as "salesOpportunityId",
       m.id as "measurementId", m.version as "measurementVersion",
       m.measurements::text as "measurements"
     from job j
     join sales_opportunity o on o.job_id = j.id
     left join job_measurement m on m.job_id = j.id and ($3::int is null or m.version = $3)
     where j.id = $1 and j.org_id = any($2::int[])
     order by m.version desc nulls last limit 1`,
    [jobId, orgIds, version ?? null],
  )
  if (row === undefined) return undefined
  const { measurementId, measurements } = row
  if (measurementId === null || measurements === null) return null
  return { ...row, measurementId, measurements: JSON.parse(measurements) as Measurements }
}
