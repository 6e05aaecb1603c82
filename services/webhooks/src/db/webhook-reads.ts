import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Page } from '@takeoff/kit/graphql/page'
import type { Params } from '@takeoff/kit/postgres/statement'
import { statement } from './statements.ts'
import type { Webhook } from './webhook.ts'

const COLUMNS = [
  'id',
  'orgId',
  'url',
  'events',
  'description',
  'createdAt',
  'updatedAt',
  'verifiedAt',
  'disabledAt',
  'lastError',
  'headerNames',
  'rateLimit',
  'ordered',
  'pausedUntil',
] as const

/** A subscription as its organization sees it. */
export type WebhookRecord = Readonly<Pick<Webhook, (typeof COLUMNS)[number]>>

/** A subscription in a response. */
export interface WebhookResponse extends WebhookRecord {
  /** Only in the response of webhookEnable. */
  readonly deliveriesMadeDue?: number
}

const selectByIds = statement(
  (db, $: Params<{ readonly ids: readonly number[]; readonly orgIds: readonly number[] }>) =>
    db
      .selectFrom('webhook')
      .where((eb) => eb('id', '=', eb.fn.any($.ids)))
      .where((eb) => eb('orgId', '=', eb.fn.any($.orgIds)))
      .select(COLUMNS),
)

export function findWebhooks(
  sql: Sql,
  orgIds: readonly number[],
  ids: readonly number[],
): Promise<WebhookRecord[]> {
  return sql.rows(selectByIds, { ids, orgIds })
}

const selectPage = statement(
  (db, $: Params<{ readonly orgId: number; readonly after: number; readonly limit: number }>) =>
    db
      .selectFrom('webhook')
      .where('orgId', '=', $.orgId)
      .where('id', '>', $.after)
      .orderBy('id')
      .limit($.limit)
      .select(COLUMNS),
)

export function listWebhooks(
  sql: Sql,
  orgId: number,
  { first, after = 0 }: Page<number>,
): Promise<WebhookRecord[]> {
  return sql.rows(selectPage, { orgId, after, limit: first + 1 })
}
