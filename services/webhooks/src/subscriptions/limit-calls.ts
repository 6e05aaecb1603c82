import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { int4, int8, nullable } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { RateLimitedError } from '@takeoff/kit/values/errors'
import { statement } from '../db/statements.ts'
import type { WebhookCallKind } from '../db/webhook.ts'

interface Limit {
  readonly calls: number
  readonly seconds: number
  readonly what: string
}

/** Limits per webhook: enough for a person and a test suite, too few to overload a receiver. */
const LIMITS: Readonly<Record<WebhookCallKind, Limit>> = {
  test: { calls: 30, seconds: 60, what: 'Test events' },
  retry: { calls: 60, seconds: 60, what: 'Retries' },
  replay: { calls: 20, seconds: 3_600, what: 'Replays' },
  /** Its url may not belong to the caller. */
  verify: { calls: 5, seconds: 3_600, what: 'New verification codes' },
}

interface Call {
  readonly webhookId: number
  readonly kind: WebhookCallKind
  /** The length of the period to which the limit applies. */
  readonly seconds: number
}

/** One snapshot: the count does not include this call. */
const insertCall = statement((db, $: Params<Call>) => {
  const since = raw<Date>`now() - ${$.seconds} * interval '1 second'`
  return db
    .with('forgotten', (calls) =>
      calls
        .deleteFrom('webhookCall')
        .where('webhookId', '=', $.webhookId)
        .where('kind', '=', $.kind)
        .where('at', '<=', since)
        .where((eb) =>
          eb.or([eb('busyUntil', 'is', null), eb('busyUntil', '<=', raw<Date>`now()`)]),
        ),
    )
    .with('counted', (calls) =>
      calls
        .insertInto('webhookCall')
        .values({ webhookId: $.webhookId, kind: $.kind })
        .returning('id'),
    )
    .selectFrom('webhookCall')
    .where('webhookId', '=', $.webhookId)
    .where('kind', '=', $.kind)
    .where('at', '>', since)
    .select((eb) => [
      column('id', int8, eb.selectFrom('counted').select('counted.id')),
      column('made', int4, raw`count(*)::int`),
      column(
        'waitSeconds',
        nullable(int4),
        raw`ceil(extract(epoch from min(${eb.ref('at')}) - (${since})))::int`,
      ),
    ])
})

/**
 * Counts a call against the limit; a rollback of the transaction undoes this. The caller must hold a lock on the
 * webhook's row, so that two concurrent calls cannot both be the last allowed one.
 * @returns the id of the call
 * @throws RateLimitedError after too many calls
 */
export async function consumeRateLimit(
  sql: Sql,
  webhookId: number,
  kind: WebhookCallKind,
): Promise<number> {
  const { calls, seconds, what } = LIMITS[kind]
  const counted = await sql.one(insertCall, { webhookId, kind, seconds })
  if (counted.made < calls) return counted.id
  const waitSeconds = Math.max(1, counted.waitSeconds ?? 1)
  throw new RateLimitedError(
    `${what} of one webhook are limited to ${calls} in ${seconds} seconds. Try again in ${waitSeconds} seconds.`,
    waitSeconds,
  )
}
