import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { fromRecords, toRecords } from '@takeoff/kit/postgres/records'
import type { Records } from '@takeoff/kit/postgres/records'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { JobRecord } from '@takeoff/contracts/jobs/job-record'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'
import { statement } from '../statements.ts'
import type { Tables } from '../statements.ts'
import { retryKeyChanges } from './retry-key-changes.ts'
import { insertJobs } from './save-job.ts'
import { newestMeasurements } from './newest-measurements.ts'
import { timeOfChangeSql } from '@takeoff/kit/postgres/time-of-change-sql'

/** The organization, the user and the time of an import. */
export interface JobsOccasion {
  readonly orgId: number
  readonly userId: number
  readonly savedAt: Date
}

interface SavedJob {
  readonly id: number
  readonly externalIdentifier: string | null
  readonly name: string | null
}

type JobsByKey = ReadonlyMap<string | null, SavedJob>

/**
 * Creates and changes many jobs, each with its own key, in four statements for any number of jobs.
 * New jobs are inserted in the order of their keys, and then all are locked in the order of their ids, so
 * that concurrent imports of the same jobs wait for each other without a deadlock.
 * @throws ConflictError when other requests give and take keys of the jobs meanwhile, again and again
 */
export async function saveJobs(
  sql: Sql,
  records: readonly JobRecord[],
  occasion: JobsOccasion,
): Promise<{ readonly created: number; readonly changed: number }> {
  const { newIds, jobs } = await createAndLock(sql, records, occasion)
  const measuredIds = await insertMeasurements(sql, measurementsOf(records, jobs), occasion)
  const renamed = renamedOf(records, jobs)

  const changed = new Map(renamed.map((job) => [job.id, job]))
  const byId = new Map([...jobs.values()].map((job) => [job.id, job]))
  for (const id of measuredIds) {
    const job = byId.get(id)
    if (job !== undefined && !changed.has(id)) changed.set(id, job)
  }
  for (const id of newIds) changed.delete(id)
  await updateChanged(sql, [...changed.values()], occasion)
  return { created: newIds.length, changed: changed.size }
}

/**
 * If another request changes the key of a job while this one waits for its lock, the job is not returned; its key is
 * tried again.
 */
async function createAndLock(
  sql: Sql,
  records: readonly JobRecord[],
  occasion: JobsOccasion,
): Promise<{ readonly newIds: readonly number[]; readonly jobs: JobsByKey }> {
  const { orgId, savedAt } = occasion
  const newIds: number[] = []
  const jobs = new Map<string | null, SavedJob>()
  let missing = records
  return retryKeyChanges(async () => {
    const newJobs = missing.map(({ externalIdentifier, name = null }) => {
      return { orgId, externalIdentifier, name, createdAt: savedAt }
    })
    newIds.push(...(await insertJobs(sql, newJobs)))
    for (const job of await lockAll(sql, missing, orgId)) jobs.set(job.externalIdentifier, job)
    missing = missing.filter(({ externalIdentifier }) => !jobs.has(externalIdentifier))
    return missing.length === 0 ? { newIds, jobs } : undefined
  })
}

const lockJobs = statement(
  (db, $: Params<{ readonly orgId: number; readonly keys: readonly string[] }>) =>
    db
      .selectFrom('job')
      .where('orgId', '=', $.orgId)
      .where((eb) => eb('externalIdentifier', '=', eb.fn.any($.keys)))
      .orderBy('id')
      .forNoKeyUpdate()
      .select(['id', 'externalIdentifier', 'name']),
)

/** Locks the jobs until the transaction ends. */
async function lockAll(
  sql: Sql,
  records: readonly JobRecord[],
  orgId: number,
): Promise<SavedJob[]> {
  const keys = records.map(({ externalIdentifier }) => externalIdentifier)
  return sql.rows(lockJobs, { orgId, keys })
}

type MeasurementRecords = Params<{ readonly records: Records<Tables['jobMeasurement']> }>

const insertNewVersions = statement((db, $: MeasurementRecords) =>
  db
    .insertInto('jobMeasurement')
    .columns(['orgId', 'jobId', 'version', 'measurements', 'userId', 'createdAt'])
    .expression((eb) =>
      eb
        .selectFrom(fromRecords<Tables, 'jobMeasurement'>('jobMeasurement', $.records).as('r'))
        .leftJoinLateral(newestMeasurements(raw.ref<number>('r.jobId')), (join) => join.onTrue())
        .whereRef('newest.measurements', 'is distinct from', 'r.measurements')
        .select([
          'r.orgId',
          'r.jobId',
          raw`coalesce(newest.version, 0) + 1`.as('version'),
          'r.measurements',
          'r.userId',
          'r.createdAt',
        ]),
    )
    .returning('jobId as id'),
)

/** @returns the ids of the jobs whose measurements are new */
async function insertMeasurements(
  sql: Sql,
  measured: readonly { readonly id: number; readonly measurements: Measurements }[],
  { orgId, userId, savedAt }: JobsOccasion,
): Promise<number[]> {
  const rows = await sql.rows(insertNewVersions, {
    records: toRecords<Tables['jobMeasurement']>(
      measured.map(({ id, measurements }) => {
        return { orgId, jobId: id, measurements, userId, createdAt: savedAt }
      }),
    ),
  })
  return rows.map(({ id }) => id)
}

type JobRecords = Params<{ readonly records: Records<Tables['job']> }>

const updateJobs = statement(
  (db, $: JobRecords & Params<{ readonly orgId: number; readonly savedAt: Date }>) =>
    db
      .updateTable('job')
      .from(fromRecords<Tables, 'job'>('job', $.records).as('r'))
      .set((eb) => ({
        name: eb.ref('r.name'),
        updatedAt: timeOfChangeSql($.savedAt, eb.ref('job.updatedAt')),
      }))
      .whereRef('job.id', '=', 'r.id')
      .where('job.orgId', '=', $.orgId),
)

async function updateChanged(
  sql: Sql,
  jobs: readonly SavedJob[],
  { orgId, savedAt }: JobsOccasion,
): Promise<void> {
  const records = toRecords<Tables['job']>(jobs.map(({ id, name }) => ({ id, name })))
  await sql.run(updateJobs, { records, orgId, savedAt })
}

function measurementsOf(records: readonly JobRecord[], jobs: JobsByKey) {
  return records.flatMap(({ externalIdentifier, measurements }) => {
    const id = jobs.get(externalIdentifier)?.id
    const isMeasured = id !== undefined && measurements !== undefined && measurements !== null
    return isMeasured ? [{ id, measurements: measurements as Measurements }] : []
  })
}

function renamedOf(records: readonly JobRecord[], jobs: JobsByKey): SavedJob[] {
  return records.flatMap(({ externalIdentifier, name }) => {
    const job = jobs.get(externalIdentifier)
    return job === undefined || name === undefined || name === job.name ? [] : [{ ...job, name }]
  })
}
