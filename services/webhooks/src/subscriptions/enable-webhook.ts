import type { Context } from '../context.ts'
import type { WebhookRecord, WebhookResponse } from '../db/webhook-reads.ts'
import { cancelAfterCommit, cancelDeliveries } from '../deliveries/cancel/cancel-deliveries.ts'
import { UNTRIED_HEALTH } from '../db/webhook.ts'
import { changesOf } from '@takeoff/kit/events/audit'
import { statement } from '../db/statements.ts'
import type { Params } from '@takeoff/kit/postgres/statement'
import { auditWebhook } from './audit-webhook.ts'
import { restartWaiting, WAITING_MAX } from './restart-waiting.ts'
import { requireLockedWebhook, requireVerified, requireWebhook } from './require-webhook.ts'

/**
 * Resumes sending and resets the health. For an enabled webhook, ends a pause, and makes the deliveries due that wait
 * between attempts.
 * @throws NotFoundError, ConflictError unless the webhook is verified, RateLimitedError while many deliveries from before it
 * was disabled are left
 */
export async function enableWebhook(context: Context, id: number): Promise<WebhookResponse> {
  const { database } = context
  requireVerified(await requireWebhook(context, id))
  // After an interrupted disabling there may be many deliveries: not all of them in one transaction.
  await cancelDeliveries(database, [id])
  const webhook = await database.transaction(async (sql) => {
    const current = await requireLockedWebhook(sql, context, id)
    requireVerified(current)
    const { pausedUntil, disabledAt } = current
    const changes = changesOf({ pausedUntil, disabledAt }, { pausedUntil: null, disabledAt: null })
    if (disabledAt === null) current.pausedUntil = null
    else {
      // Events ingested during the disabling may still be waiting.
      await cancelDeliveries(sql, [id])
      Object.assign(current, UNTRIED_HEALTH, { disabledAt: null, updatedAt: new Date() })
    }
    await auditWebhook(sql, context, { webhook: current, operation: 'webhookEnable', changes })
    return current
  })
  const deliveriesMadeDue = await restartWaiting(context, id)
  // Unless more wait than were made due, no replayed delivery waits for its turn, so the next replay starts at once.
  if (deliveriesMadeDue < WAITING_MAX) await database.run(endReservations, { id })
  context.deliveries.claimNow()
  return Object.assign(webhook, { deliveriesMadeDue })
}

/** Forgets the time that replays have reserved for their deliveries. */
const endReservations = statement((db, $: Params<{ readonly id: number }>) =>
  db.updateTable('webhookCall').set({ busyUntil: null }).where('webhookId', '=', $.id),
)

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
  await cancelAfterCommit(context, id)
  return webhook
}
