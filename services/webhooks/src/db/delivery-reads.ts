import type { Sql } from '@takeoff/kit/database'
import type { Page } from '@takeoff/kit/page'
import type { DeliveryState } from '../deliveries/delivery-state.ts'
import { firstUuidOf } from './first-uuid-of.ts'

const ATTEMPTS_MAX = 100

/** A delivery as its organization sees it. */
export interface DeliveryRecord {
  readonly id: string
  readonly webhookId: number
  readonly event: string
  readonly state: DeliveryState
  readonly createdAt: Date
  readonly nextAttemptAt: Date | null
  /** Of the domain event; null for the handshake. */
  readonly data: unknown
}

export interface AttemptRecord {
  readonly deliveryId: string
  readonly at: Date
  readonly statusCode: number | null
  readonly durationMs: number
  readonly error: string | null
  readonly responseBody: string | null
}

/** Which deliveries; the conditions that are set must all hold. */
export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined
  readonly event?: string | undefined
  readonly since?: Date | undefined
}

type Row = Omit<DeliveryRecord, 'createdAt' | 'nextAttemptAt'> & {
  readonly createdAt: string
  readonly nextAttemptAt: string | null
}
type AttemptRow = Omit<AttemptRecord, 'at'> & { readonly at: string }

const COLUMNS = `d.id, d.webhook_id as "webhookId", d.event, d.state, d.created_at as "createdAt",
  case when d.state = 'pending' and (d.leased_at is null or d.due_at <= now()) then d.due_at end as "nextAttemptAt",
  e.data`

/** One page for each webhook, newest first: one statement, each page a range of an index. */
export async function listDeliveries(
  sql: Sql,
  orgIds: readonly number[],
  webhookIds: readonly number[],
  { filter, page }: { readonly filter: DeliveryFilter; readonly page: Page<string> },
): Promise<DeliveryRecord[]> {
  const params: unknown[] = [orgIds, webhookIds, page.first + 1]
  const conditions = ['p.webhook_id = w.id', 'p.org_id = any($1::int[])']
  if (filter.state !== undefined) conditions.push(`p.state = $${params.push(filter.state)}`)
  if (filter.event !== undefined) conditions.push(`p.event = $${params.push(filter.event)}`)
  if (page.after !== undefined) conditions.push(`p.id < $${params.push(page.after)}::uuid`)
  if (filter.since !== undefined) {
    conditions.push(`p.id >= $${params.push(firstUuidOf(filter.since))}::uuid`)
  }
  const rows = await sql.query<Row>(
    `select ${COLUMNS}
     from unnest($2::int[]) as w (id)
     cross join lateral (
       select p.* from delivery p where ${conditions.join(' and ')} order by p.id desc limit $3
     ) d
     left join domain_event e on e.id = d.domain_event_id
     order by d.webhook_id, d.id desc`,
    params,
  )
  return rows.map(recordOf)
}

export async function findDelivery(
  sql: Sql,
  orgIds: readonly number[],
  id: string,
): Promise<DeliveryRecord | undefined> {
  const rows = await sql.query<Row>(
    `select ${COLUMNS} from delivery d left join domain_event e on e.id = d.domain_event_id
     where d.id = $1 and d.org_id = any($2::int[])`,
    [id, orgIds],
  )
  return rows.map(recordOf)[0]
}

/** The newest attempts of each delivery, oldest first. */
export async function listAttempts(
  sql: Sql,
  orgIds: readonly number[],
  deliveryIds: readonly string[],
): Promise<AttemptRecord[]> {
  const rows = await sql.query<AttemptRow>(
    `select a.delivery_id as "deliveryId", a.at, a.status_code as "statusCode",
            a.duration_ms as "durationMs", a.error, a.response_body as "responseBody"
     from unnest($2::uuid[]) as d (id)
     cross join lateral (
       select * from attempt where delivery_id = d.id and org_id = any($1::int[])
       order by id desc limit ${ATTEMPTS_MAX}
     ) a
     order by a.id`,
    [orgIds, deliveryIds],
  )
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}

function recordOf(row: Row): DeliveryRecord {
  return {
    ...row,
    createdAt: new Date(row.createdAt),
    nextAttemptAt: row.nextAttemptAt === null ? null : new Date(row.nextAttemptAt),
  }
}
