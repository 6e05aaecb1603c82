import { sql as raw } from 'kysely'
import type { AliasableExpression, Expression, SqlBool } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { FinishedState } from './delivery.ts'
import { paramsOf, shapeOf } from './delivery-filter.ts'
import type { DeliverySearch, SearchShape } from './delivery-filter.ts'
import {
  deliveryColumns,
  EVENT_OF_NAME,
  finishedColumns,
  ofEvents,
  pendingColumns,
  scope,
  toDelivery,
  union,
} from './found-delivery.ts'
import type { DeliveryRecord, Found, LogPart } from './found-delivery.ts'
import { statementFor } from './statements.ts'
import { firstUuidSql } from './uuid-v7.ts'

const FAILED: FinishedState = 'failed'
type SearchParams = Params<{
  readonly orgIds: readonly number[]
  readonly webhookIds: readonly number[]
  readonly since: string
  readonly until: string
  /** Pending deliveries that are older need attention. */
  readonly waitingSince: string
  readonly after: string
  readonly events: readonly string[]
  readonly resourceId: string | undefined
  /** The events of deliveries with such ids were received in this time. */
  readonly receivedSince: Date
  readonly receivedUntil: Date
  readonly limit: number
  readonly log: LogPart
}>

const SHAPES: readonly SearchShape[] = [
  { state: undefined, hasEvent: false, hasResource: false, needsAttention: false },
  { state: undefined, hasEvent: true, hasResource: true, needsAttention: false },
  { state: undefined, hasEvent: true, hasResource: false, needsAttention: true },
  { state: 'pending', hasEvent: true, hasResource: true, needsAttention: false },
  { state: 'failed', hasEvent: true, hasResource: true, needsAttention: false },
  { state: 'delivered', hasEvent: true, hasResource: true, needsAttention: false },
]

/**
 * One page per webhook, newest first, in one statement. Each page is merged from a few index ranges, each read no
 * further than the page size.
 */
const selectPages = statementFor(SHAPES, (db, $: SearchParams, shape: SearchShape) =>
  db
    .selectFrom('webhook as w')
    .innerJoinLateral(selectPage($, shape).as('d'), (join) => join.onTrue())
    .leftJoin('domainEvent as e', 'e.id', 'd.domainEventId')
    .where((eb) => eb('w.id', '=', eb.fn.any($.webhookIds)))
    .where((eb) => eb('w.orgId', '=', eb.fn.any($.orgIds)))
    .orderBy('d.webhookId')
    .orderBy('d.id', 'desc')
    .select(deliveryColumns),
)

/** One page of all webhooks of the organizations, merged from a page of each: there are few webhooks. */
const selectMergedPage = statementFor(SHAPES, (db, $: SearchParams, shape: SearchShape) =>
  db
    .selectFrom(
      scope
        .selectFrom('webhook as w')
        .innerJoinLateral(selectPage($, shape).as('found'), (join) => join.onTrue())
        .where((eb) => eb('w.orgId', '=', eb.fn.any($.orgIds)))
        .orderBy('found.id', 'desc')
        .limit($.limit)
        .selectAll('found')
        .as('d'),
    )
    .leftJoin('domainEvent as e', 'e.id', 'd.domainEventId')
    .orderBy('d.id', 'desc')
    .select(deliveryColumns),
)

function selectPage($: SearchParams, shape: SearchShape): AliasableExpression<Found> {
  const found = union(branches($, shape))
  return scope
    .selectFrom((shape.hasResource ? ofResource($, found) : found).as('found'))
    .orderBy('found.id', 'desc')
    .limit($.limit)
    .selectAll('found')
}

/** One select per table or index that can hold matching deliveries. */
function branches($: SearchParams, shape: SearchShape): readonly Expression<Found>[] {
  switch (shape.state) {
    case 'pending':
      return [pending($, shape)]
    case 'failed':
      return [failed($, shape)]
    case undefined:
      return [pending($, shape), shape.needsAttention ? failed($, shape) : finished($, shape)]
    default:
      return [finished($, shape)]
  }
}

/**
 * A limit that is unknown to the planner. It makes the planner follow the webhook's index range until the page is
 * full, however rare event or state are; otherwise it reads and sorts whole tables.
 */
const IN_INDEX_ORDER = raw<number>`(select 2147483647)`

function pending($: SearchParams, shape: SearchShape): Expression<Found> {
  const inOrder = scope
    .selectFrom('delivery as p')
    .where(isInSearch($, shape))
    .$if(shape.needsAttention, (deliveries) => deliveries.where('p.id', '<', $.waitingSince))
    .orderBy('p.id', 'desc')
    .limit(IN_INDEX_ORDER)
    .selectAll('p')
  return scope
    .selectFrom(inOrder.as('p'))
    .$if(shape.hasEvent, (deliveries) =>
      deliveries.where((eb) => eb('p.event', '=', eb.fn.any($.events))),
    )
    .orderBy('p.id', 'desc')
    .limit($.limit)
    .select(pendingColumns($))
}

/** Failed deliveries are few and have a partial index. */
function failed($: SearchParams, shape: SearchShape): Expression<Found> {
  return scope
    .selectFrom('finishedDelivery as p')
    .where(isInSearch($, shape))
    .where('p.state', '=', FAILED)
    .$if(shape.hasEvent, (deliveries) =>
      deliveries.where((eb) => eb('p.event', '=', eb.fn.any($.events))),
    )
    .orderBy('p.id', 'desc')
    .limit($.limit)
    .select(finishedColumns($))
}

function finished($: SearchParams, shape: SearchShape): Expression<Found> {
  const { state } = shape
  const inOrder = scope
    .selectFrom('finishedDelivery as p')
    .where(isInSearch($, shape))
    .whereRef('p.event', '=', 'word.event')
    .orderBy('p.id', 'desc')
    .limit(IN_INDEX_ORDER)
    .selectAll('p')
  return ofEvents(
    $.events,
    scope
      .selectFrom(inOrder.as('p'))
      .$if(state !== undefined, (deliveries) => deliveries.where(raw`p.state`, '=', state))
      .orderBy('p.id', 'desc')
      .limit($.limit)
      .select(finishedColumns($)),
  )
}

/**
 * The id of a delivery has the millisecond in which its event was received. Before migration 0002 that time was
 * rounded, so the id may be one millisecond later.
 */
const IS_OF_EVENT = raw<boolean>`p.domain_event_id = about.id
  and p.event = ${raw.lit(JSON.stringify(EVENT_OF_NAME))}::jsonb ->> about.name
  and p.id >= ${raw.raw(firstUuidSql(`about.received_at - interval '1 millisecond'`))}
  and p.id < ${raw.raw(firstUuidSql(`about.received_at + interval '1 millisecond'`))}`

function isInSearch($: SearchParams, { hasResource }: SearchShape): Expression<SqlBool> {
  return scope.and([
    scope('p.webhookId', '=', scope.ref('w.id')),
    scope('p.id', '>=', $.since),
    scope('p.id', '<', $.until),
    scope('p.id', '<', $.after),
    ...(hasResource ? [IS_OF_EVENT] : []),
  ])
}

/** The found deliveries of each event of the searched resource. */
function ofResource(
  $: SearchParams,
  found: AliasableExpression<Found>,
): AliasableExpression<Found> {
  return scope
    .selectFrom('domainEvent as about')
    .innerJoinLateral(found.as('found'), (join) => join.onTrue())
    .where('about.aggregateId', '=', $.resourceId)
    .where((eb) => eb('about.orgId', '=', eb.fn.any($.orgIds)))
    .where('about.receivedAt', '>=', $.receivedSince)
    .where('about.receivedAt', '<=', $.receivedUntil)
    .selectAll('found')
}

/** One page of each of the webhooks. */
export async function listDeliveries(
  sql: Sql,
  orgIds: readonly number[],
  webhookIds: readonly number[],
  search: DeliverySearch,
): Promise<DeliveryRecord[]> {
  const params = { ...paramsOf(search), orgIds, webhookIds }
  return (await sql.rows(selectPages(shapeOf(search)), params)).map(toDelivery)
}

/** One page of all webhooks of an organization. */
export async function listOrganizationDeliveries(
  sql: Sql,
  orgId: number,
  search: DeliverySearch,
): Promise<DeliveryRecord[]> {
  const params = { ...paramsOf(search), orgIds: [orgId], webhookIds: [] }
  return (await sql.rows(selectMergedPage(shapeOf(search)), params)).map(toDelivery)
}
