import { requireOrganization } from '@takeoff/kit/security/access'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import type { Context } from '../context.ts'
import { saveJobs } from '../db/jobs/save-jobs.ts'
import { recordViolation } from '@takeoff/contracts/jobs/job-record'
import type { JobRecord, RecordViolation } from '@takeoff/contracts/jobs/job-record'
import { UnknownMeasurements } from '@takeoff/contracts/jobs/unknown-measurements'
import { JOBS_IMPORT_MAX } from '@takeoff/contracts/jobs/limits'

export interface JobsImport {
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly errors: readonly JobImportError[]
}

interface JobImportError {
  readonly index: number
  readonly externalIdentifier: string
  readonly path: string
  readonly message: string
}

/**
 * Creates and changes many jobs: the valid ones in one transaction; each invalid one is returned as an error.
 * @throws ForbiddenError when the organization is not one of the caller's
 * @throws BadUserInputError when there are no jobs or too many
 */
export async function importJobs(
  context: Context,
  { orgId, jobs }: { readonly orgId: number; readonly jobs: readonly JobRecord[] },
): Promise<JobsImport> {
  const { caller, database } = context
  requireOrganization(caller, orgId)
  if (jobs.length < 1 || jobs.length > JOBS_IMPORT_MAX) {
    throw new BadUserInputError(`jobs must have 1 to ${JOBS_IMPORT_MAX} jobs.`, 'jobs')
  }

  const errors = errorsOf(jobs)
  const refused = new Set(errors.map(({ index }) => index))
  const good = jobs.filter((_, index) => !refused.has(index))
  const unknown = new UnknownMeasurements()
  for (const [index, { measurements }] of jobs.entries()) {
    if (!refused.has(index)) unknown.add(measurements, `jobs[${index}].`)
  }
  const occasion = { orgId, userId: caller.userId, savedAt: context.now() }
  const { created, changed } =
    good.length === 0
      ? { created: 0, changed: 0 }
      : await database.transaction((sql) => saveJobs(sql, good, occasion))
  context.warnings.push(...unknown.sentences())
  return { created, changed, unchanged: good.length - created - changed, errors }
}

function errorsOf(jobs: readonly JobRecord[]): JobImportError[] {
  const firsts = new Map<string, number>()
  return jobs.flatMap((job, index) => {
    const { externalIdentifier } = job
    const violation = twinViolation(firsts.get(externalIdentifier)) ?? recordViolation(job)
    if (!firsts.has(externalIdentifier)) firsts.set(externalIdentifier, index)
    if (violation === undefined) return []
    const { path, reason } = violation
    return [{ index, externalIdentifier, path, message: `${path} ${reason}.` }]
  })
}

function twinViolation(first: number | undefined): RecordViolation | undefined {
  if (first === undefined) return undefined
  return { path: 'externalIdentifier', reason: `is that of jobs[${first}] too; keep one of them` }
}
