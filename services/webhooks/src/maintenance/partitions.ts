import type { Sql } from '@takeoff/kit/postgres/database'
import { firstUuidOf } from '../db/uuid-v7.ts'
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

/** Reads the catalog itself: `to_regclass` may use the connection's cache from before it waited for a lock. */
export async function exists(sql: Sql, partition: Partition): Promise<boolean> {
  const rows = await sql.query(
    'select from pg_class where relname = $1 and relnamespace = current_schema()::regnamespace',
    [nameOf(partition)],
  )
  return rows.length > 0
}

/** Oldest first. */
export async function listPartitions(sql: Sql, table: PartitionedTable): Promise<Partition[]> {
  const rows = await sql.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass order by c.relname`,
    [table],
  )
  return rows.flatMap(({ name }) => {
    const [, year, month] = /_(\d{4})_(\d{2})$/.exec(name) ?? []
    return year === undefined || month === undefined
      ? []
      : [{ table, month: new Date(Date.UTC(Number(year), Number(month) - 1, 1)) }]
  })
}
