import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { int4, nullable } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { ConflictError, RateLimitedError } from '@takeoff/kit/values/errors'
import { changesOf } from '@takeoff/kit/events/audit'
import { firstUuidOf } from '@takeoff/kit/values/ids'
import type { Context } from '../context.ts'
import { statement } from '../db/statements.ts'
import type { WebhookRecord } from '../db/webhook-reads.ts'
import { VERIFICATION_EVENT } from '../messages/webhook-events.ts'
import { auditWebhook } from './audit-webhook.ts'
import { requireLockedWebhook } from './require-webhook.ts'
import { startVerification } from './start-verification.ts'

const PER_HOUR_MAX = 5
const HOUR_SECONDS = 3_600
/** The health of a subscription before its first attempt. */
const UNTRIED = {
  disabledAt: null,
  failingSince: null,
  failingUntil: null,
  lastError: null,
  pausedUntil: null,
}

/**
 * Posts a new code to the URL, also of a disabled webhook, which it enables: webhookEnable needs a verified one.
 * Rate-limited, because the URL may not belong to the caller.
 */
export async function resendVerification(context: Context, id: number): Promise<WebhookRecord> {
  const webhook = await context.database.transaction(async (sql) => {
    const current = await requireLockedWebhook(sql, context, id)
    if (current.verifiedAt !== null)
      throw new ConflictError('This webhook is verified already and needs no code.')
    await requireFewHandshakes(sql, id)
    const { disabledAt } = current
    await startVerification(sql, Object.assign(current, UNTRIED), context.secretBox)
    const operation = 'webhookVerificationResend'
    const changes = disabledAt !== null && {
      changes: changesOf({ disabledAt }, { disabledAt: null }),
    }
    await auditWebhook(sql, context, { webhook: current, operation, ...changes })
    return current
  })
  context.deliveries.claimNow()
  return webhook
}

const countHandshakes = statement(
  (db, $: Params<{ readonly webhookId: number; readonly since: string }>) =>
    db
      .selectFrom(
        db
          .selectFrom('delivery')
          .where('webhookId', '=', $.webhookId)
          .where('event', '=', VERIFICATION_EVENT)
          .where('id', '>=', $.since)
          .select('createdAt')
          .unionAll(
            db
              .selectFrom('finishedDelivery')
              .where('webhookId', '=', $.webhookId)
              .where('event', '=', VERIFICATION_EVENT)
              .where('id', '>=', $.since)
              .select('createdAt'),
          )
          .as('handshake'),
      )
      .select((eb) => [
        column('sent', int4, raw`count(*)::int`),
        column(
          'waitSeconds',
          nullable(int4),
          raw`ceil(extract(epoch from min(${eb.ref('createdAt')}) + interval '1 hour' - now()))::int`,
        ),
      ]),
)

/** Counts the handshakes to every URL that the webhook has had. */
export async function requireFewHandshakes(sql: Sql, webhookId: number): Promise<void> {
  const since = firstUuidOf(new Date(Date.now() - HOUR_SECONDS * 1000))
  const found = await sql.one(countHandshakes, { webhookId, since })
  // The handshake of the creation is not a repetition.
  if (found.sent <= PER_HOUR_MAX) return
  const waitSeconds = Math.min(HOUR_SECONDS, Math.max(1, found.waitSeconds ?? 1))
  throw new RateLimitedError(
    `A code can be sent ${PER_HOUR_MAX} times an hour. Try again in ${waitSeconds} seconds.`,
    waitSeconds,
  )
}
