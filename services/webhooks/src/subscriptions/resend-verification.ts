import type { Sql } from '@takeoff/kit/postgres/database'
import { ConflictError, RateLimitedError } from '@takeoff/kit/values/errors'
import type { Context } from '../context.ts'
import { firstUuidOf } from '../db/uuid-v7.ts'
import type { WebhookRecord } from '../db/webhook-reads.ts'
import { VERIFICATION_EVENT } from '../messages/webhook-events.ts'
import { requireWebhook } from './require-webhook.ts'
import { startVerification } from './start-verification.ts'

const PER_HOUR_MAX = 5
const HOUR_SECONDS = 3_600

/** Posts a new code to the URL. Rate-limited, because the URL may not belong to the caller. */
export async function resendVerification(context: Context, id: number): Promise<WebhookRecord> {
  const webhook = await context.database.transaction(async (sql) => {
    const current = await requireWebhook(sql, context, id)
    if (current.verifiedAt !== null) throw new ConflictError('This webhook is verified already.')
    if (current.disabledAt !== null)
      throw new ConflictError('This webhook is disabled. Call webhookEnable first.')
    await requireFewHandshakes(sql, id)
    await startVerification(sql, current, context.secretBox)
    return requireWebhook(sql, context, id)
  })
  context.deliveries.wake()
  return webhook
}

/** Counts the handshakes to every URL that the webhook has had. */
export async function requireFewHandshakes(sql: Sql, webhookId: number): Promise<void> {
  const [row] = await sql.query<{ sent: number; waitSeconds: number }>(
    `select count(*)::int as sent,
            ceil(extract(epoch from min(created_at) + interval '1 hour' - now()))::int as "waitSeconds"
     from (
       select created_at from delivery
       where webhook_id = $1 and event = '${VERIFICATION_EVENT}' and id >= $2::uuid
       union all
       select created_at from finished_delivery
       where webhook_id = $1 and event = '${VERIFICATION_EVENT}' and id >= $2::uuid
     ) handshake`,
    [webhookId, firstUuidOf(new Date(Date.now() - HOUR_SECONDS * 1000))],
  )
  // The handshake of the creation is not a repetition.
  if (row === undefined || row.sent <= PER_HOUR_MAX) return
  const waitSeconds = Math.min(HOUR_SECONDS, Math.max(1, row.waitSeconds))
  throw new RateLimitedError(
    `A code can be sent ${PER_HOUR_MAX} times an hour. Try again in ${waitSeconds} seconds.`,
    waitSeconds,
  )
}
