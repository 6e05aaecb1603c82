import type { Sql } from '@takeoff/kit/postgres/database'
import type { Page } from '@takeoff/kit/graphql/page'

/** A subscription as its organization sees it. */
export interface WebhookRecord {
  readonly id: number
  readonly orgId: number
  readonly url: string
  readonly events: readonly string[] | null
  readonly description: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly verifiedAt: Date | null
  readonly disabledAt: Date | null
  readonly lastError: string | null
  /** Names of the custom headers; their values are never returned. */
  readonly headerNames: readonly string[]
  readonly rateLimit: number | null
  readonly ordered: boolean
  /** Null unless it is in the future. */
  readonly pausedUntil: Date | null
}

type Row = {
  readonly [K in keyof WebhookRecord]: Date extends WebhookRecord[K]
    ? string | Extract<WebhookRecord[K], null>
    : WebhookRecord[K]
}

const COLUMNS = `id, org_id as "orgId", url, events, description, created_at as "createdAt",
  updated_at as "updatedAt", verified_at as "verifiedAt", disabled_at as "disabledAt",
  last_error as "lastError", header_names as "headerNames", rate_limit as "rateLimit", ordered,
  case when paused_until > now() then paused_until end as "pausedUntil"`

export async function findWebhooks(
  sql: Sql,
  orgIds: readonly number[],
  ids: readonly number[],
): Promise<WebhookRecord[]> {
  const rows = await sql.query<Row>(
    `select ${COLUMNS} from webhook where id = any($1::int[]) and org_id = any($2::int[])`,
    [ids, orgIds],
  )
  return rows.map(recordOf)
}

/**
 * Reads and locks the webhook for a change until the transaction ends. Inserts of secrets and calls, whose foreign
 * keys only need the row to exist, are not blocked.
 */
export async function lockWebhook(
  sql: Sql,
  orgIds: readonly number[],
  id: number,
): Promise<WebhookRecord | undefined> {
  const rows = await sql.query<Row>(
    `select ${COLUMNS} from webhook where id = $1 and org_id = any($2::int[]) for no key update`,
    [id, orgIds],
  )
  return rows.map(recordOf)[0]
}

export async function listWebhooks(
  sql: Sql,
  orgId: number,
  { first, after = 0 }: Page<number>,
): Promise<WebhookRecord[]> {
  const rows = await sql.query<Row>(
    `select ${COLUMNS} from webhook where org_id = $1 and id > $2 order by id limit $3`,
    [orgId, after, first + 1],
  )
  return rows.map(recordOf)
}

function recordOf(row: Row): WebhookRecord {
  return {
    ...row,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
    verifiedAt: dateOrNull(row.verifiedAt),
    disabledAt: dateOrNull(row.disabledAt),
    pausedUntil: dateOrNull(row.pausedUntil),
  }
}

function dateOrNull(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
