import type { Sql } from '@takeoff/kit/database'

export interface Lease {
  readonly deliveryId: string
  readonly fence: number
}

/** Gives deliveries back that were not finished, due at once for any process and with no attempt counted. */
export async function releaseLeases(sql: Sql, leases: readonly Lease[]): Promise<void> {
  await sql.query(
    `update delivery d set leased_at = null, due_at = now()
     from unnest($1::uuid[], $2::int[]) as lease (id, fence)
     where d.id = lease.id and d.fence = lease.fence and d.leased_at is not null`,
    [leases.map(({ deliveryId }) => deliveryId), leases.map(({ fence }) => fence)],
  )
}
