import type { Context } from '../context.ts'
import { cancelDeliveries } from '../deliveries/cancel/cancel-deliveries.ts'
import { requireWebhook } from './require-webhook.ts'

/**
 * Removes a webhook with its secrets and what waits. What is finished cannot be read any more, and is swept
 * with all that lost its webhook.
 */
export async function deleteWebhook(context: Context, id: number): Promise<true> {
  await context.database.transaction(async (sql) => {
    await requireWebhook(sql, context, id)
    await sql.query('delete from webhook where id = $1', [id])
  })
  await cancelDeliveries(context.database, [id])
  return true
}
