import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { nothing } from '@takeoff/kit/postgres/sql-types'
import { idsOf, isOnPages, nameOf, partsOf, queryPartition } from './partitions.ts'
import type { Partition } from './partitions.ts'

/** Drops a month's partition. It is locked exclusively until the commit, which is then immediate. */
export async function dropPartition(sql: Sql, partition: Partition): Promise<void> {
  await queryPartition(sql, nothing, raw`drop table ${raw.id(nameOf(partition))}`)
}

export interface ScanLimits {
  /** Maximum bytes of the month that one statement reads. */
  readonly scannedBytesMax?: number | undefined
  readonly stopping: AbortSignal
}

interface EventsOfMonth extends ScanLimits {
  readonly partition: Partition
  readonly since: Date
}

/**
 * Whether the events of a month are still needed: by a waiting delivery, or because one of them arrived so late
 * that its deliveries are younger than the month. Reads the month in parts, because no index has the time of arrival:
 * one long statement would be cancelled, and would keep removed rows of all tables from being cleaned up. Until the
 * end of the transaction events of this month, and of no other one, wait to be inserted.
 * @returns true, too, when it is stopped before it has read all
 */
export async function areEventsNeeded(
  sql: Sql,
  { partition, since, scannedBytesMax, stopping }: EventsOfMonth,
): Promise<boolean> {
  const table = raw.id(nameOf(partition))
  await queryPartition(sql, nothing, raw`lock table ${table} in share mode`)
  const [from, to] = idsOf(partition)
  const awaited = await queryPartition(
    sql,
    nothing,
    raw`select from delivery where domain_event_id >= ${from} and domain_event_id < ${to} limit 1`,
  )
  if (awaited.length > 0) return true
  const { pages, part } = await partsOf(sql, nameOf(partition), scannedBytesMax)
  // The last part first: late events are at the end.
  for (let end = pages; end > 0; end -= part) {
    if (stopping.aborted) return true
    const late = await queryPartition(
      sql,
      nothing,
      raw`select from ${table} where received_at >= ${since}
        and ${isOnPages(end - part, end)} limit 1`,
    )
    if (late.length > 0) return true
  }
  return false
}
