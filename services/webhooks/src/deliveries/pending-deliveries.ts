import type { Sql } from '@takeoff/kit/database'
import { VERIFICATION_EVENT } from '../webhook-events.ts'

/** Deliveries that are due now or under way; those that wait for a later attempt are not counted. */
export async function pendingDeliveries(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::int as count from delivery d join webhook w on w.id = d.webhook_id
     where (d.due_at <= now() or d.worker is not null)
       and w.disabled_at is null and (w.verified_at is not null or d.event = '${VERIFICATION_EVENT}')`,
  )
  return row?.count ?? 0
}
