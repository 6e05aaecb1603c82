import { BadUserInputError } from '@takeoff/kit/values/errors'
import type { Optional } from '@takeoff/kit/values/optional'
import { requireNoViolation } from '@takeoff/kit/values/violations'
import type { Context } from '../context.ts'
import type { MeasuredJob } from '../db/jobs/measured-job-reads.ts'
import type { DraftTemplate } from '../db/templates/draft-template-reads.ts'
import { LIST_NAME_LENGTH_MAX } from '../domain/limits.ts'
import { listNameOf } from '../domain/lists/list-name.ts'
import type { NewListRequest } from '../domain/lists/list-request.ts'
import type { ListState } from '../domain/lists/list-state.ts'
import { listViolation } from '../domain/lists/list-violation.ts'
import { newList } from '../domain/lists/new-list.ts'
import { today } from '../domain/prices/day.ts'
import { requireMeasuredJob } from '../require-measured-job.ts'
import { draftFor } from './draft-for.ts'
import type { Draft } from './draft-for.ts'

/** A new list and what it was computed from. */
export interface ComputedList extends Draft {
  /** Without ids; it can be saved. */
  readonly list: ListState
  readonly job: MeasuredJob
}

/**
 * Computes a list from a job's newest measurements, or those of a version, and the chosen templates; warnings are
 * added to the response. Runs outside a transaction: measurements never change, and a template is used as it was read.
 * @throws NotFoundError for a job or templates outside the caller's organizations
 * @throws BadUserInputError naming the invalid argument
 */
export async function computeList(
  context: Context,
  request: NewListRequest,
  measurementVersion?: Optional<number>,
): Promise<ComputedList> {
  const { database, warnings } = context
  const job = await requireMeasuredJob(database, {
    jobId: request.jobId,
    orgIds: context.caller.orgIds,
    version: measurementVersion,
  })
  const draft = await draftFor(database, {
    orgId: job.orgId,
    templateIds: request.templateIds,
    measurements: job.measurements,
    day: today(context.now()),
  })
  requireInUse(draft.templates)
  warnings.push(...draft.warnings)
  const names = draft.templates.map(({ name }) => name)
  const list = newList({
    job,
    name: request.name?.trim() ?? listNameOf(names, LIST_NAME_LENGTH_MAX),
    templateIds: request.templateIds,
    items: draft.items,
  })
  requireNoViolation(listViolation(list, 'templateIds'))
  return { ...draft, list, job }
}

function requireInUse(templates: readonly DraftTemplate[]): void {
  const archived = templates.filter(({ isArchived }) => isArchived)
  if (archived.length === 0) return
  const ids = archived.map(({ id }) => id).join(', ')
  throw new BadUserInputError(
    `Templates ${ids} are archived and make no new lists. Restore them, or choose others.`,
    'templateIds',
  )
}
