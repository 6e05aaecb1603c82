import type { Sql } from '@takeoff/kit/postgres/database'

export interface NewMeasurements {
  readonly jobId: number
  readonly measurements: unknown
  readonly userId: number
  readonly createdAt: Date
}

/**
 * A new version of the measurements of a job that is locked; `updatedAt` of the job says so. The same JSON
 * value as the newest version is no new one.
 */
export async function saveMeasurements(sql: Sql, given: NewMeasurements): Promise<void> {
  const { jobId, measurements, userId, createdAt } = given
  await sql.query(
    `with saved as (
       insert into job_measurement (org_id, job_id, version, measurements, user_id, created_at)
       select j.org_id, j.id, coalesce(newest.version, 0) + 1, $2::jsonb, $3, $4
       from job j left join lateral (
         select version, measurements from job_measurement where job_id = j.id
         order by version desc limit 1
       ) newest on true
       where j.id = $1 and newest.measurements is distinct from $2::jsonb
       returning job_id
     )
     update job set updated_at = $4 from saved where job.id = saved.job_id`,
    [jobId, JSON.stringify(measurements), userId, createdAt],
  )
}
