import type { Context } from '../context.ts'
import { cancelDeliveries } from '../deliveries/cancel/cancel-deliveries.ts'
import { requireWebhook } from './require-webhook.ts'

/**
 * Deletes a webhook with its secrets and waiting deliveries. Finished deliveries cannot be read any more, and the
 * maintenance deletes them as orphans.
 */
export async function deleteWebhook(context: Context, id: number): Promise<true> {
  await context.database.transaction(async (sql) => {
    await requireWebhook(sql, context, id)
    await sql.query('delete from webhook where id = $1', [id])
  })
  await cancelDeliveries(context.database, [id])
  return true
}
