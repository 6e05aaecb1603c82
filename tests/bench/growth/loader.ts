import pg from 'pg'
import type { CopiedTable } from './copied-tables.ts'
import type { Part } from './scale.ts'

export type Query = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** A superuser's connection without triggers and foreign keys, as a restore has it. */
export async function openLoader(url: string): Promise<AsyncDisposable & { query: Query }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`set session_replication_role = replica; set synchronous_commit = off;
    set work_mem = '256MB'; set maintenance_work_mem = '1GB'`)
  return {
    query: async (text) => (await client.query<Record<string, unknown>>(text)).rows,
    [Symbol.asyncDispose]: () => client.end(),
  }
}

/** SQL: keeps the rows of the seed for this session, because there is no index on the organization of each table. */
export function keepSeed(table: string, orgId: number): string {
  return `create temp table ${seedOf(table)} as select * from "${table}" where org_id = ${orgId}`
}

/** SQL: the name of the table that `keepSeed` makes. */
export function seedOf(table: string): string {
  return `seed_${table}`
}

/** SQL: the organizations or units of a part. */
export function numbersOf(each: CopiedTable['each'], part: Part): string {
  const [first, count] =
    each === 'unit' ? [part.firstUnit, part.units] : [part.firstOrganization, part.organizations]
  return `g.number between ${first} and ${first + count - 1}`
}
