import type { Sql } from '@takeoff/kit/postgres/database'
import { RateLimitedError } from '@takeoff/kit/values/errors'
import { invariant } from '@takeoff/kit/values/invariant'
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
}

/**
 * Counts a call; a rollback of the transaction undoes this. The caller must hold a lock on the webhook's row, so
 * that two concurrent calls cannot both be the last allowed one.
 * @returns the id of the call
 * @throws RateLimitedError after too many calls
 */
export async function countCall(
  sql: Sql,
  webhookId: number,
  kind: WebhookCallKind,
): Promise<string> {
  const { calls, seconds, what } = LIMITS[kind]
  const [row] = await sql.query<{ id: string; made: number; waitSeconds: number }>(COUNT, [
    webhookId,
    kind,
    seconds,
  ])
  invariant(row !== undefined, 'the call limit returned no row')
  if (row.made < calls) return row.id
  const waitSeconds = Math.max(1, row.waitSeconds)
  throw new RateLimitedError(
    `${what} of one webhook are limited to ${calls} in ${seconds} seconds. Try again in ${waitSeconds} seconds.`,
    waitSeconds,
  )
}

/** One snapshot: the count does not include this call. */
const COUNT = `
with forgotten as (
  delete from webhook_call
  where webhook_id = $1 and kind = $2 and at <= now() - $3 * interval '1 second'
    and (busy_until is null or busy_until <= now())
), counted as (
  insert into webhook_call (webhook_id, kind) values ($1, $2) returning id
)
select (select id from counted) as id, count(*)::int as made,
       ceil(extract(epoch from min(at) + $3 * interval '1 second' - now()))::int as "waitSeconds"
from webhook_call
where webhook_id = $1 and kind = $2 and at > now() - $3 * interval '1 second'`
