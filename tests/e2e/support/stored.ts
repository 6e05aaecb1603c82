import { openOwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import type { Database } from '@takeoff/kit/postgres/database'
import { hasOrganizationSql } from '@takeoff/kit/postgres/row-access'
import type { SharedDevEnv } from './dev-env.ts'

/** Tables that work in the background writes at any time: events, deliveries, audit, copies of vendors, files of documents. */
const IN_BACKGROUND = [
  'audit_chain',
  'audit_record',
  'delivery',
  'domain_event',
  'file_upload',
  'finished_delivery',
  'order_document_file',
  'vendor_copy',
]
/** Tables to which it adds no rows, but whose rows it changes: states of orders and documents, failures of webhooks. */
const COUNTED = new Set(['distribution_order', 'order', 'order_document', 'webhook'])

/** What the databases of a stack have stored for an organization, apart from what work in the background writes. */
export interface Stored extends AsyncDisposable {
  /** By database and table: the number of rows, and a checksum of them. */
  read(): Promise<ReadonlyMap<string, string>>
}

export async function openStored(devEnv: SharedDevEnv, orgId: number): Promise<Stored> {
  await using stack = new AsyncDisposableStack()
  const databases = Object.entries(await openOwnDatabases(stack, devEnv.databases))
  const reads = await Promise.all(
    databases.map(async ([owner, database]) => {
      const sql = await statementFor(database)
      return async () => {
        const tables = await database.query<{ name: string; content: string }>(sql, [orgId])
        return tables.map(({ name, content }) => [`${owner}.${name}`, content] as const)
      }
    }),
  )
  const opened = stack.move()
  return {
    read: async () => new Map((await Promise.all(reads.map((read) => read()))).flat()),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** The tables whose content differs. */
export function changedTables(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...after].filter(([name, content]) => before.get(name) !== content).map(([name]) => name)
}

/** One statement for all tables of a database that have an organization. */
async function statementFor(database: Database): Promise<string> {
  const tables = await database.query<{ name: string }>(
    `select c.relname as name from pg_class c where ${hasOrganizationSql} and c.relkind in ('r', 'p') and not c.relispartition
       and c.relnamespace = current_schema()::regnamespace and c.relname <> all($1)`,
    [IN_BACKGROUND],
  )
  return tables
    .map(({ name }) => {
      const checksum = COUNTED.has(name) ? '0' : 'sum(hashtextextended(t::text, 0))'
      return `select '${name}' as name, concat(count(*), ' rows, ', ${checksum}) as content
        from "${name}" t where org_id = $1`
    })
    .join(' union all ')
}
