import type { Sql } from '@takeoff/kit/database'
import type { Context } from '../context.ts'
import { requireWebhook } from './require-webhook.ts'

/** Rows removed in one statement: nobody waits long for a row that it holds. */
const BATCH_SIZE = 2_000

/**
 * Removes a webhook with its secrets and what waits. What is finished cannot be read any more, and is swept
 * with all that lost its webhook.
 */
export async function deleteWebhook(context: Context, id: number): Promise<true> {
  await context.database.transaction(async (sql) => {
    await requireWebhook(sql, context, id)
    await sql.query('delete from webhook where id = $1', [id])
  })
  let removed = BATCH_SIZE
  while (removed === BATCH_SIZE) removed = await removeBatch(context.database, id)
  return true
}

/** Nothing of a webhook that is gone is claimed; should this be cut short, the rest is swept. */
async function removeBatch(sql: Sql, webhookId: number): Promise<number> {
  const removed = await sql.query(
    `delete from delivery where webhook_id = $1 and id in (
       select id from delivery where webhook_id = $1 limit ${BATCH_SIZE} for update skip locked
     ) returning 1`,
    [webhookId],
  )
  return removed.length
}
