import type { Database, Sql } from '@takeoff/kit/postgres/database'
import { BUSY, inLockedTransaction } from './locked-transaction.ts'
import { defaultOf, exists, idsOf, nameOf } from './partitions.ts'
import type { Partition, PartitionedTable } from './partitions.ts'

/** The validation scan blocks no reads or writes, only other changes of the table. */
const VALIDATE_MS = 30_000
const SUFFIX = '_elsewhere'

/**
 * Adds a constraint that no row of a month is in the default partition, so that attaching the month's own partition
 * does not scan all of it under a lock. Uses two transactions: the lock of the first is released before the rows
 * are validated. Until `forgetExclusion` rows of the month are refused, so the month must not have begun.
 * @returns whether the month is excluded; false when rows of it exist
 */
export async function excludeMonth(
  database: Database,
  partition: Partition,
): Promise<boolean | typeof BUSY> {
  const added = await inLockedTransaction(database, (sql) => addExclusion(sql, partition))
  if (added === BUSY) return BUSY
  try {
    return await inLockedTransaction(database, async (sql) => {
      // Another process has continued meanwhile, or stopped.
      if (!(await isExcluded(sql, partition))) return await exists(sql, partition)
      await sql.query(`set local statement_timeout = ${VALIDATE_MS}`)
      await sql.query(
        `alter table "${defaultOf(partition)}" validate constraint "${exclusionOf(partition)}"`,
      )
      return true
    })
  } catch (error) {
    if (!isCheckViolation(error)) throw error
    const forgotten = await inLockedTransaction(database, (sql) => forgetExclusion(sql, partition))
    return forgotten === BUSY ? BUSY : false
  }
}

export async function forgetExclusion(sql: Sql, partition: Partition): Promise<void> {
  await sql.query(
    `alter table "${defaultOf(partition)}" drop constraint if exists "${exclusionOf(partition)}"`,
  )
}

/** The excluded months of a table, including those of a process that was killed midway. */
export async function listExclusions(sql: Sql, table: PartitionedTable): Promise<Partition[]> {
  const rows = await sql.query<{ year: number; month: number }>(
    `select substring(conname from '_(\\d{4})_\\d{2}${SUFFIX}$')::int as year,
       substring(conname from '_(\\d{2})${SUFFIX}$')::int as month
     from pg_constraint where conrelid = $1::regclass and conname like '%${SUFFIX}'`,
    [`${table}_default`],
  )
  return rows.map(({ year, month }) => ({ table, month: new Date(Date.UTC(year, month - 1, 1)) }))
}

async function addExclusion(sql: Sql, partition: Partition): Promise<void> {
  if ((await exists(sql, partition)) || (await isExcluded(sql, partition))) return
  const [from, to] = idsOf(partition)
  await sql.query(
    `alter table "${defaultOf(partition)}" add constraint "${exclusionOf(partition)}"
     check (id < '${from}' or id >= '${to}') not valid`,
  )
}

async function isExcluded(sql: Sql, partition: Partition): Promise<boolean> {
  const excluded = await listExclusions(sql, partition.table)
  return excluded.some((one) => nameOf(one) === nameOf(partition))
}

/** `domain_event_2026_11_elsewhere` */
function exclusionOf(partition: Partition): string {
  return nameOf(partition) + SUFFIX
}

function isCheckViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23514'
}
