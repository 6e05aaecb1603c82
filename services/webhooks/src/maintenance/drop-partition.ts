import type { Sql } from '@takeoff/kit/postgres/database'
import { idsOf, nameOf } from './partitions.ts'
import type { Partition } from './partitions.ts'

/** Drops a month's partition. It is locked exclusively until the commit, which is then immediate. */
export async function dropPartition(sql: Sql, partition: Partition): Promise<void> {
  await sql.query(`drop table "${nameOf(partition)}"`)
}

/**
 * Whether the events of a month are still needed: by a waiting delivery, or because one of them arrived so late
 * that its deliveries are younger than the month.
 */
export async function areEventsNeeded(
  sql: Sql,
  partition: Partition,
  since: Date,
): Promise<boolean> {
  const [row] = await sql.query<{ needed: boolean }>(
    `select exists (select from delivery where domain_event_id >= $1 and domain_event_id < $2)
       or exists (select from "${nameOf(partition)}" where received_at >= $3) as needed`,
    [...idsOf(partition), since.toISOString()],
  )
  return row?.needed ?? true
}
