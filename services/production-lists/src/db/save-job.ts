import type { Sql } from '@takeoff/kit/database'
import type { Measurements } from '../domain/measurements.ts'

export interface NewJob {
  readonly id: number
  readonly salesOpportunityId: number
  readonly orgId: number
  readonly name: string | null
  readonly measurements: Measurements
}

/** Saves a job with its sales opportunity and first measuring; what exists already stays as it is. */
export async function saveJob(sql: Sql, job: NewJob): Promise<void> {
  await sql.query(
    `insert into job (id, org_id, name, created_at) values ($1, $2, $3, now())
     on conflict (id) do nothing`,
    [job.id, job.orgId, job.name],
  )
  await sql.query(
    `insert into sales_opportunity (id, org_id, job_id) values ($1, $2, $3)
     on conflict (job_id) do nothing`,
    [job.salesOpportunityId, job.orgId, job.id],
  )
  await sql.query(
    `insert into job_measurement (org_id, job_id, version, measurements, created_at)
     values ($1, $2, 1, $3::jsonb, now()) on conflict (job_id, version) do nothing`,
    [job.orgId, job.id, JSON.stringify(job.measurements)],
  )
}
