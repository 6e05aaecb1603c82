import type { Sql } from '@takeoff/kit/database'

export interface Lease {
  readonly webhookId: number
  readonly deliveryId: string
  readonly fence: number
}

/** Gives deliveries back that were not finished, due at once for any process and with no attempt counted. */
export async function releaseLeases(sql: Sql, leases: readonly Lease[]): Promise<void> {
  await sql.query(
    `update delivery d set worker = null, due_at = now()
     from unnest($1::int[], $2::uuid[], $3::int[]) as lease (webhook_id, id, fence)
     where d.webhook_id = lease.webhook_id and d.id = lease.id and d.fence = lease.fence
       and d.worker is not null`,
    [
      leases.map(({ webhookId }) => webhookId),
      leases.map(({ deliveryId }) => deliveryId),
      leases.map(({ fence }) => fence),
    ],
  )
}
