import type { Context } from '../context.ts'
import { Webhook } from '../db/webhook.ts'
import { cancelAfterCommit } from '../deliveries/cancel/cancel-deliveries.ts'
import { auditWebhook } from './audit-webhook.ts'
import { requireLockedWebhook } from './require-webhook.ts'

/**
 * Deletes a webhook with its secrets and waiting deliveries. Finished deliveries cannot be read any more, and the
 * maintenance deletes them as orphans.
 * @throws NotFoundError both for an unknown webhook and for one of another organization
 */
export async function deleteWebhook(context: Context, id: number): Promise<true> {
  const { database, caller } = context
  await database.transaction(async (sql) => {
    const webhook = await requireLockedWebhook(sql, context, id)
    await sql.entitiesOf(caller.orgIds).nativeDelete(Webhook, { id })
    await auditWebhook(sql, context, { webhook, operation: 'webhookDelete' })
  })
  await cancelAfterCommit(context, id)
  return true
}
