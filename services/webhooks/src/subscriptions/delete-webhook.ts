import type { Context } from '../context.ts'
import { requireWebhook } from './require-webhook.ts'

/** Removes a webhook with its secrets, deliveries and attempts. */
export async function deleteWebhook(context: Context, id: number): Promise<true> {
  await context.database.transaction(async (sql) => {
    await requireWebhook(sql, context, id)
    await sql.query('delete from webhook where id = $1', [id])
  })
  return true
}
