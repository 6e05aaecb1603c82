import type { Sql } from '@takeoff/kit/postgres/database'
import type { Context } from '../context.ts'
import type { WebhookRecord } from '../db/webhook-reads.ts'
import { cancelDeliveries } from '../deliveries/cancel/cancel-deliveries.ts'
import { requireWebhook } from './require-webhook.ts'

/** Resumes sending and resets the health. For an enabled webhook, only ends a pause. */
export async function enableWebhook(context: Context, id: number): Promise<WebhookRecord> {
  const { database } = context
  await requireWebhook(database, context, id)
  // After an interrupted disabling there may be many deliveries: not all of them in one transaction.
  await cancelDeliveries(database, [id])
  const webhook = await database.transaction(async (sql) => {
    const current = await requireWebhook(sql, context, id)
    if (current.disabledAt === null) return resume(sql, context, current)
    // Events ingested during the disabling may still be waiting.
    await cancelDeliveries(sql, [id])
    await sql.query(
      `update webhook set disabled_at = null, failing_since = null, last_error = null, paused_until = null,
         updated_at = now()
       where id = $1`,
      [id],
    )
    return requireWebhook(sql, context, id)
  })
  context.deliveries.wake()
  return webhook
}

async function resume(sql: Sql, context: Context, webhook: WebhookRecord): Promise<WebhookRecord> {
  if (webhook.pausedUntil === null) return webhook
  await sql.query('update webhook set paused_until = null where id = $1', [webhook.id])
  return requireWebhook(sql, context, webhook.id)
}

/** Stops sending; waiting deliveries become failed. A disabled webhook stays unchanged. */
export async function disableWebhook(context: Context, id: number): Promise<WebhookRecord> {
  const { database } = context
  const webhook = await database.transaction(async (sql) => {
    await requireWebhook(sql, context, id)
    await sql.query(
      'update webhook set disabled_at = now(), updated_at = now() where id = $1 and disabled_at is null',
      [id],
    )
    return requireWebhook(sql, context, id)
  })
  await cancelDeliveries(database, [id])
  return webhook
}
