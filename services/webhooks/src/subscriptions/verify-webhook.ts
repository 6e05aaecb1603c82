import { LockMode } from '@mikro-orm/core'
import { sql as raw } from 'kysely'
import type { Transaction } from '@takeoff/kit/postgres/sql'
import { int4, nullable } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { BadUserInputError, RateLimitedError } from '@takeoff/kit/values/errors'
import type { Context } from '../context.ts'
import { statement } from '../db/statements.ts'
import type { WebhookRecord } from '../db/webhook-reads.ts'
import { Webhook } from '../db/webhook.ts'
import { cancelHandshakes, cancelDeliveries } from '../deliveries/cancel/cancel-deliveries.ts'
import { changesOf } from '@takeoff/kit/events/audit'
import { auditWebhook } from './audit-webhook.ts'
import { hashCode } from './verification-code.ts'

const FAILURES_MAX = 10
const WINDOW_SECONDS = 900

/**
 * Verifies the webhook with this code; a repetition changes nothing. Wrong, expired, replaced and another
 * organization's codes get the same error.
 * @throws BadUserInputError (argument code), RateLimitedError after too many wrong codes, and while many deliveries from
 * before are left
 */
export async function verifyWebhook(context: Context, code: string): Promise<WebhookRecord> {
  await requireFewFailures(context)
  const { database, caller } = context
  const codeHash = hashCode(code.trim())
  const found = await database.row(selectUnverified, { codeHash, orgIds: caller.orgIds })
  // After a change of the url there may be many deliveries: not all of them in one transaction.
  if (found !== undefined) await cancelDeliveries(database, [found.id])
  const webhook = await database.transaction((sql) => verify(sql, context, codeHash))
  if (webhook !== null) return webhook
  await recordFailure(context)
  throw new BadUserInputError(
    'This code is not valid, or not any more. Use the newest code that was posted to your url, or ask for another with webhookVerificationResend.',
    'code',
  )
}

const selectUnverified = statement(
  (db, $: Params<{ readonly codeHash: string; readonly orgIds: readonly number[] }>) =>
    db
      .selectFrom('webhook')
      .where('verificationCodeHash', '=', $.codeHash)
      .where((eb) => eb('orgId', '=', eb.fn.any($.orgIds)))
      .where('verifiedAt', 'is', null)
      .select('id'),
)

/**
 * Without microseconds, like the times of events: an event in the same millisecond is sent.
 * @returns null when the code is not valid
 */
async function verify(
  sql: Transaction,
  context: Context,
  verificationCodeHash: string,
): Promise<Webhook | null> {
  const webhook = await sql
    .entitiesOf(context.caller.orgIds)
    .findOne(
      Webhook,
      { verificationCodeHash, verificationExpiresAt: { $gt: new Date() } },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    )
  if (webhook === null || webhook.verifiedAt !== null) return webhook
  // An event ingested while the URL changed may still be waiting: it occurred before the verification.
  await cancelDeliveries(sql, [webhook.id])
  await cancelHandshakes(sql, [webhook.id])
  webhook.verifiedAt = new Date()
  webhook.updatedAt = webhook.verifiedAt
  const changes = changesOf({ verifiedAt: null }, { verifiedAt: webhook.verifiedAt })
  await auditWebhook(sql, context, { webhook, operation: 'webhookVerify', changes })
  return webhook
}

type Recent = Params<{ readonly userId: number; readonly seconds: number }>

const selectFailures = statement((db, $: Recent) =>
  db
    .selectFrom('verificationFailure')
    .where('userId', '=', $.userId)
    .where('at', '>', raw<Date>`now() - ${$.seconds} * interval '1 second'`)
    .select((eb) => [
      column('failures', int4, raw`count(*)::int`),
      column(
        'waitSeconds',
        nullable(int4),
        raw`ceil(extract(epoch from min(${eb.ref('at')}) + ${$.seconds} * interval '1 second' - now()))::int`,
      ),
    ]),
)

async function requireFewFailures({ database, caller }: Context): Promise<void> {
  const { userId } = caller
  const found = await database.one(selectFailures, { userId, seconds: WINDOW_SECONDS })
  if (found.failures < FAILURES_MAX) return
  const waitSeconds = Math.max(1, found.waitSeconds ?? 1)
  throw new RateLimitedError(
    `Too many wrong codes. Try again in ${waitSeconds} seconds.`,
    waitSeconds,
  )
}

const insertFailure = statement((db, $: Recent) =>
  db
    .with('old', (failures) =>
      failures
        .deleteFrom('verificationFailure')
        .where('userId', '=', $.userId)
        .where('at', '<=', raw<Date>`now() - ${$.seconds} * interval '1 second'`),
    )
    .insertInto('verificationFailure')
    .values({ userId: $.userId }),
)

function recordFailure({ database, caller }: Context): Promise<void> {
  return database.run(insertFailure, { userId: caller.userId, seconds: WINDOW_SECONDS })
}
