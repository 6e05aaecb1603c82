import { PRODUCTION_LIST_CREATED } from '@takeoff/contracts/production-list-events'
import type { Transaction } from '@takeoff/kit/postgres/database'
import { BadUserInputError, NotFoundError } from '@takeoff/kit/values/errors'
import { runIdempotent } from '@takeoff/kit/postgres/idempotency'
import type { Remember } from '@takeoff/kit/postgres/idempotency'
import { createEvent, insertOutbox } from '@takeoff/kit/events/outbox'
import type { Context } from '../context.ts'
import { findMeasuredJob } from '../db/jobs/measured-job-reads.ts'
import type { MeasuredJob } from '../db/jobs/measured-job-reads.ts'
import { findLists } from '../db/lists/production-list-reads.ts'
import type { ProductionListRow } from '../db/lists/production-list-reads.ts'
import { insertList, withIds } from '../db/lists/save-list.ts'
import { insertRevision } from '../db/lists/save-revision.ts'
import type { DraftTemplate } from '../db/templates/draft-template-reads.ts'
import { LIST_NAME_LENGTH_MAX } from '../domain/limits.ts'
import { emptyDiff } from '../domain/lists/list-diff.ts'
import { listViolation } from '../domain/lists/list-violation.ts'
import { listNameOf } from '../domain/lists/list-name.ts'
import { newListViolation } from '../domain/lists/list-request.ts'
import type { NewListRequest } from '../domain/lists/list-request.ts'
import type { ListState } from '../domain/lists/list-state.ts'
import { newList } from '../domain/lists/new-list.ts'
import { today } from '../domain/prices/day.ts'
import { requireNoViolation } from '../require-no-violation.ts'
import { draftFor } from './draft-for.ts'

/**
 * Computes a list from a job's newest measurements and the chosen templates.
 * @throws NotFoundError for a job or templates outside the caller's organizations
 * @throws BadUserInputError naming the invalid argument
 */
export async function createProductionList(
  context: Context,
  request: NewListRequest,
): Promise<ProductionListRow> {
  const { caller, database, idempotencyKey } = context
  requireNoViolation(newListViolation(request))

  const id = await runIdempotent<number>(
    {
      database,
      caller,
      idempotencyKey,
      operation: 'projectManagementProductionListCreate',
      arguments: { ...request, name: request.name ?? null },
    },
    {
      create: (remember) => createList(context, request, remember),
      replay: (resultId) => Promise.resolve(Number(resultId)),
    },
  )
  const [row] = await findLists(database, [id], caller.orgIds)
  if (row === undefined) throw new NotFoundError(`Production list ${id} is gone.`)
  return row
}

/** @returns the new list's id */
async function createList(
  context: Context,
  request: NewListRequest,
  remember: Remember,
): Promise<number> {
  const { database } = context
  const computed = await computeList(context, request)
  requireNoViolation(listViolation(computed, 'templateIds'))

  return database.transaction(async (sql) => {
    const list = await withIds(sql, computed)
    await remember(sql, String(list.id))
    await saveNewList(sql, context, list)
    return list.id
  })
}

async function saveNewList(sql: Transaction, context: Context, list: ListState): Promise<void> {
  const { orgId, version, salesOpportunityId, jobId } = list
  const { userId } = context.caller
  const at = context.now()
  await insertList(sql, list, { userId, at })
  await insertRevision(sql, {
    orgId,
    listId: list.id,
    version,
    userId,
    action: 'created',
    diff: emptyDiff,
    createdAt: at,
  })
  const event = createEvent({
    name: PRODUCTION_LIST_CREATED,
    orgId,
    aggregate: { type: 'production-list', id: String(list.id), sequence: version },
    data: { productionListId: list.id, salesOpportunityId, jobId },
    traceparent: context.traceparent,
  })
  await insertOutbox(sql, event)
}

/** Runs outside the transaction: measurements never change, and a template is used as it was read. */
async function computeList(context: Context, request: NewListRequest): Promise<ListState> {
  const { database } = context
  const job = await requireMeasuredJob(context, request.jobId)
  const draft = await draftFor(database, {
    orgId: job.orgId,
    templateIds: request.templateIds,
    measurements: job.measurements,
    day: today(context.now()),
  })
  requireInUse(draft.templates)
  context.warnings.push(...draft.warnings)
  const names = draft.templates.map(({ name }) => name)
  return newList({
    job,
    name: request.name ?? listNameOf(names, LIST_NAME_LENGTH_MAX),
    templateIds: request.templateIds,
    items: draft.items,
  })
}

async function requireMeasuredJob(
  { caller, database }: Context,
  jobId: number,
): Promise<MeasuredJob> {
  const job = await findMeasuredJob(database, jobId, caller.orgIds)
  if (job === undefined) {
    throw new NotFoundError(
      `There is no job ${jobId} in your organizations. Give the id of a job.`,
      'jobId',
    )
  }
  if (job === null) {
    throw new BadUserInputError(
      `Job ${jobId} has no measurements yet. Give it some with jobMeasurementsImport.`,
      'jobId',
    )
  }
  return job
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
