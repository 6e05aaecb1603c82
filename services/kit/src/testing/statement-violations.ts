import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Connection, FieldDef } from 'pg'
import { expect, test } from 'vitest'
import type { Database } from '../postgres/database.ts'
import type { MigratedTables } from '../postgres/database-connection.ts'
import { ORGANIZATION } from '../postgres/organization-filter.ts'
import type { SqlType } from '../postgres/sql-types.ts'
import { registeredStatements } from '../postgres/statement.ts'
import type { CompiledStatement, RegisteredStatement } from '../postgres/statement.ts'
import { createTestDatabase } from './database.ts'
import { disposeAfterAll } from './dispose-after-all.ts'

const NO_SUCH_COLUMN = { typeName: '', column: null, isRequired: false, mayBeNull: false }

/** The server's description of a result column. */
interface ResultColumn {
  /** As `format_type` names it, without limits. */
  readonly typeName: string
  /** Whether it is a column of a table that is never null there; an outer join may add nulls. */
  readonly isRequired: boolean
  /** The column of a table that it is. */
  readonly column: string | null
  /** Whether that column may be null. */
  readonly mayBeNull: boolean
}

/**
 * Prepares each statement of a service on its migrated database.
 * @returns statements that the server refuses, and columns whose declared type or nullability differs from that of the
 * result, with the file that defines the statement
 */
export async function statementViolations(
  database: Database & { readonly url: string },
  service: string,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const found: string[] = []
    for (const registered of registeredStatements(service)) {
      const compiled = registered.statement.compile(database.kysely)
      const violations = await violationsOf(client, compiled)
      found.push(...violations.map((violation) => `${fileOf(registered)}: ${violation}`))
    }
    return found
  } finally {
    await client.end()
  }
}

async function violationsOf(client: pg.Client, compiled: CompiledStatement): Promise<string[]> {
  let columns: ReadonlyMap<string, ResultColumn>
  try {
    columns = await describe(client, compiled.text)
  } catch (error) {
    return [`${String(error)} in ${compiled.text}`]
  }
  return [...compiled.declared].flatMap(([name, type]) => {
    const result = columns.get(name) ?? NO_SUCH_COLUMN
    const mayBeNull = result.mayBeNull && !excludesNull(compiled.text, result.column)
    return columnViolations(name, type, { ...result, mayBeNull })
  })
}

/** Whether a condition of the statement leaves out rows in which the column is null. */
function excludesNull(text: string, column: string | null): boolean {
  const condition = `\\b(where|and)\\s+("?\\w+"?\\.)?"?${column}"? (is not null|not like)`
  return new RegExp(condition, 'i').test(text)
}

function columnViolations(
  name: string,
  declared: SqlType<unknown>,
  { typeName, isRequired, mayBeNull }: ResultColumn,
): string[] {
  if (typeName !== declared.name) {
    return [`"${name}" is declared as ${declared.name}, and the statement returns "${typeName}"`]
  }
  if (mayBeNull && !declared.isNullable)
    return [`"${name}" is declared as never null, and its column may be null`]
  return isRequired && declared.isNullable ? [`"${name}" is declared nullable, and never null`] : []
}

async function describe(
  client: pg.Client,
  text: string,
): Promise<ReadonlyMap<string, ResultColumn>> {
  const fields = await describeFields(client, text)
  const addsNulls = /\b(left|right|full)\s+(outer\s+)?join\b/i.test(text)
  const { rows } = await client.query<ResultColumn & { readonly index: number }>(
    `select f.index::int, format_type(f.type_id, null) as "typeName", a.attname as "column",
       coalesce(a.attnotnull, false) and not $4 as "isRequired",
       coalesce(not a.attnotnull and c.relkind in ('r', 'p'), false) as "mayBeNull"
     from unnest($1::oid[], $2::oid[], $3::int[]) with ordinality
       as f (type_id, table_id, column_id, index)
     left join pg_attribute a on a.attrelid = f.table_id and a.attnum = f.column_id
     left join pg_class c on c.oid = f.table_id`,
    [
      fields.map(({ dataTypeID }) => dataTypeID),
      fields.map(({ tableID }) => tableID),
      fields.map(({ columnID }) => columnID),
      addsNulls,
    ],
  )
  return new Map(rows.map(({ index, ...column }) => [fields[index - 1]?.name ?? '', column]))
}

/** The columns of a statement, which is parsed and not executed. */
function describeFields(client: pg.Client, text: string): Promise<readonly FieldDef[]> {
  return new Promise((resolve, reject) => {
    let fields: readonly FieldDef[] = []
    client.query({
      submit(connection: Connection) {
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription: (message: { readonly fields: FieldDef[] }) => {
        fields = message.fields
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    })
  })
}

/** Modules that import one of these define statements. */
const DEFINES_STATEMENTS = /from '[^']*\/(statements|statement|records|column-choice|rekey)(\.ts)?'/

/** Loads the modules of a service that define statements; its programs, which would run, define none. */
export async function loadStatements(service: string): Promise<void> {
  const folder = path.resolve(import.meta.dirname, '../../..', service, 'src')
  const modules = globSync('{*/**/*,development-data}.ts', { cwd: folder })
    .filter((module) => !/\.test\.ts$|^testing\//.test(module))
    .map((module) => path.join(folder, module))
    .filter((module) => DEFINES_STATEMENTS.test(readFileSync(module, 'utf8')))
  await Promise.all(modules.map((module) => import(module)))
}

/** The file and line that define a statement. */
export function fileOf({ definedAt }: RegisteredStatement): string {
  const own = ['postgres/statement', 'postgres/column-choice', 'postgres/records', 'operator/rekey']
  const lines = definedAt
    .split('\n')
    .flatMap((line) => /\(?(file:[^)]+?|\/[^)]+?):\d+\)?$/.exec(line)?.[1] ?? [])
  const outside = lines.find((line) => !own.some((name) => line.includes(`/kit/src/${name}.ts`)))
  if (outside === undefined) return 'unknown file'
  const [file = '', line = ''] = outside.split(/:(?=\d+$)/)
  const absolute = file.startsWith('file:') ? fileURLToPath(file) : file
  return `${path.relative(process.cwd(), absolute)}:${line}`
}

/** A comparison with a parameter: one with the organization of another row limits nothing. */
const LIMITS_ORGANIZATION = /\borg_id"?\s*=\s*(any\s*\(\s*)?\$\d/i

/**
 * Tests that the statements of a service match its tables, and that it reads and changes only rows of organizations that
 * the caller gives.
 * @param exceptions files below `src` with statements without a condition on the organization, one entry per
 * statement, by the reason
 */
export async function testStatements(
  service: string,
  tables: MigratedTables,
  exceptions: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const database = await disposeAfterAll(createTestDatabase({ name: service, ...tables }))
  await loadStatements(service)

  test('every statement of the service matches its tables', async () => {
    expect(registeredStatements(service).length).toBeGreaterThan(30)
    expect(await statementViolations(database, service)).toEqual([])
  }, 60_000)

  test('the unit of work finds only entities of the given organizations', () => {
    expect(entitiesWithoutFilter(database)).toEqual([])
  })

  test('statements have a condition on the organization, with these exceptions', () => {
    const expected = Object.values(exceptions).flatMap((files) =>
      files.map((file) => `services/${service}/src/${file}`),
    )
    expect(statementsOfAllOrganizations(database, service)).toEqual(expected.toSorted())
  })
}

/**
 * Statements of a service that read or change rows of organizations, and have no condition on the organization.
 * Inserted rows name their organization themselves.
 * @returns the file of each
 */
function statementsOfAllOrganizations(database: Database, service: string): string[] {
  const tables = [...database.orm.getMetadata().getAll().values()]
    .filter(({ properties }) => 'orgId' in properties)
    .map(({ tableName }) => tableName)
  const usesRows = new RegExp(
    String.raw`\b(from|join|update)\s+"?(${tables.join('|')})"?[\s,)]|\bdo update set\b`,
    'i',
  )
  const found = registeredStatements(service).filter(({ statement }) => {
    const { text } = statement.compile(database.kysely)
    return usesRows.test(`${text} `) && !LIMITS_ORGANIZATION.test(text)
  })
  // Those of `src/testing` are known only while other tests of the same worker have loaded them.
  const places = new Set(found.map(fileOf).filter((place) => !place.includes('/testing/')))
  return [...places].map((place) => place.replace(/:\d+$/, '')).toSorted()
}

/** Entities of organizations that the unit of work would find in every organization. */
function entitiesWithoutFilter(database: Database): string[] {
  return [...database.orm.getMetadata().getAll().values()]
    .filter(({ properties, filters }) => 'orgId' in properties && !(ORGANIZATION in filters))
    .map(({ tableName }) => tableName)
}
