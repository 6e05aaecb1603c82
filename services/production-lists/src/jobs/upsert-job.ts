import { requireOrganization } from '@takeoff/kit/security/access'
import { isUniqueViolation } from '@takeoff/kit/postgres/database'
import type { Transaction } from '@takeoff/kit/postgres/sql'
import { ConflictError, NotFoundError } from '@takeoff/kit/values/errors'
import { createOnce } from '@takeoff/kit/postgres/idempotency'
import type { Remember } from '@takeoff/kit/postgres/idempotency'
import type { Context } from '../context.ts'
import { findJobs } from '../db/jobs/job-reads.ts'
import type { JobRow } from '../db/jobs/job-reads.ts'
import type { Job } from '../db/jobs/job.ts'
import { keysChange, retryKeyChanges } from '../db/jobs/retry-key-changes.ts'
import { findJobId, insertJob, lockJob } from '../db/jobs/save-job.ts'
import { jobViolation } from '@takeoff/contracts/jobs/job-record'
import { invariant } from '@takeoff/kit/values/invariant'
import { timeOfChange } from '@takeoff/kit/values/time-of-change'
import { requireNoViolation } from '@takeoff/kit/values/violations'
import type { Optional } from '@takeoff/kit/values/optional'

/** A request to create or change a job; undefined leaves a value unchanged, null clears it. */
interface JobUpsertRequest {
  readonly orgId: number
  readonly id?: Optional<number>
  readonly externalIdentifier?: Optional<string>
  readonly name?: Optional<string>
}

/**
 * Creates a job or changes one, found by id or by its external identifier.
 * @throws NotFoundError for an id that the organization does not have
 * @throws ConflictError with `jobId` when another job has the external identifier, and without it when other requests give
 *   and take that identifier at the same time
 * @throws BadUserInputError naming the invalid argument
 */
export async function upsertJob(context: Context, request: JobUpsertRequest): Promise<JobRow> {
  const { caller, database } = context
  requireOrganization(caller, request.orgId)
  requireNoViolation(jobViolation(request))

  const id = await saveUpsert(context, request)
  const [row] = await findJobs(database, [Number(id)], caller.orgIds)
  if (row === undefined) throw new NotFoundError(`Job ${id} is gone.`)
  return row
}

/** @returns the job's id */
async function saveUpsert(context: Context, request: JobUpsertRequest): Promise<string> {
  const { id, externalIdentifier, orgId, name = null } = request
  const isNamed = typeof id === 'number' || typeof externalIdentifier === 'string'
  // Fingerprints of jobs without an identifier stay those of earlier versions, which had keys for them only.
  const args = isNamed ? request : { orgId, name }
  try {
    return await createOnce(context, 'jobUpsert', args, (remember) =>
      saveJob(context, request, remember),
    )
  } catch (error) {
    // Not of the idempotency key: then the result was replayed.
    if (!isUniqueViolation(error)) throw error
    const jobId = await findJobId(context.database, orgId, externalIdentifier ?? '')
    // The job that had it has another one since.
    if (jobId === undefined) throw keysChange()
    throw new ConflictError(
      `Job ${jobId} has the externalIdentifier "${externalIdentifier}" already. Change that job, or choose another identifier.`,
      { jobId },
    )
  }
}

function saveJob(context: Context, request: JobUpsertRequest, remember: Remember): Promise<number> {
  const { id, externalIdentifier } = request
  if (typeof id === 'number') return changeJob(context, request, { id, remember })
  return context.database.transaction(async (sql) => {
    const jobId =
      typeof externalIdentifier === 'string'
        ? await createOrChangeJob(sql, context, { ...request, externalIdentifier })
        : await createJob(sql, context, request)
    await remember(sql, String(jobId))
    return jobId
  })
}

async function changeJob(
  context: Context,
  request: JobUpsertRequest,
  { id, remember }: { readonly id: number; readonly remember: Remember },
): Promise<number> {
  const { orgId } = request
  await context.database.transaction(async (sql) => {
    await remember(sql, String(id))
    const job = await lockJob(sql, [orgId], { id })
    if (job === null) {
      throw new NotFoundError(
        `There is no job ${id} in organization ${orgId}. Give the id of one of its jobs.`,
        'id',
      )
    }
    change(job, request, context.now())
  })
  return id
}

/** Of two concurrent requests, one creates the job; the other waits for that and then changes the job. */
function createOrChangeJob(
  sql: Transaction,
  context: Context,
  request: JobUpsertRequest & { readonly externalIdentifier: string },
): Promise<number> {
  const { orgId, externalIdentifier, name = null } = request
  return retryKeyChanges(async () => {
    const known = await lockJob(sql, [orgId], { externalIdentifier })
    if (known !== null) return change(known, request, context.now())
    return insertJob(sql, { orgId, externalIdentifier, name, createdAt: context.now() })
  })
}

async function createJob(
  sql: Transaction,
  context: Context,
  { orgId, name = null }: JobUpsertRequest,
): Promise<number> {
  const id = await insertJob(sql, {
    orgId,
    externalIdentifier: null,
    name,
    createdAt: context.now(),
  })
  invariant(id !== undefined, 'a job without an identifier was refused as a twin')
  return id
}

/** @returns the job's id */
function change(job: Job, request: JobUpsertRequest, now: Date): number {
  const { externalIdentifier = job.externalIdentifier, name = job.name } = request
  if (externalIdentifier !== job.externalIdentifier || name !== job.name) {
    Object.assign(job, { externalIdentifier, name, updatedAt: timeOfChange(job, now) })
  }
  return job.id
}
