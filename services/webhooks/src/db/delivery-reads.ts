import type { Sql } from '@takeoff/kit/postgres/database'
import type { Page } from '@takeoff/kit/graphql/page'
import type { DeliveryState } from './delivery.ts'
import type { LoggedAttempt } from './delivery.ts'
import { VERIFICATION_EVENT, webhookEvents } from '../messages/webhook-events.ts'
import { firstUuidOf, firstUuidSql } from './uuid-v7.ts'

/** A delivery as its organization sees it. */
export interface DeliveryRecord {
  readonly id: string
  readonly webhookId: number
  readonly event: string
  readonly state: DeliveryState
  readonly createdAt: Date
  readonly finishedAt: Date | null
  readonly nextAttemptAt: Date | null
  /** The newest attempts of all series, oldest first. */
  readonly attempts: readonly AttemptRecord[]
  /** Data of the domain event; null for the handshake. */
  readonly data: unknown
}

export interface AttemptRecord extends Omit<LoggedAttempt, 'at'> {
  readonly at: Date
}

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

type Row = Omit<DeliveryRecord, 'createdAt' | 'finishedAt' | 'nextAttemptAt' | 'attempts'> & {
  readonly createdAt: string
  readonly finishedAt: string | null
  readonly nextAttemptAt: string | null
  readonly log: readonly LoggedAttempt[]
}

/** Finished deliveries are found by webhook, event and id: one index probe per event name. */
const EVENTS = [...webhookEvents, VERIFICATION_EVENT]

const COLUMNS = `d.id, d.webhook_id as "webhookId", d.event, d.state, d.created_at as "createdAt",
  d.finished_at as "finishedAt", d.next_attempt_at as "nextAttemptAt", d.log, e.data`

const PENDING = `p.id, p.webhook_id, p.event, 'pending' as state, p.created_at, null::timestamptz as finished_at,
  case when p.due_at < 'infinity' and (p.worker is null or p.due_at <= now()) 
    then greatest(p.due_at, w.paused_until) end as next_attempt_at,
  p.log, p.domain_event_id`

const FINISHED = `p.id, p.webhook_id, p.event, p.state, p.created_at, p.finished_at,
  null::timestamptz as next_attempt_at, p.log, p.domain_event_id`

/**
 * Reads one page per webhook, newest first, in one statement. Each page is merged from a few index ranges, each
 * read no further than the page size.
 */
export async function listDeliveries(
  sql: Sql,
  orgIds: readonly number[],
  webhookIds: readonly number[],
  { filter, page }: DeliverySearch,
): Promise<DeliveryRecord[]> {
  const params: unknown[] = [orgIds, webhookIds, page.first + 1]
  const param = (value: unknown, type: string): string => `$${params.push(value)}::${type}`
  const conditions = ['p.webhook_id = w.id']
  if (page.after !== undefined) conditions.push(`p.id < ${param(page.after, 'uuid')}`)
  if (filter.since !== undefined)
    conditions.push(`p.id >= ${param(firstUuidOf(filter.since), 'uuid')}`)
  if (filter.until !== undefined)
    conditions.push(`p.id < ${param(firstUuidOf(filter.until), 'uuid')}`)
  if (filter.resourceId !== undefined) conditions.push(OF_EVENT)
  const found = branches(filter, { conditions, param }).join(' union all ')
  const rows = await sql.query<Row>(
    `select ${COLUMNS}
     from webhook w
     cross join lateral (
       select * from (
         ${filter.resourceId === undefined ? found : eachEventOf(param(filter.resourceId, 'text'), found)}
       ) found
       order by id desc limit $3
     ) d
     left join domain_event e on e.id = d.domain_event_id
     where w.id = any($2::int[]) and w.org_id = any($1::int[])
     order by d.webhook_id, d.id desc`,
    params,
  )
  return rows.map(recordOf)
}

interface Search {
  readonly conditions: readonly string[]
  /** Adds a parameter and returns its SQL. */
  readonly param: (value: unknown, type: string) => string
}

/** One select per table or index that can hold matching deliveries. */
function branches(filter: DeliveryFilter, search: Search): string[] {
  switch (filter.state) {
    case 'pending':
      return [pending(filter, search)]
    case 'failed':
      return [failed(filter, search)]
    case undefined:
      return [pending(filter, search), finished(filter, search)]
    default:
      return [finished(filter, search)]
  }
}

/**
 * A limit that is unknown to the planner. It makes the planner follow the webhook's index range until the page is
 * full, however rare event or state are; otherwise it reads and sorts whole tables.
 */
const IN_INDEX_ORDER = 'limit (select 2147483647)'

function pending({ event }: DeliveryFilter, { conditions, param }: Search): string {
  const from = `from delivery p where ${conditions.join(' and ')} order by p.id desc`
  if (event === undefined) return `(select ${PENDING} ${from} limit $3)`
  return `(select ${PENDING} from (select * ${from} ${IN_INDEX_ORDER}) p
    where p.event = ${param(event, 'text')} order by p.id desc limit $3)`
}

/** Failed deliveries are few and have a partial index. */
function failed({ event }: DeliveryFilter, { conditions, param }: Search): string {
  const ofEvent = event === undefined ? '' : `and p.event = ${param(event, 'text')}`
  return `(select ${FINISHED} from finished_delivery p
    where ${conditions.join(' and ')} and p.state = 'failed' ${ofEvent} order by p.id desc limit $3)`
}

function finished({ state, event }: DeliveryFilter, { conditions, param }: Search): string {
  // Only handshakes are ever cancelled.
  const all = state === 'cancelled' ? [VERIFICATION_EVENT] : EVENTS
  const events = all.filter((word) => event === undefined || word === event)
  const from = `from finished_delivery p
    where ${conditions.join(' and ')} and p.event = word.event order by p.id desc`
  const ofWord =
    state === undefined
      ? `select ${FINISHED} ${from} limit $3`
      : `select ${FINISHED} from (select * ${from} ${IN_INDEX_ORDER}) p
         where p.state = ${param(state, 'text')} order by p.id desc limit $3`
  return `(select f.* from unnest(${param(events, 'text[]')}) as word (event)
    cross join lateral (${ofWord}) f)`
}

/**
 * The id of a delivery has the millisecond in which its event was received. Before migration 0002 that time was
 * rounded, so the id may be one millisecond later.
 */
const OF_EVENT = `p.domain_event_id = about.id
  and p.id >= ${firstUuidSql(`about.received_at - interval '1 millisecond'`)}
  and p.id < ${firstUuidSql(`about.received_at + interval '1 millisecond'`)}`

function eachEventOf(resourceId: string, found: string): string {
  return `select found.* from domain_event about cross join lateral (${found}) found
    where about.aggregate_id = ${resourceId} and about.org_id = any($1::int[])`
}

export async function findDelivery(
  sql: Sql,
  orgIds: readonly number[],
  id: string,
): Promise<DeliveryRecord | undefined> {
  const [delivery] = await findDeliveries(sql, orgIds, [id])
  return delivery
}

/** Searches each webhook of the organizations, because an id alone does not identify the table. */
export async function findDeliveries(
  sql: Sql,
  orgIds: readonly number[],
  ids: readonly string[],
): Promise<DeliveryRecord[]> {
  const rows = await sql.query<Row>(
    `select ${COLUMNS}
     from unnest($2::uuid[]) as wanted (id)
     join webhook w on w.org_id = any($1::int[])
     cross join lateral (
       select ${PENDING} from delivery p where p.webhook_id = w.id and p.id = wanted.id
       union all
       select f.* from unnest($3::text[]) as word (event)
       cross join lateral (
         select ${FINISHED} from finished_delivery p
         where p.webhook_id = w.id and p.event = word.event and p.id = wanted.id
         limit 1
       ) f
       limit 1
     ) d
     left join domain_event e on e.id = d.domain_event_id`,
    [orgIds, ids, EVENTS],
  )
  return rows.map(recordOf)
}

function recordOf({ log, ...row }: Row): DeliveryRecord {
  return {
    ...row,
    createdAt: new Date(row.createdAt),
    finishedAt: row.finishedAt === null ? null : new Date(row.finishedAt),
    nextAttemptAt: row.nextAttemptAt === null ? null : new Date(row.nextAttemptAt),
    attempts: log.map((attempt) => ({ ...attempt, at: new Date(attempt.at) })),
  }
}
