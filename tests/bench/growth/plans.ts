import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { databaseOwners } from '@takeoff/dev-env/service-plans'
import type { PlanNode } from '@takeoff/kit/testing/query-plan'
import { openLoader } from './loader.ts'

/** A sequential scan of a smaller table is what PostgreSQL should choose. */
const LARGE_ROWS = 10_000

/** A statement as it was executed; the execution that read the most rows. */
export interface ExecutedPlan {
  readonly text: string
  /** Rows that the nodes of the plan have read from tables and indexes, also those that a filter removed. */
  readonly rowsRead: number
  readonly rowsReturned: number
  /** How each table was read, the largest number of rows first: the node, its index or table, and its rows. */
  readonly reads: readonly string[]
  /** Large tables that were read as a whole. */
  readonly scanned: readonly string[]
}

/** Runs work while PostgreSQL logs the plan of each statement of the services, in their sessions. */
export async function plansDuring(
  devEnv: Pick<DevEnv, 'databases' | 'logs'>,
  work: () => Promise<unknown>,
): Promise<readonly ExecutedPlan[]> {
  const logFile = path.join(devEnv.logs, 'postgres.log')
  const large = await largeTables(devEnv.databases)
  await setForAll(devEnv.databases, 'set session_preload_libraries = auto_explain')
  const { size } = await stat(logFile)
  await work()
  await setForAll(devEnv.databases, 'reset session_preload_libraries')
  return plansIn(createReadStream(logFile, { start: size }), large)
}

/** The settings apply to new sessions, so all of the services' are ended; they connect again. */
async function setForAll(databases: DevEnv['databases'], setting: string): Promise<void> {
  for (const owner of databaseOwners) {
    await using client = await openLoader(databases[owner])
    const [row] = await client.query('select current_database() as name')
    const database = `alter database ${String(row?.['name'])}`
    await client.query(`${database} ${setting}; ${database} set auto_explain.log_min_duration = 0;
      ${database} set auto_explain.log_analyze = on; ${database} set auto_explain.log_timing = off;
      ${database} set auto_explain.log_format = json;
      select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
  }
}

async function largeTables(databases: DevEnv['databases']): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for (const owner of databaseOwners) {
    await using client = await openLoader(databases[owner])
    const rows = await client.query(`select relname from pg_class
      where relkind = 'r' and reltuples > ${LARGE_ROWS} and relnamespace = 'public'::regnamespace`)
    for (const { relname } of rows) names.add(String(relname))
  }
  return names
}

interface LoggedPlan {
  readonly 'Query Text': string
  readonly Plan: PlanNode & { readonly 'Actual Loops': number }
}

/** Reads the plans from an end of a log. Lines of an entry after the first one begin with a tab. */
async function plansIn(
  log: NodeJS.ReadableStream,
  large: ReadonlySet<string>,
): Promise<readonly ExecutedPlan[]> {
  const plans = new Map<string, ExecutedPlan>()
  let json: string | undefined
  for await (const line of createInterface({ input: log })) {
    if (json !== undefined && line.startsWith('\t')) json += line
    else {
      if (json !== undefined) keepWorst(plans, executed(JSON.parse(json) as LoggedPlan, large))
      json = line.endsWith(' plan:') ? '' : undefined
    }
  }
  return [...plans.values()]
}

function keepWorst(plans: Map<string, ExecutedPlan>, plan: ExecutedPlan): void {
  const known = plans.get(plan.text)
  const isWorse = known === undefined || plan.rowsRead > known.rowsRead
  const scanned = [...new Set([...(known?.scanned ?? []), ...plan.scanned])]
  plans.set(plan.text, { ...(isWorse ? plan : known), scanned })
}

function executed(
  { 'Query Text': text, Plan }: LoggedPlan,
  large: ReadonlySet<string>,
): ExecutedPlan {
  const nodes = withInner(Plan)
  const reads = nodes.filter((node) => node['Relation Name'] !== undefined)
  const rowsRead = reads.reduce((sum, node) => sum + rowsOf(node), 0)
  const scanned = reads
    .filter((node) => node['Node Type'] === 'Seq Scan' && rowsOf(node) > 0)
    .map((node) => node['Relation Name'] ?? '')
    .filter((table) => large.has(table))
  return {
    text: text.replaceAll(/\s+/g, ' '),
    rowsRead,
    rowsReturned: Plan['Actual Rows'],
    reads: reads.toSorted((a, b) => rowsOf(b) - rowsOf(a)).map(textOf),
    scanned,
  }
}

function textOf(node: PlanNode): string {
  const place = node['Index Name'] ?? node['Relation Name'] ?? ''
  return `${node['Node Type']} ${place} (${Math.round(rowsOf(node))})`
}

/** Of all loops, where the plan states the rows of one. */
function rowsOf(node: PlanNode & { readonly 'Actual Loops'?: number }): number {
  return (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1)
}

function withInner(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(withInner)]
}
