import type { Sql } from '@takeoff/kit/postgres/database'
import { forgetExclusion } from './exclude-month.ts'
import { defaultOf, idsOf, nameOf } from './partitions.ts'
import type { Partition } from './partitions.ts'

/** Most rows moved while writers wait: moving them takes half a second. */
const MOVED_MAX = 50_000
/** Most bytes scanned under an exclusive lock: some 50 ms, or half a second from a disk. */
export const SCANNED_BYTES_MAX = 64 * 1024 * 1024

/**
 * Whether the default partition holds so many rows of the month that they should stay there until they are past
 * retention. Then the month gets no partition.
 */
export async function isTooMuchToMove(sql: Sql, partition: Partition): Promise<boolean> {
  const [row] = await sql.query<{ rows: number }>(
    `select count(*)::int as rows
     from (select from "${defaultOf(partition)}" where id >= $1 and id < $2 limit ${MOVED_MAX + 1}) r`,
    idsOf(partition),
  )
  return row !== undefined && row.rows > MOVED_MAX
}

/**
 * Makes a month's partition and moves its rows from the default one. Must be called in a transaction: no statement
 * sees a row twice or not at all. Readers of other months continue; writers wait for the commit and then find the
 * new partition. Without the first lock, a concurrent insert into the default partition would be refused.
 * @returns number of moved rows
 */
export async function makePartition(sql: Sql, partition: Partition): Promise<number> {
  const name = nameOf(partition)
  await sql.query(`lock table only "${partition.table}" in share row exclusive mode`)
  await createTable(sql, partition)
  const moved = await sql.query(
    `with moved as (delete from "${defaultOf(partition)}" where id >= $1 and id < $2 returning *)
     insert into "${name}" select * from moved returning 1`,
    idsOf(partition),
  )
  await attach(sql, partition)
  await forgetExclusion(sql, partition)
  return moved.length
}

/** Makes the partition of a month that `excludeMonth` has excluded from the default one: no rows are scanned. */
export async function makeExcludedPartition(sql: Sql, partition: Partition): Promise<void> {
  await createTable(sql, partition)
  await attach(sql, partition)
  await forgetExclusion(sql, partition)
}

/** Whether the default partition is too large to be scanned under a lock. */
export async function isTooMuchToScan(
  sql: Sql,
  partition: Partition,
  bytesMax: number,
): Promise<boolean> {
  const [row] = await sql.query<{ isLarge: boolean }>(
    'select pg_relation_size($1::regclass) > $2 as "isLarge"',
    [defaultOf(partition), bytesMax],
  )
  return row?.isLarge ?? true
}

async function createTable(sql: Sql, partition: Partition): Promise<void> {
  await sql.query(`create table "${nameOf(partition)}" (like "${partition.table}" including all)`)
}

async function attach(sql: Sql, partition: Partition): Promise<void> {
  const [from, to] = idsOf(partition)
  await sql.query(
    `alter table "${partition.table}" attach partition "${nameOf(partition)}"
     for values from ('${from}') to ('${to}')`,
  )
}
