import { requireOrganization } from '@takeoff/kit/security/access'
import { isUniqueViolation } from '@takeoff/kit/postgres/database'
import { ConflictError, NotFoundError } from '@takeoff/kit/values/errors'
import { runIdempotent } from '@takeoff/kit/postgres/idempotency'
import type { Remember } from '@takeoff/kit/postgres/idempotency'
import type { Context } from '../context.ts'
import { findJobs } from '../db/jobs/job-reads.ts'
import type { JobRow } from '../db/jobs/job-reads.ts'
import type { Job } from '../db/jobs/job.ts'
import { findJobId, insertJob, lockJob } from '../db/jobs/save-job.ts'
import { jobViolation } from '@takeoff/contracts/jobs/job-record'
import { invariant } from '@takeoff/kit/values/invariant'
import type { JobUpsertRequest } from '../domain/jobs/job-request.ts'
import { requireNoViolation } from '../require-no-violation.ts'

/**
 * Creates a job or changes one, found by id or by its external identifier.
 * @throws NotFoundError for an id that the organization does not have
 * @throws ConflictError with `jobId` when another job has the external identifier
 * @throws BadUserInputError naming the invalid argument
 */
export async function upsertJob(context: Context, request: JobUpsertRequest): Promise<JobRow> {
  const { caller, database } = context
  requireOrganization(caller, request.orgId)
  requireNoViolation(jobViolation(request))

  const id = await saveUpsert(context, request)
  const [row] = await findJobs(database, [id], caller.orgIds)
  if (row === undefined) throw new NotFoundError(`Job ${id} is gone.`)
  return row
}

/** @returns the job's id */
function saveUpsert(context: Context, request: JobUpsertRequest): Promise<number> {
  const { id, externalIdentifier } = request
  if (typeof id === 'number') return changeJob(context, request, id)
  if (typeof externalIdentifier === 'string') {
    return createOrChangeJob(context, request, externalIdentifier)
  }
  return createJobOnce(context, request)
}

async function changeJob(context: Context, request: JobUpsertRequest, id: number): Promise<number> {
  const { orgId, externalIdentifier } = request
  try {
    await context.database.transaction(async (sql) => {
      const job = await lockJob(sql, [orgId], { id })
      if (job === null) {
        throw new NotFoundError(`There is no job ${id} in organization ${orgId}.`, 'id')
      }
      change(job, request, context.now())
    })
    return id
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const jobId = await findJobId(context.database, orgId, externalIdentifier ?? '')
    throw new ConflictError(
      `Job ${jobId} has the externalIdentifier "${externalIdentifier}" already. Change that job, or choose another identifier.`,
      { jobId },
    )
  }
}

/** Of two concurrent requests, one creates the job; the other waits for that and then changes the job. */
async function createOrChangeJob(
  context: Context,
  request: JobUpsertRequest,
  externalIdentifier: string,
): Promise<number> {
  const { orgId, name = null } = request
  return context.database.transaction(async (sql) => {
    const known = await lockJob(sql, [orgId], { externalIdentifier })
    if (known !== null) return change(known, request, context.now())
    const created = { orgId, externalIdentifier, name, createdAt: context.now() }
    const id = await insertJob(sql, created)
    if (id !== undefined) return id
    const twin = await lockJob(sql, [orgId], { externalIdentifier })
    invariant(twin !== null, 'a job vanished while it was created')
    return change(twin, request, context.now())
  })
}

function createJobOnce(
  context: Context,
  { orgId, name = null }: JobUpsertRequest,
): Promise<number> {
  const { database, caller, idempotencyKey } = context
  const create = (remember: Remember) =>
    database.transaction(async (sql) => {
      const job = { orgId, externalIdentifier: null, name, createdAt: context.now() }
      const id = await insertJob(sql, job)
      invariant(id !== undefined, 'a job without an identifier was refused as a twin')
      await remember(sql, String(id))
      return id
    })
  return runIdempotent(
    { database, caller, idempotencyKey, operation: 'jobUpsert', arguments: { orgId, name } },
    { create, replay: (resultId) => Promise.resolve(Number(resultId)) },
  )
}

/** @returns the job's id */
function change(job: Job, request: JobUpsertRequest, updatedAt: Date): number {
  const { externalIdentifier = job.externalIdentifier, name = job.name } = request
  if (externalIdentifier !== job.externalIdentifier || name !== job.name) {
    Object.assign(job, { externalIdentifier, name, updatedAt })
  }
  return job.id
}
