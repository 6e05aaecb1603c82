import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { databaseOwners } from '@takeoff/dev-env/service-plans'
import { printTable } from '../../support/table.ts'
import { openLoader } from './loader.ts'

const MIB = 1024 * 1024
const SHOWN_MIB = 50

/** Prints the tables, partitions together, with their rows and what they take of the disk. */
export async function printSizes(databases: DevEnv['databases']): Promise<void> {
  const rows: string[][] = []
  for (const owner of databaseOwners) {
    await using client = await openLoader(databases[owner])
    const tables = await client.query(`
      select coalesce(p.relname, c.relname) as name, sum(c.reltuples)::bigint as rows,
        sum(pg_table_size(c.oid))::bigint as data, sum(pg_indexes_size(c.oid))::bigint as indexes
      from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'growth%'
      group by 1 order by sum(pg_total_relation_size(c.oid)) desc`)
    for (const { name, rows: count, data, indexes } of tables) {
      const sizes = [Number(data), Number(indexes)] as const
      if (sizes[0] + sizes[1] < SHOWN_MIB * MIB) continue
      const perRow = (sizes[0] + sizes[1]) / Number(count)
      rows.push([
        String(name),
        owner,
        Number(count).toLocaleString('en'),
        ...sizes.map((size) => (size / MIB).toFixed(0)),
        perRow.toFixed(0),
      ])
    }
  }
  printTable(['table', 'service', 'rows', 'data, MiB', 'indexes, MiB', 'bytes a row'], rows)
}
