import { LockMode } from '@mikro-orm/core'
import { fromRecords, toRecords } from '@takeoff/kit/postgres/records'
import type { Records } from '@takeoff/kit/postgres/records'
import type { Sql, Transaction } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'
import { insertRows, statement } from '../statements.ts'
import type { Tables } from '../statements.ts'
import { Job } from './job.ts'

export interface SeededJob {
  readonly id: number
  readonly salesOpportunityId: number
  readonly orgId: number
  readonly externalIdentifier: string | null
  readonly name: string | null
  readonly measurements: Measurements
}

/** The values of a new job. */
export interface NewJob {
  readonly orgId: number
  readonly externalIdentifier: string | null
  readonly name: string | null
  readonly createdAt: Date
}

/** Saves a job with its sales opportunity and first measurements; existing rows are not changed. */
export async function seedJob(
  sql: Sql,
  { id, orgId, name, externalIdentifier, salesOpportunityId, measurements }: SeededJob,
): Promise<void> {
  const at = new Date()
  const job = { id, orgId, name, externalIdentifier, createdAt: at, updatedAt: at }
  await insertRows(sql, 'job', [job], { unlessExists: ['id'] })
  const opportunity = { id: salesOpportunityId, orgId, jobId: id }
  await insertRows(sql, 'salesOpportunity', [opportunity], { unlessExists: ['jobId'] })
  const measured = { orgId, jobId: id, version: 1, measurements, createdAt: at }
  await insertRows(sql, 'jobMeasurement', [measured], { unlessExists: ['jobId', 'version'] })
}

const insertWithOpportunities = statement(
  (db, $: Params<{ readonly records: Records<Tables['job']> }>) =>
    db
      .with('created', (created) =>
        created
          .insertInto('job')
          .columns(['orgId', 'externalIdentifier', 'name', 'createdAt', 'updatedAt'])
          .expression((eb) =>
            eb
              .selectFrom(fromRecords<Tables, 'job'>('job', $.records).as('r'))
              .where((r) =>
                r.not(
                  r.exists(
                    r
                      .selectFrom('job as j')
                      .whereRef('j.orgId', '=', 'r.orgId')
                      .whereRef('j.externalIdentifier', '=', 'r.externalIdentifier')
                      .select('j.id'),
                  ),
                ),
              )
              .orderBy('r.externalIdentifier')
              .select(['r.orgId', 'r.externalIdentifier', 'r.name', 'r.createdAt', 'r.updatedAt']),
          )
          .onConflict((conflict) => conflict.columns(['orgId', 'externalIdentifier']).doNothing())
          .returning(['id', 'orgId']),
      )
      .insertInto('salesOpportunity')
      .columns(['orgId', 'jobId'])
      .expression((eb) => eb.selectFrom('created').select(['orgId', 'id']))
      .returning('jobId as id'),
)

/**
 * Inserts jobs, each with its sales opportunity, in the order of their external identifiers. Those whose external
 * identifier the organization already has are left out.
 * @returns the ids of the new jobs
 */
export async function insertJobs(sql: Sql, jobs: readonly NewJob[]): Promise<number[]> {
  const records = jobs.map((job) => ({ ...job, updatedAt: job.createdAt }))
  const rows = await sql.rows(insertWithOpportunities, {
    records: toRecords<Tables['job']>(records),
  })
  return rows.map(({ id }) => id)
}

/** Inserts a job with its sales opportunity; undefined when the organization already has the external identifier. */
export async function insertJob(sql: Sql, job: NewJob): Promise<number | undefined> {
  const [id] = await insertJobs(sql, [job])
  return id
}

/** Locks a job until the transaction ends; its commit writes the changes of the entity. */
export function lockJob(
  sql: Transaction,
  orgIds: readonly number[],
  key: { readonly id: number } | { readonly externalIdentifier: string },
): Promise<Job | null> {
  return sql.entitiesOf(orgIds).findOne(Job, key, { lockMode: LockMode.PESSIMISTIC_WRITE })
}

const selectJobId = statement(
  (db, $: Params<{ readonly orgId: number; readonly externalIdentifier: string }>) =>
    db
      .selectFrom('job')
      .where('orgId', '=', $.orgId)
      .where('externalIdentifier', '=', $.externalIdentifier)
      .select('id'),
)

/** The job of an organization that has an external identifier. */
export async function findJobId(
  sql: Sql,
  orgId: number,
  externalIdentifier: string,
): Promise<number | undefined> {
  return (await sql.row(selectJobId, { orgId, externalIdentifier }))?.id
}
