import type { Sql } from '@takeoff/kit/database'
import { VERIFICATION_EVENT } from '../webhook-events.ts'

const WAITING = `state = 'pending' and (leased_at is null or due_at <= now())`

/**
 * Ends the waiting deliveries of subscriptions that may not be sent to any more: they become failed, so
 * that they stay listed and can be replayed. What is under way right now ends by its own result.
 */
export async function withdrawDeliveries(sql: Sql, webhookIds: readonly number[]): Promise<void> {
  await sql.query(
    `update delivery set state = 'failed', leased_at = null
     where webhook_id = any($1) and ${WAITING} and event <> '${VERIFICATION_EVENT}'`,
    [webhookIds],
  )
  await cancelHandshakes(sql, webhookIds)
}

/** Ends waiting handshakes: the code was given, or a newer one replaces it. */
export async function cancelHandshakes(sql: Sql, webhookIds: readonly number[]): Promise<void> {
  await sql.query(
    `update delivery set state = 'cancelled', leased_at = null
     where webhook_id = any($1) and ${WAITING} and event = '${VERIFICATION_EVENT}'`,
    [webhookIds],
  )
}
