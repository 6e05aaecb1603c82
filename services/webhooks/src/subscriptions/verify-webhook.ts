import type { Sql } from '@takeoff/kit/postgres/database'
import { BadUserInputError, RateLimitedError } from '@takeoff/kit/values/errors'
import type { Context } from '../context.ts'
import { findWebhooks } from '../db/webhook-reads.ts'
import type { WebhookRecord } from '../db/webhook-reads.ts'
import { cancelHandshakes, cancelDeliveries } from '../deliveries/cancel/cancel-deliveries.ts'
import { hashCode } from './verification-code.ts'

const FAILURES_MAX = 10
const WINDOW_SECONDS = 900

/**
 * Verifies the webhook with this code; a repetition changes nothing. Wrong, expired, replaced and another
 * organization's codes get the same error.
 * @throws BadUserInputError (argument code), RateLimitedError after too many wrong codes
 */
export async function verifyWebhook(context: Context, code: string): Promise<WebhookRecord> {
  const { database, caller } = context
  await requirePatience(context)
  const webhook = await database.transaction((sql) =>
    verify(sql, caller.orgIds, hashCode(code.trim())),
  )
  if (webhook !== undefined) return webhook
  await countFailure(context)
  throw new BadUserInputError(
    'This code is not valid, or not any more. Use the newest code that was posted to your url, or ask for another with webhookVerificationResend.',
    'code',
  )
}

/** Truncated to milliseconds, the precision of events: an event in the same millisecond is sent. */
async function verify(
  sql: Sql,
  orgIds: readonly number[],
  hash: string,
): Promise<WebhookRecord | undefined> {
  const [found] = await sql.query<{ id: number; isNew: boolean }>(
    `select id, verified_at is null as "isNew" from webhook
     where verification_code_hash = $1 and org_id = any($2::int[]) and verification_expires_at > now()
     for no key update`,
    [hash, orgIds],
  )
  if (found === undefined) return undefined
  if (found.isNew) {
    // An event ingested while the URL changed may still be waiting: it occurred before the verification.
    await cancelDeliveries(sql, [found.id])
    await cancelHandshakes(sql, [found.id])
    await sql.query(
      `update webhook set verified_at = date_trunc('milliseconds', clock_timestamp()), updated_at = now() where id = $1`,
      [found.id],
    )
  }
  const [webhook] = await findWebhooks(sql, orgIds, [found.id])
  return webhook
}

async function requirePatience({ database, caller }: Context): Promise<void> {
  const [row] = await database.query<{ failures: number; waitSeconds: number }>(
    `select count(*)::int as failures,
            ceil(extract(epoch from min(at) + $2 * interval '1 second' - now()))::int as "waitSeconds"
     from verification_failure where user_id = $1 and at > now() - $2 * interval '1 second'`,
    [caller.userId, WINDOW_SECONDS],
  )
  if (row === undefined || row.failures < FAILURES_MAX) return
  const waitSeconds = Math.max(1, row.waitSeconds)
  throw new RateLimitedError(
    `Too many wrong codes. Try again in ${waitSeconds} seconds.`,
    waitSeconds,
  )
}

async function countFailure({ database, caller }: Context): Promise<void> {
  await database.query(
    `with old as (
       delete from verification_failure where user_id = $1 and at <= now() - $2 * interval '1 second'
     )
     insert into verification_failure (user_id) values ($1)`,
    [caller.userId, WINDOW_SECONDS],
  )
}
