import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { int8, nothing, text } from '@takeoff/kit/postgres/sql-types'
import { uncheckedStatement } from '@takeoff/kit/postgres/statement'
import type { Columns, Params, RowOf } from '@takeoff/kit/postgres/statement'
import { firstUuidOf } from '@takeoff/kit/values/ids'
import { plainStatement } from '../db/statements.ts'
import { addMonths } from './months.ts'

/** Tables partitioned by the month of the id; rows of other months are in `…_default`. */
export const partitionedTables = ['finished_delivery', 'domain_event'] as const

export type PartitionedTable = (typeof partitionedTables)[number]

/** One month of a table. */
export interface Partition {
  readonly table: PartitionedTable
  /** First moment of the month, in UTC. */
  readonly month: Date
}

/** `finished_delivery_2026_11` */
export function nameOf({ table, month }: Partition): string {
  return `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`
}

/** The default partition, which holds the rows of months without their own. */
export function defaultOf({ table }: Partition): string {
  return `${table}_default`
}

/** The range of a month's ids, without the end. */
export function idsOf({ month }: Partition): readonly [from: string, to: string] {
  return [firstUuidOf(month), firstUuidOf(addMonths(month, 1))]
}

/**
 * Runs a statement that names partitions. The test of statements does not check it, because most partitions are made at run
 * time; a deletion from a default one has the pages that it reads in its text.
 */
export function queryPartition<C extends Columns>(
  sql: Sql,
  columns: C,
  statement: RawBuilder<unknown>,
): Promise<RowOf<C>[]> {
  return sql.rows(uncheckedStatement(columns, statement), {})
}

/** Reads the catalog itself: `to_regclass` may use the connection's cache from before it waited for a lock. */
const selectTable = plainStatement(
  nothing,
  ($: Params<{ readonly name: string }>) => raw`
    select from pg_class where relname = ${$.name} and relnamespace = current_schema()::regnamespace`,
)

export async function exists(sql: Sql, partition: Partition): Promise<boolean> {
  return (await sql.row(selectTable, { name: nameOf(partition) })) !== undefined
}

const selectPartitions = plainStatement(
  { name: text },
  ($: Params<{ readonly table: PartitionedTable }>) => raw`
    select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${$.table}::regclass order by c.relname`,
)

/** Names of all partitions, including the default one. */
export async function listPartitionNames(sql: Sql, table: PartitionedTable): Promise<string[]> {
  return (await sql.rows(selectPartitions, { table })).map(({ name }) => name)
}

/** Maximum bytes scanned under an exclusive lock, or by one statement: some 50 ms, or half a second from a disk. */
export const SCANNED_BYTES_MAX = 64 * 1024 * 1024

const selectParts = plainStatement(
  { pages: int8, part: int8 },
  ($: Params<{ readonly table: string; readonly bytesMax: number }>) => raw`
    select pg_relation_size(${$.table}::regclass) / page.bytes as pages,
      greatest(1, ${$.bytesMax}::bigint / page.bytes) as part
    from (select current_setting('block_size')::bigint as bytes) page`,
)

/** The pages of a table, and how many of them one statement reads where no index finds its rows. */
export function partsOf(
  sql: Sql,
  table: string,
  bytesMax = SCANNED_BYTES_MAX,
): Promise<{ readonly pages: number; readonly part: number }> {
  return sql.one(selectParts, { table, bytesMax })
}

/** SQL: whether a row is on one of these pages, without the last one. */
export function isOnPages(from: number, to: number): RawBuilder<boolean> {
  const rowAt = (page: number) => raw.lit(`(${Math.max(0, page)},0)`)
  return raw`(ctid >= ${rowAt(from)} and ctid < ${rowAt(to)})`
}

/** Oldest first. */
export async function listPartitions(sql: Sql, table: PartitionedTable): Promise<Partition[]> {
  return (await listPartitionNames(sql, table)).flatMap((name) => {
    const [, year, month] = /_(\d{4})_(\d{2})$/.exec(name) ?? []
    return year === undefined || month === undefined
      ? []
      : [{ table, month: new Date(Date.UTC(Number(year), Number(month) - 1, 1)) }]
  })
}
