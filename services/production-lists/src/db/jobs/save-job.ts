import type { Sql } from '@takeoff/kit/postgres/database'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'

export interface SeededJob {
  readonly id: number
  readonly salesOpportunityId: number
  readonly orgId: number
  readonly externalIdentifier: string | null
  readonly name: string | null
  readonly measurements: Measurements
}

/** What can be said of a job when it is made. */
export interface NewJob {
  readonly orgId: number
  readonly externalIdentifier: string | null
  readonly name: string | null
  readonly createdAt: Date
}

/** What of a job can change. */
export interface JobState {
  readonly id: number
  readonly externalIdentifier: string | null
  readonly name: string | null
}

/** Saves a job with its sales opportunity and first measuring; what exists already stays as it is. */
export async function saveJob(sql: Sql, job: SeededJob): Promise<void> {
  await sql.query(
    `insert into job (id, org_id, external_identifier, name, created_at, updated_at)
     values ($1, $2, $3, $4, now(), now()) on conflict (id) do nothing`,
    [job.id, job.orgId, job.externalIdentifier, job.name],
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

/** A new job with its sales opportunity. Undefined when the organization has the external identifier. */
export async function insertJob(sql: Sql, job: NewJob): Promise<number | undefined> {
  const [row] = await sql.query<{ readonly id: number }>(
    `with created as (
       insert into job (org_id, external_identifier, name, created_at, updated_at)
       values ($1, $2, $3, $4, $4)
       on conflict (org_id, external_identifier) do nothing returning id, org_id
     )
     insert into sales_opportunity (org_id, job_id) select org_id, id from created
     returning job_id as id`,
    [job.orgId, job.externalIdentifier, job.name, job.createdAt],
  )
  return row?.id
}

/** The job, kept from every other writer until the transaction ends. */
export async function lockJob(
  sql: Sql,
  orgIds: readonly number[],
  key: { readonly id: number } | { readonly externalIdentifier: string },
): Promise<JobState | undefined> {
  const [column, value] =
    'id' in key ? ['id', key.id] : ['external_identifier', key.externalIdentifier]
  const [row] = await sql.query<JobState>(
    `select id, name, external_identifier as "externalIdentifier" from job
     where ${column} = $1 and org_id = any($2::int[]) for no key update`,
    [value, orgIds],
  )
  return row
}

export async function updateJob(sql: Sql, job: JobState, updatedAt: Date): Promise<void> {
  await sql.query(
    'update job set external_identifier = $2, name = $3, updated_at = $4 where id = $1',
    [job.id, job.externalIdentifier, job.name, updatedAt],
  )
}

/** The job of an organization that has an external identifier. */
export async function findJobId(
  sql: Sql,
  orgId: number,
  externalIdentifier: string,
): Promise<number | undefined> {
  const [row] = await sql.query<{ readonly id: number }>(
    'select id from job where org_id = $1 and external_identifier = $2',
    [orgId, externalIdentifier],
  )
  return row?.id
}
