import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Database } from '@takeoff/kit/postgres/database'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { int4, nothing } from '@takeoff/kit/postgres/sql-types'
import type { Params } from '@takeoff/kit/postgres/statement'
import { plainStatement } from '../db/statements.ts'
import { inLockedTransaction } from './locked-transaction.ts'
import { defaultOf, exists, idsOf, nameOf, queryPartition } from './partitions.ts'
import type { Partition, PartitionedTable } from './partitions.ts'
import { errorCode } from '@takeoff/kit/values/caught'

/** The validation scan blocks no reads or writes, only other changes of the table. */
const VALIDATE_MS = 30_000
const SUFFIX = '_elsewhere'

const allowValidation = plainStatement(
  nothing,
  () => raw`set local statement_timeout = ${raw.lit(VALIDATE_MS)}`,
)

/**
 * Adds a constraint that no row of a month is in the default partition, so that attaching the month's own partition
 * does not scan all of it under a lock. Uses two transactions: the lock of the first is released before the rows
 * are validated. Until `dropExclusion` rows of the month are refused, so the month must not have begun.
 * @returns whether the month is excluded; false when rows of it exist
 */
export async function excludeMonth(database: Database, partition: Partition): Promise<boolean> {
  await inLockedTransaction(database, (sql) => addExclusion(sql, partition))
  try {
    return await inLockedTransaction(database, async (sql) => {
      // Another process has continued meanwhile, or stopped.
      if (!(await isExcluded(sql, partition))) return await exists(sql, partition)
      await sql.run(allowValidation, {})
      await changeDefault(sql, partition, raw`validate constraint ${exclusionOf(partition)}`)
      return true
    })
  } catch (error) {
    if (!isCheckViolation(error)) throw error
    await inLockedTransaction(database, (sql) => dropExclusion(sql, partition))
    return false
  }
}

export async function dropExclusion(sql: Sql, partition: Partition): Promise<void> {
  await changeDefault(sql, partition, raw`drop constraint if exists ${exclusionOf(partition)}`)
}

const selectExclusions = plainStatement(
  { year: int4, month: int4 },
  ($: Params<{ readonly table: string }>) => raw`
    select substring(conname from ${raw.lit(`_(\\d{4})_\\d{2}${SUFFIX}$`)})::int as year,
      substring(conname from ${raw.lit(`_(\\d{2})${SUFFIX}$`)})::int as month
    from pg_constraint
    where conrelid = ${$.table}::regclass and conname like ${raw.lit(`%${SUFFIX}`)}`,
)

/** The excluded months of a table, including those of a process that was killed midway. */
export async function listExclusions(sql: Sql, table: PartitionedTable): Promise<Partition[]> {
  const rows = await sql.rows(selectExclusions, { table: `${table}_default` })
  return rows.map(({ year, month }) => ({ table, month: new Date(Date.UTC(year, month - 1, 1)) }))
}

async function addExclusion(sql: Sql, partition: Partition): Promise<void> {
  if ((await exists(sql, partition)) || (await isExcluded(sql, partition))) return
  const [from, to] = idsOf(partition)
  await changeDefault(
    sql,
    partition,
    raw`add constraint ${exclusionOf(partition)}
      check (id < ${raw.lit(from)} or id >= ${raw.lit(to)}) not valid`,
  )
}

async function changeDefault(
  sql: Sql,
  partition: Partition,
  change: RawBuilder<unknown>,
): Promise<void> {
  const table = raw.id(defaultOf(partition))
  await queryPartition(sql, nothing, raw`alter table ${table} ${change}`)
}

async function isExcluded(sql: Sql, partition: Partition): Promise<boolean> {
  const excluded = await listExclusions(sql, partition.table)
  return excluded.some((one) => nameOf(one) === nameOf(partition))
}

/** Name of the constraint, such as `domain_event_2026_11_elsewhere`. */
function exclusionOf(partition: Partition): RawBuilder<unknown> {
  return raw.id(nameOf(partition) + SUFFIX)
}

function isCheckViolation(error: unknown): boolean {
  return errorCode(error) === '23514'
}
