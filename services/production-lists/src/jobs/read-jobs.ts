import { requireOrganization } from '@takeoff/kit/security/access'
import { integerIdCursor } from '@takeoff/kit/graphql/cursor'
import { connectionOf, parsePage } from '@takeoff/kit/graphql/page'
import type { Connection, PageArguments } from '@takeoff/kit/graphql/page'
import type { Context } from '../context.ts'
import { listJobs } from '../db/jobs/job-reads.ts'
import type { JobRow } from '../db/jobs/job-reads.ts'
import { multilineViolation } from '../domain/input-violation.ts'
import { JOB_SEARCH_LENGTH_MAX } from '../domain/limits.ts'
import { requireNoViolation } from '../require-no-violation.ts'

const cursor = integerIdCursor('jobs')

/** One job; null when there is none in the caller's organizations. */
export async function readJob({ loaders }: Context, id: number): Promise<JobRow | null> {
  return loaders.job.load(id)
}

export interface JobsRequest extends PageArguments {
  readonly orgId: number
  readonly search?: string | null | undefined
}

/**
 * A page of an organization's jobs.
 * @throws ForbiddenError when the organization is not one of the caller's
 * @throws BadUserInputError for an invalid page or search
 */
export async function readJobs(
  { caller, database }: Context,
  { orgId, search, ...pageArguments }: JobsRequest,
): Promise<Connection<JobRow>> {
  requireOrganization(caller, orgId)
  const page = parsePage(pageArguments, cursor)
  requireNoViolation(multilineViolation('search', search, JOB_SEARCH_LENGTH_MAX))
  return connectionOf(await listJobs(database, orgId, { search, page }), page.first, cursor)
}
