import { openDatabase } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import { hasOrganizationSql } from '../postgres/row-access.ts'
import type { Sql } from '../postgres/sql.ts'
import type { MigratedTables } from '../postgres/database-connection.ts'
import { registeredStatements } from '../postgres/statement.ts'
import type { CompiledStatement, RegisteredStatement } from '../postgres/statement.ts'
import { createLogger } from '../service/logger.ts'
import { compilingKysely } from './compiling-kysely.ts'
import type { TestDatabase } from './database.ts'
import { createTestDatabase } from './database.ts'
import { fileOf } from './statement-violations.ts'

/** An organization without a row. */
export const STRANGER = 2_000_000_000
/** A condition on the organization of the caller, with a parameter; not an assignment. */
const CONDITION =
  /(?<=\b(?:where|and|or|on)\s*\(*)(?:"?\w+"?\.)?"?\borg_id"?\s*=\s*(?:any\s*\(\s*\$\d+[^)]*\)|\$\d+(?:::\w+)?)/gi
/** How a plan shows the condition of policies and of search views; of a partition it shows that on the work. */
const POLICY = /org_id = ANY \(\(InitPlan \d+\)\.col1\)|\(InitPlan \d+\)\.col1 = '[a-z-]+'::text/

type Options = MigratedTables & { readonly name: string }

/** A statement as it was sent. */
interface Execution {
  readonly text: string
  readonly values: readonly unknown[]
}

/** What statements returned or changed without their condition on the organization. */
export interface Replayed {
  /** Files of statements that returned rows of other organizations. */
  readonly leaks: readonly string[]
  /** Statements that return rows of other organizations where no policy holds them: what the test is worth. */
  readonly withoutPolicies: number
}

/** The condition holds for every row. */
export function withoutCondition(text: string): string {
  return text.replaceAll(CONDITION, '($& or true)')
}

/** Two executions return the same: no clock and no sequence. */
function withoutChance(text: string): string {
  return text
    .replaceAll('clock_timestamp()', `'epoch'::timestamptz`)
    .replaceAll(/nextval\(pg_get_serial_sequence\([^()]*\)\)/g, '1')
}

/** The database as a process opens it. */
export function openAsProcess(
  { url }: TestDatabase,
  { entities, migrations }: Options,
): Promise<Database> {
  const logger = createLogger('test', 'silent')
  // Two transactions of an organization run at a time.
  return openDatabase({ url, entities, migrations, poolSize: 5, logger })
}

/** Tables and partitions with an organization that a process could read without a policy. */
export async function tablesWithoutPolicies(database: Database): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind in ('r', 'p') and ${hasOrganizationSql}
       and (not c.relrowsecurity
         or not c.relispartition and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'callers'))
     order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Changes of tables with an organization that a frozen organization does not refuse. */
export async function unrefusedChanges(database: Database): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `select c.relname || ': ' || event as name from pg_class c cross join unnest(array['insert', 'update', 'delete']) as event
     where c.relkind in ('r', 'p') and not c.relispartition
       and ${hasOrganizationSql}
       and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'refuse_frozen_' || event and t.tgenabled = 'O')
     order by 1`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Plans every statement of a service for a caller, without its condition on the organization.
 * @returns the file and table of each scan of rows that no policy limits
 */
export async function scansWithoutPolicy(
  { service, owned }: { readonly service: string; readonly owned: Database },
  process: Database,
): Promise<string[]> {
  const tables = await tablesOfOrganizations(owned)
  const found: string[] = []
  for (const registered of registeredStatements(service)) {
    const { text } = registered.statement.compile(process.kysely)
    if (!/^\s*(with|select|update|delete|insert)\b/i.test(text)) continue
    const [row] = await process
      .ofOrganizations([STRANGER])
      .query<{ readonly 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
        `explain (generic_plan, format json) ${withoutCondition(text)}`,
      )
    const nodes = (row?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => nodesOf(Plan))
    for (const node of nodes) {
      const table = node['Relation Name']
      if (table === undefined || !tables.has(table) || !/Scan/.test(node['Node Type'])) continue
      const conditions = [node.Filter, node['Index Cond'], node['Recheck Cond']].join(' ')
      if (!POLICY.test(conditions)) found.push(`${fileOf(registered)}: ${table}: ${conditions}`)
    }
  }
  return found
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Filter?: string
  readonly 'Index Cond'?: string
  readonly 'Recheck Cond'?: string
  readonly Plans?: readonly PlanNode[]
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

async function tablesOfOrganizations(database: Database): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind in ('r', 'p') and ${hasOrganizationSql} order by 1`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Records what the statements of a service send from now on. */
export function recordExecutions(service: string): ReadonlyMap<RegisteredStatement, Execution[]> {
  const executions = new Map<RegisteredStatement, Execution[]>()
  const kysely = compilingKysely()
  for (const registered of registeredStatements(service)) {
    // It may have been compiled, and cached, for a test that ran before in this process.
    const compiled = registered.statement.compile(kysely)
    const { text, valuesOf } = compiled
    const recording: CompiledStatement['valuesOf'] = (params) => {
      const values = valuesOf(params)
      const sent = executions.get(registered) ?? []
      executions.set(registered, [...sent, { text, values }])
      return values
    }
    Object.assign(compiled, { valuesOf: recording })
  }
  return executions
}

/**
 * Sends recorded statements again without their condition on the organization, as a caller of another organization.
 * What an empty database returns is no row of others.
 */
export async function replayAsStranger(
  database: TestDatabase,
  executions: ReadonlyMap<RegisteredStatement, readonly Execution[]>,
  options: Options,
): Promise<Replayed> {
  await using empty = await createTestDatabase(options)
  await using process = await openAsProcess(database, options)
  const tables = await tablesOfOrganizations(database)
  const usesRows = new RegExp(String.raw`\b(?:${[...tables].join('|')})\b`)
  const leaks = new Set<string>()
  let withoutPolicies = 0
  for (const [registered, sent] of executions) {
    for (const { text, values } of sent.filter((one) => usesRows.test(one.text)).slice(-3)) {
      const statement = { text: withoutChance(withoutCondition(text)), values }
      const nothing = await resultOf(empty, statement)
      const found = await resultOf(process.ofOrganizations([STRANGER]), statement)
      if (found !== nothing && found !== REFUSED) leaks.add(fileOf(registered).replace(/:\d+$/, ''))
      if ((await resultOf(database, statement)) !== nothing) withoutPolicies += 1
    }
  }
  return { leaks: [...leaks].toSorted(), withoutPolicies }
}

const REFUSED = 'refused'

/** Rolled back, so that each statement meets the same rows. */
async function resultOf(database: Database, { text, values }: Execution): Promise<string> {
  let result = REFUSED
  await database
    .transaction(async (sql: Sql) => {
      result = JSON.stringify(await sql.query(text, values))
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  return result
}

/** The tables of entities of which the unit of work finds a row without its filter. */
export async function entitiesPastPolicies(process: Database): Promise<string[]> {
  const found: string[] = []
  for (const meta of process.orm.getMetadata().getAll().values()) {
    if (!('orgId' in meta.properties)) continue
    const rows = await process
      .ofOrganizations([STRANGER])
      .transaction((sql) => sql.entitiesOf([STRANGER]).find(meta.class, {}, { filters: false }))
    if (rows.length > 0) found.push(meta.tableName)
  }
  return found
}
