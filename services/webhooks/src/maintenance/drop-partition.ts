import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/database'
import { bool, nothing } from '@takeoff/kit/postgres/sql-types'
import { idsOf, nameOf, queryPartition } from './partitions.ts'
import type { Partition } from './partitions.ts'

/** Drops a month's partition. It is locked exclusively until the commit, which is then immediate. */
export async function dropPartition(sql: Sql, partition: Partition): Promise<void> {
  await queryPartition(sql, nothing, raw`drop table ${raw.id(nameOf(partition))}`)
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
  const [from, to] = idsOf(partition)
  const [row] = await queryPartition(
    sql,
    { needed: bool },
    raw`select exists (select from delivery where domain_event_id >= ${from} and domain_event_id < ${to})
      or exists (select from ${raw.id(nameOf(partition))} where received_at >= ${since}) as needed`,
  )
  return row?.needed ?? true
}
