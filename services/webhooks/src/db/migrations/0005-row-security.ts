import { Migration } from '@mikro-orm/migrations'
import { rowSecurityOf, workPoliciesOf } from '@takeoff/kit/postgres/row-access'

/** The tables, and the background work that uses each. */
const TABLES = {
  delivery: ['deliveries', 'ingest', 'maintenance', 'metrics', 'operator'],
  domain_event: ['deliveries', 'ingest', 'maintenance', 'operator'],
  finished_delivery: ['deliveries', 'maintenance', 'operator'],
  webhook: ['deliveries', 'ingest', 'maintenance', 'metrics', 'operator'],
  webhook_secret: ['deliveries', 'ingest', 'operator'],
}

/** The work that reaches partitions other than through their table. */
export const PARTITION_WORKS = ['maintenance']

/** A statement that forgets the organization finds no rows of others. */
export class RowSecurity extends Migration {
  override async up(): Promise<void> {
    for (const [table, works] of Object.entries(TABLES)) {
      for (const statement of rowSecurityOf(table, works)) this.addSql(statement)
    }
    const partitions = (await this.execute(
      `select inhrelid::regclass::text as name from pg_inherits
       where inhparent in ('domain_event'::regclass, 'finished_delivery'::regclass)
         and (select relkind from pg_class where oid = inhrelid) = 'r'`,
    )) as unknown as readonly { readonly name: string }[]
    for (const { name } of partitions) {
      for (const statement of workPoliciesOf(name, PARTITION_WORKS)) this.addSql(statement)
    }
  }
}
