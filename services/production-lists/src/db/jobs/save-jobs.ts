import type { Sql } from '@takeoff/kit/postgres/database'
import type { JobRecord } from '@takeoff/contracts/jobs/job-record'

/** Whose jobs, by whom, when. */
export interface JobsOccasion {
  readonly orgId: number
  readonly userId: number
  readonly savedAt: Date
}

interface SavedJob {
  readonly id: number
  readonly externalIdentifier: string
  readonly name: string | null
}

/**
 * Creates and changes many jobs, each with a key of its own, in four statements however many there are.
 * New jobs are made in the order of their keys and all are then locked in the order of their ids, so that
 * imports of the same jobs at the same time wait for each other and never in a circle.
 */
export async function saveJobs(
  sql: Sql,
  records: readonly JobRecord[],
  occasion: JobsOccasion,
): Promise<{ readonly created: number; readonly changed: number }> {
  const newIds = await insertMissing(sql, records, occasion)
  const jobs = await lockAll(sql, records, occasion)
  const measuredIds = await insertMeasurements(sql, measurementsOf(records, jobs), occasion)
  const renamed = renamedOf(records, jobs)

  const changed = new Map(renamed.map((job) => [job.id, job]))
  const byId = new Map([...jobs.values()].map((job) => [job.id, job]))
  for (const id of measuredIds) {
    const job = byId.get(id)
    if (job !== undefined && !changed.has(id)) changed.set(id, job)
  }
  await updateChanged(sql, [...changed.values()], occasion)
  const createdIds = new Set(newIds)
  const changedIds = [...changed.keys()].filter((id) => !createdIds.has(id))
  return { created: newIds.length, changed: changedIds.length }
}

/** @returns the ids of those that are new; each has its sales opportunity */
async function insertMissing(
  sql: Sql,
  records: readonly JobRecord[],
  { orgId, savedAt }: JobsOccasion,
): Promise<number[]> {
  const rows = await sql.query<{ readonly id: number }>(
    `with created as (
       insert into job (org_id, external_identifier, name, created_at, updated_at)
       select $1, r.key, r.name, $2, $2 from unnest($3::text[], $4::text[]) as r (key, name)
       where not exists (select 1 from job where org_id = $1 and external_identifier = r.key)
       order by r.key
       on conflict (org_id, external_identifier) do nothing returning id, org_id
     )
     insert into sales_opportunity (org_id, job_id) select org_id, id from created
     returning job_id as id`,
    [orgId, savedAt, keysOf(records), records.map(({ name }) => name ?? null)],
  )
  return rows.map(({ id }) => id)
}

/** The jobs by key, kept from every other writer until the transaction ends. */
async function lockAll(
  sql: Sql,
  records: readonly JobRecord[],
  { orgId }: JobsOccasion,
): Promise<ReadonlyMap<string, SavedJob>> {
  const rows = await sql.query<SavedJob>(
    `select id, external_identifier as "externalIdentifier", name from job
     where org_id = $1 and external_identifier = any($2::text[]) order by id for no key update`,
    [orgId, keysOf(records)],
  )
  return new Map(rows.map((job) => [job.externalIdentifier, job]))
}

/** @returns the ids of the jobs whose measurements are new */
async function insertMeasurements(
  sql: Sql,
  measured: readonly { readonly id: number; readonly measurements: unknown }[],
  { orgId, userId, savedAt }: JobsOccasion,
): Promise<number[]> {
  const rows = await sql.query<{ readonly id: number }>(
    `insert into job_measurement (org_id, job_id, version, measurements, user_id, created_at)
     select $1, r.id, coalesce(newest.version, 0) + 1, r.measurements, $2, $3
     from jsonb_to_recordset($4::jsonb) as r (id int, measurements jsonb)
     left join lateral (
       select version, measurements from job_measurement where job_id = r.id
       order by version desc limit 1
     ) newest on true
     where newest.measurements is distinct from r.measurements
     returning job_id as id`,
    [orgId, userId, savedAt, JSON.stringify(measured)],
  )
  return rows.map(({ id }) => id)
}

async function updateChanged(
  sql: Sql,
  jobs: readonly SavedJob[],
  { orgId, savedAt }: JobsOccasion,
): Promise<void> {
  await sql.query(
    `update job set name = r.name, updated_at = $2
     from unnest($3::int[], $4::text[]) as r (id, name) where job.id = r.id and job.org_id = $1`,
    [orgId, savedAt, jobs.map(({ id }) => id), jobs.map(({ name }) => name)],
  )
}

function keysOf(records: readonly JobRecord[]): string[] {
  return records.map(({ externalIdentifier }) => externalIdentifier)
}

function measurementsOf(records: readonly JobRecord[], jobs: ReadonlyMap<string, SavedJob>) {
  return records.flatMap(({ externalIdentifier, measurements }) => {
    const id = jobs.get(externalIdentifier)?.id
    const isMeasured = id !== undefined && measurements !== undefined && measurements !== null
    return isMeasured ? [{ id, measurements }] : []
  })
}

function renamedOf(records: readonly JobRecord[], jobs: ReadonlyMap<string, SavedJob>): SavedJob[] {
  return records.flatMap(({ externalIdentifier, name }) => {
    const job = jobs.get(externalIdentifier)
    return job === undefined || name === undefined || name === job.name ? [] : [{ ...job, name }]
  })
}
