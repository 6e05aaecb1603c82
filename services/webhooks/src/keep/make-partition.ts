import type { Sql } from '@takeoff/kit/database'
import { idsOf, nameOf } from './partitions.ts'
import type { Partition } from './partitions.ts'

/** Rows moved while writers wait: as many take half a second. */
const MOVED_MAX = 50_000

/**
 * Whether so many rows of the month are in the default partition that they had better stay there until they
 * are past retention. The month does without a partition then.
 */
export async function isTooMuchToMove(sql: Sql, partition: Partition): Promise<boolean> {
  const [row] = await sql.query<{ rows: number }>(
    `select count(*)::int as rows
     from (select from "${partition.table}_default" where id >= $1 and id < $2 limit ${MOVED_MAX + 1}) r`,
    idsOf(partition),
  )
  return row !== undefined && row.rows > MOVED_MAX
}

/**
 * Makes a month's partition and moves into it what is in the default one. To be called in a transaction:
 * nobody ever sees a row twice or not at all. Who reads other months goes on; who writes waits until the
 * commit and then finds the new partition. Without the first lock a row that is just on its way into the
 * default partition would be refused.
 * @returns how many rows were moved
 */
export async function makePartition(sql: Sql, partition: Partition): Promise<number> {
  const { table } = partition
  const name = nameOf(partition)
  const [from, to] = idsOf(partition)
  await sql.query(`lock table only "${table}" in share row exclusive mode`)
  await sql.query(`create table "${name}" (like "${table}" including all)`)
  const moved = await sql.query(
    `with moved as (delete from "${table}_default" where id >= $1 and id < $2 returning *)
     insert into "${name}" select * from moved returning 1`,
    [from, to],
  )
  await sql.query(
    `alter table "${table}" attach partition "${name}" for values from ('${from}') to ('${to}')`,
  )
  return moved.length
}
