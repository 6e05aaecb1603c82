import type { EntityManager } from '@mikro-orm/postgresql'
import { PRODUCTION_LIST_CREATED } from '@takeoff/contracts/production-list-events'
import { requireScope } from '@takeoff/kit/auth'
import { BadUserInputError, NotFoundError } from '@takeoff/kit/errors'
import { runIdempotent } from '@takeoff/kit/idempotency'
import type { Remember } from '@takeoff/kit/idempotency'
import { recordEvent } from '@takeoff/kit/outbox'
import type { Context } from './context.ts'
import { Job, JobMeasurement, SalesOpportunity } from './db/job.ts'
import { ListItem, ProductionList } from './db/production-list.ts'
import { findLists } from './db/production-list-reads.ts'
import type { ProductionListRow } from './db/production-list-reads.ts'
import { OrganizationDefault, Template } from './db/template.ts'
import { listNameLengthMax } from './domain/limits.ts'
import { listNameOf } from './domain/list-name.ts'
import { newListFault } from './domain/list-request.ts'
import type { NewListRequest } from './domain/list-request.ts'
import { draftListItems } from './draft-list-items.ts'
import { totalsOf } from './list-totals-of.ts'

/**
 * Computes a list from a job's newest measurements and the chosen templates.
 * @throws NotFoundError for a job or templates outside the caller's reach
 * @throws BadUserInputError naming the argument at fault
 */
export async function createProductionList(
  context: Context,
  request: NewListRequest,
): Promise<ProductionListRow> {
  const { caller, database, idempotencyKey } = context
  requireScope(caller, 'lists:write')
  const fault = newListFault(request)
  if (fault !== undefined) throw new BadUserInputError(fault.message, fault.argument)

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
  const { database, relay, traceparent } = context
  const list = await database.em().transactional(async (em) => {
    const list = await computeList(em, context, request)
    em.persist(list)
    await em.flush()
    const { id: salesOpportunityId } = await em.findOneOrFail(SalesOpportunity, { job: list.job })
    recordEvent(em, {
      name: PRODUCTION_LIST_CREATED,
      orgId: list.orgId,
      aggregate: { type: 'production-list', id: String(list.id), sequence: list.version },
      data: { productionListId: list.id, salesOpportunityId, jobId: list.job.id },
      traceparent,
    })
    await remember(em, String(list.id))
    return list
  })
  relay.wake()
  return list.id
}

async function computeList(
  em: EntityManager,
  context: Context,
  request: NewListRequest,
): Promise<ProductionList> {
  const { job, measurement } = await findMeasuredJob(em, context, request.jobId)
  const templates = await findTemplates(em, job.orgId, request.templateIds)
  const defaults = await em.findOne(OrganizationDefault, { orgId: job.orgId })
  const drafts = draftListItems({
    templates,
    measurements: measurement.measurements,
    defaultWasteFactor: defaults?.wasteFactor ?? '0',
  })
  const createdAt = context.now()
  const names = templates.map(({ name }) => name)
  const list = em.create(ProductionList, {
    orgId: job.orgId,
    job,
    measurement,
    createdBy: context.caller.userId,
    name: request.name ?? listNameOf(names, listNameLengthMax),
    version: 1,
    createdAt,
    updatedAt: createdAt,
    ...totalsOf(drafts, '0', 'templateIds'),
  })
  for (const draft of drafts) em.create(ListItem, { ...draft, orgId: job.orgId, list })
  return list
}

async function findMeasuredJob(em: EntityManager, { caller }: Context, jobId: number) {
  const job = await em.findOne(Job, { id: jobId, orgId: { $in: [...caller.orgIds] } })
  if (job === null) {
    throw new NotFoundError(`There is no job ${jobId} in your organizations.`, 'jobId')
  }

  const measurement = await em.findOne(JobMeasurement, { job }, { orderBy: { version: 'desc' } })
  if (measurement === null) {
    throw new BadUserInputError(`Job ${jobId} has no measurements yet.`, 'jobId')
  }
  return { job, measurement }
}

/** The templates in the order asked for. */
async function findTemplates(
  em: EntityManager,
  orgId: number,
  ids: readonly number[],
): Promise<Template[]> {
  const found = await em.find(
    Template,
    { id: { $in: [...ids] }, orgId },
    { populate: ['lines', 'lines.product'] },
  )
  const byId = new Map(found.map((template) => [template.id, template]))
  const templates = ids.map((id) => byId.get(id)).filter((template) => template !== undefined)
  if (templates.length === ids.length) return templates

  const unknown = ids.filter((id) => !byId.has(id)).join(', ')
  throw new NotFoundError(`The job's organization has no templates ${unknown}.`, 'templateIds')
}
