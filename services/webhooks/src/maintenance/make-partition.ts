import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { bool, int4, nothing } from '@takeoff/kit/postgres/sql-types'
import { workPoliciesOf } from '@takeoff/kit/postgres/row-access'
import type { Params } from '@takeoff/kit/postgres/statement'
import { PARTITION_WORKS } from '../db/migrations/0005-row-security.ts'
import { plainStatement } from '../db/statements.ts'
import { dropExclusion } from './exclude-month.ts'
import { defaultOf, idsOf, nameOf, queryPartition } from './partitions.ts'
import type { Partition } from './partitions.ts'

/** Maximum rows moved while readers and writers wait: moving them takes half a second. */
const MOVED_MAX = 50_000

/**
 * Whether the default partition holds so many rows of the month that they should stay there until they are past
 * retention. Then the month gets no partition.
 */
export async function hasTooManyRowsToMove(sql: Sql, partition: Partition): Promise<boolean> {
  const [from, to] = idsOf(partition)
  const [row] = await queryPartition(
    sql,
    { rows: int4 },
    raw`select count(*)::int as rows
      from (select from ${raw.id(defaultOf(partition))} where id >= ${from} and id < ${to}
        limit ${MOVED_MAX + 1}) r`,
  )
  return row !== undefined && row.rows > MOVED_MAX
}

/**
 * Makes a month's partition and moves its rows from the default one. Must be called in a transaction: no statement
 * sees a row twice or not at all. Readers and writers wait for the commit and then find the new partition. Without
 * the first lock, a concurrent insert into the default partition would be refused, and a reader that has listed the
 * partitions before the commit would find the moved rows in none of them.
 * @returns number of moved rows
 */
export async function makePartition(sql: Sql, partition: Partition): Promise<number> {
  const [from, to] = idsOf(partition)
  const table = raw.id(partition.table)
  await queryPartition(sql, nothing, raw`lock table only ${table} in access exclusive mode`)
  await createTable(sql, partition)
  const moved = await queryPartition(
    sql,
    nothing,
    raw`with moved as (
        delete from ${raw.id(defaultOf(partition))} where id >= ${from} and id < ${to} returning *
      )
      insert into ${raw.id(nameOf(partition))} select * from moved returning 1`,
  )
  await attach(sql, partition)
  await dropExclusion(sql, partition)
  return moved.length
}

/** Makes the partition of a month that `excludeMonth` has excluded from the default one: no rows are scanned. */
export async function makeExcludedPartition(sql: Sql, partition: Partition): Promise<void> {
  await createTable(sql, partition)
  await attach(sql, partition)
  await dropExclusion(sql, partition)
}

const selectSize = plainStatement(
  { isLarge: bool },
  ($: Params<{ readonly table: string; readonly bytesMax: number }>) => raw`
    select pg_relation_size(${$.table}::regclass) > ${$.bytesMax} as "isLarge"`,
)

/** Whether the default partition is too large to be scanned under a lock. */
export async function isTooLargeToScan(
  sql: Sql,
  partition: Partition,
  bytesMax: number,
): Promise<boolean> {
  return (await sql.one(selectSize, { table: defaultOf(partition), bytesMax })).isLarge
}

async function createTable(sql: Sql, partition: Partition): Promise<void> {
  const table = raw.id(partition.table)
  await queryPartition(
    sql,
    nothing,
    raw`create table ${raw.id(nameOf(partition))} (like ${table} including all)`,
  )
  for (const statement of workPoliciesOf(nameOf(partition), PARTITION_WORKS)) {
    await queryPartition(sql, nothing, raw`${raw.raw(statement)}`)
  }
}

async function attach(sql: Sql, partition: Partition): Promise<void> {
  const [from, to] = idsOf(partition)
  await queryPartition(
    sql,
    nothing,
    raw`alter table ${raw.id(partition.table)} attach partition ${raw.id(nameOf(partition))}
      for values from (${raw.lit(from)}) to (${raw.lit(to)})`,
  )
}
