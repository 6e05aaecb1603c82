import { multilineViolation } from '@takeoff/contracts/text-violation'
import { requireOrganization } from '@takeoff/kit/security/access'
import { changePlace, createCursor, idPlaceCursor } from '@takeoff/kit/graphql/cursor'
import type { Cursor, IdPlace } from '@takeoff/kit/graphql/cursor'
import { connectionOf, parsePage } from '@takeoff/kit/graphql/page'
import type { Connection, PageArguments } from '@takeoff/kit/graphql/page'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { requireNoViolation } from '@takeoff/kit/values/violations'
import type { Optional } from '@takeoff/kit/values/optional'
import type { Context } from '../context.ts'
import { listJobs } from '../db/jobs/job-reads.ts'
import type { JobOrder, JobRow } from '../db/jobs/job-reads.ts'
import { JOB_SEARCH_LENGTH_MAX } from '../domain/limits.ts'

const cursors: Readonly<Record<JobOrder, Cursor<IdPlace, JobRow>>> = {
  oldest: idPlaceCursor('jobs'),
  newest: idPlaceCursor('jobs, newest first'),
  changed: createCursor(['jobs by change'], changePlace),
}

export interface JobsRequest extends PageArguments {
  readonly orgId: number
  readonly search?: Optional<string>
  readonly newestFirst?: Optional<boolean>
  readonly updatedSince?: Optional<Date>
}

/**
 * A page of an organization's jobs: in the order of their creation, or those changed since a time in the order of their
 * changes.
 * @throws ForbiddenError when the organization is not one of the caller's
 * @throws BadUserInputError for an invalid page, search or order
 */
export async function readJobs(
  { caller, database }: Context,
  { orgId, search, newestFirst, updatedSince, ...pageArguments }: JobsRequest,
): Promise<Connection<JobRow>> {
  requireOrganization(caller, orgId)
  const order = orderOf({ newestFirst, updatedSince })
  const page = parsePage(pageArguments, cursors[order])
  requireNoViolation(multilineViolation('search', search, JOB_SEARCH_LENGTH_MAX))
  const rows = await listJobs(database, { orgId, search, order, updatedSince, page })
  return connectionOf(rows, page.first, cursors[order])
}

function orderOf({
  newestFirst,
  updatedSince,
}: Pick<JobsRequest, 'newestFirst' | 'updatedSince'>): JobOrder {
  const isByChange = updatedSince !== null && updatedSince !== undefined
  if (isByChange && newestFirst === true) {
    throw new BadUserInputError(
      'newestFirst must be left out with updatedSince, which gives jobs in the order of their changes.',
      'newestFirst',
    )
  }
  if (isByChange) return 'changed'
  return newestFirst === true ? 'newest' : 'oldest'
}
