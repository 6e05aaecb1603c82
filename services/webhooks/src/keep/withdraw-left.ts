import type { Sql } from '@takeoff/kit/database'
import { withdrawDeliveries } from '../deliveries/withdraw-deliveries.ts'

/**
 * Ends what waits for subscriptions that nothing is sent to: it was taken in at the moment of the disabling, or
 * its process died, or the withdrawing was cut short.
 */
export async function withdrawLeft(sql: Sql): Promise<void> {
  const webhooks = await sql.query<{ id: number }>(
    `select id from webhook w where (disabled_at is not null or verified_at is null)
       and exists (select from delivery d where d.webhook_id = w.id)`,
  )
  if (webhooks.length === 0) return
  await withdrawDeliveries(
    sql,
    webhooks.map(({ id }) => id),
  )
}
