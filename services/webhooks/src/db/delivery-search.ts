import { sql as raw } from 'kysely'
import type { AliasableExpression, Expression, SqlBool } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/database'
import type { Page } from '@takeoff/kit/graphql/page'
import type { Params } from '@takeoff/kit/postgres/statement'
import { VERIFICATION_EVENT } from '../messages/webhook-events.ts'
import type { DeliveryState, FinishedState } from './delivery.ts'
import type { DeliveryRecord } from './delivery-reads.ts'
import {
  deliveryColumns,
  EVENTS,
  finishedColumns,
  ofEvents,
  pendingColumns,
  scope,
  toDelivery,
  union,
} from './found-delivery.ts'
import type { Found } from './found-delivery.ts'
import { statementFor } from './statements.ts'
import { firstUuidOf, firstUuidSql } from './uuid-v7.ts'

/** Conditions on deliveries; all that are set must hold. */
export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined
  readonly event?: string | undefined
  readonly since?: Date | undefined
  /** Exclusive. */
  readonly until?: Date | undefined
  /** Id of the event's list, document or order. */
  readonly resourceId?: string | undefined
}

export interface DeliverySearch {
  readonly filter: DeliveryFilter
  readonly page: Page<string>
}

const FAILED: FinishedState = 'failed'
const LEAST_ID = '00000000-0000-0000-0000-000000000000'
const GREATEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The conditions of a search beside webhooks and a range of ids. */
interface SearchShape {
  readonly state: DeliveryState | undefined
  readonly hasEvent: boolean
  readonly hasResource: boolean
}

type SearchParams = Params<{
  readonly orgIds: readonly number[]
  readonly webhookIds: readonly number[]
  readonly since: string
  readonly until: string
  readonly after: string
  readonly events: readonly string[]
  readonly resourceId: string | undefined
  readonly limit: number
}>

/**
 * One page per webhook, newest first, in one statement. Each page is merged from a few index ranges, each read no
 * further than the page size.
 */
const selectPages = statementFor(
  [
    { state: undefined, hasEvent: false, hasResource: false },
    { state: undefined, hasEvent: true, hasResource: true },
    { state: 'pending', hasEvent: true, hasResource: true },
    { state: 'failed', hasEvent: true, hasResource: true },
    { state: 'delivered', hasEvent: true, hasResource: true },
  ],
  (db, $: SearchParams, shape: SearchShape) =>
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
      return [pending($, shape), finished($, shape)]
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
    .select(pendingColumns())
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
    .select(finishedColumns())
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
      .select(finishedColumns()),
  )
}

/**
 * The id of a delivery has the millisecond in which its event was received. Before migration 0002 that time was
 * rounded, so the id may be one millisecond later.
 */
const IS_OF_EVENT = raw<boolean>`p.domain_event_id = about.id
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
    .selectAll('found')
}

export async function listDeliveries(
  sql: Sql,
  orgIds: readonly number[],
  webhookIds: readonly number[],
  { filter: { state, event, since, until, resourceId }, page }: DeliverySearch,
): Promise<DeliveryRecord[]> {
  const shape = { state, hasEvent: event !== undefined, hasResource: resourceId !== undefined }
  // Only handshakes are ever cancelled.
  const events = state === 'cancelled' ? [VERIFICATION_EVENT] : EVENTS
  const rows = await sql.rows(selectPages(shape), {
    orgIds,
    webhookIds,
    since: since === undefined ? LEAST_ID : firstUuidOf(since),
    until: until === undefined ? GREATEST_ID : firstUuidOf(until),
    after: page.after ?? GREATEST_ID,
    events: events.filter((word) => event === undefined || word === event),
    resourceId,
    limit: page.first + 1,
  })
  return rows.map(toDelivery)
}
