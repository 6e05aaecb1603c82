import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { databaseOwners } from '@takeoff/dev-env/service-plans'
import { COPIED, FIRST_ID, REFERENCES } from './copied-tables.ts'
import type { CopiedTable } from './copied-tables.ts'
import { copyEvents } from './copy-events.ts'
import { createUnits } from './create-units.ts'
import { keepSeed, numbersOf, openLoader, seedOf } from './loader.ts'
import type { Query } from './loader.ts'
import type { Part } from './scale.ts'

/** The ids of the seed's rows in a table: copies are numbered from its first one on. */
interface SeedIds {
  readonly each: CopiedTable['each']
  readonly first: number
  /** Ids that each copy takes. */
  readonly span: number
}

type SeedIdsByTable = ReadonlyMap<string, SeedIds>

/** Copies the rows of the seed by SQL, in the three databases at the same time. */
export async function generate(
  databases: DevEnv['databases'],
  seed: { readonly orgId: number },
  part: Part,
): Promise<void> {
  const ids = new Map<string, SeedIds>()
  for (const owner of databaseOwners) {
    await using client = await openLoader(databases[owner])
    for (const table of COPIED[owner]) {
      const found = await readSeedIds(client.query, table, seed.orgId)
      if (found !== undefined) ids.set(table.name, found)
    }
  }
  await Promise.all(
    databaseOwners.map(async (owner) => {
      await using client = await openLoader(databases[owner])
      await createUnits(client.query, part)
      for (const table of COPIED[owner]) await copyRows(client.query, { table, seed, part, ids })
      if (owner === 'webhooks') await copyEvents(client.query, seed, part)
      await client.query('vacuum analyze')
    }),
  )
}

async function readSeedIds(
  query: Query,
  { name, each }: CopiedTable,
  orgId: number,
): Promise<SeedIds | undefined> {
  const columns = await columnsOf(query, name)
  if (!columns.some((column) => column.name === 'id' && column.type === 'int4')) return undefined
  const [row] = await query(
    `select min(id) as first, max(id) - min(id) + 1 as span from "${name}" where org_id = ${orgId}`,
  )
  const { first, span } = row as { first: number | null; span: number }
  if (first === null) throw new Error(`the seed has no row in ${name}`)
  return { each, first, span }
}

interface Column {
  readonly name: string
  readonly type: string
}

async function columnsOf(query: Query, table: string): Promise<readonly Column[]> {
  const rows = await query(`select column_name as name, udt_name as type
    from information_schema.columns where table_schema = 'public' and table_name = '${table}' and is_generated = 'NEVER'
    order by ordinal_position`)
  return rows as unknown as readonly Column[]
}

interface Copy {
  readonly table: CopiedTable
  readonly seed: { readonly orgId: number }
  readonly part: Part
  readonly ids: SeedIdsByTable
}

async function copyRows(query: Query, { table, seed, part, ids }: Copy): Promise<void> {
  const columns = await columnsOf(query, table.name)
  const values = columns.map((column) => valueOf(column, table, ids))
  await query(keepSeed(table.name, seed.orgId))
  // Lateral, so that the rows of one organization or unit are inserted one after the other.
  await query(`
    insert into "${table.name}" (${columns.map(({ name }) => `"${name}"`).join(', ')})
    select ${values.join(', ')}
    from ${table.each === 'unit' ? 'growth_unit' : 'growth_organization'} g
      cross join (select count(*) from ${seedOf(table.name)}) seed
      ${table.times ?? ''}
      cross join lateral (select * from ${seedOf(table.name)} where g.number is not null) s
    where ${numbersOf(table.each, part)}`)
}

function valueOf({ name, type }: Column, table: CopiedTable, ids: SeedIdsByTable): string {
  const own = table.columns?.[name]
  if (own !== undefined) return own
  if (name === 'org_id') return 'g.org_id'
  const referenced = name === 'id' ? nameOfIds(table) : REFERENCES[name]
  const seedIds = referenced === undefined ? undefined : ids.get(referenced)
  if (seedIds !== undefined && type === 'int4') return idOf(name, table, seedIds)
  if (type === 'uuid') return `growth_uuid(g.head, s."${name}", g.number)`
  if (type === 'timestamptz') return `case when s."${name}" is not null then g.at end`
  return `s."${name}"`
}

/** A copy of a vendor has the vendor's id. */
function nameOfIds({ name }: CopiedTable): string {
  return name === 'vendor_copy' ? 'vendor' : name
}

function idOf(column: string, { each }: CopiedTable, seedIds: SeedIds): string {
  const number = each === 'unit' && seedIds.each === 'organization' ? 'g.organization' : 'g.number'
  return `${FIRST_ID} + ${number} * ${seedIds.span} + s."${column}" - ${seedIds.first}`
}
