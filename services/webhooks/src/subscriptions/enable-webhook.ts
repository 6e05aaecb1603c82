import type { Context } from '../context.ts'
import type { WebhookRecord } from '../db/webhook-reads.ts'
import { cancelDeliveries } from '../deliveries/cancel/cancel-deliveries.ts'
import { changesOf } from '@takeoff/kit/events/audit'
import { auditWebhook } from './audit-webhook.ts'
import { requireLockedWebhook, requireWebhook } from './require-webhook.ts'

/** Resumes sending and resets the health. For an enabled webhook, only ends a pause. */
export async function enableWebhook(context: Context, id: number): Promise<WebhookRecord> {
  const { database } = context
  await requireWebhook(context, id)
  // After an interrupted disabling there may be many deliveries: not all of them in one transaction.
  await cancelDeliveries(database, [id])
  const webhook = await database.transaction(async (sql) => {
    const current = await requireLockedWebhook(sql, context, id)
    const { pausedUntil, disabledAt } = current
    const changes = changesOf({ pausedUntil, disabledAt }, { pausedUntil: null, disabledAt: null })
    await auditWebhook(sql, context, { webhook: current, operation: 'webhookEnable', changes })
    current.pausedUntil = null
    if (current.disabledAt === null) return current
    // Events ingested during the disabling may still be waiting.
    await cancelDeliveries(sql, [id])
    current.disabledAt = null
    current.failingSince = null
    current.lastError = null
    current.updatedAt = new Date()
    return current
  })
  context.deliveries.claimNow()
  return webhook
}

/** Stops sending; waiting deliveries become failed. A disabled webhook stays unchanged. */
export async function disableWebhook(context: Context, id: number): Promise<WebhookRecord> {
  const { database } = context
  const webhook = await database.transaction(async (sql) => {
    const current = await requireLockedWebhook(sql, context, id)
    if (current.disabledAt === null) {
      current.disabledAt = new Date()
      current.updatedAt = current.disabledAt
      const changes = changesOf({ disabledAt: null }, { disabledAt: current.disabledAt })
      await auditWebhook(sql, context, { webhook: current, operation: 'webhookDisable', changes })
    }
    return current
  })
  await cancelDeliveries(database, [id])
  return webhook
}
