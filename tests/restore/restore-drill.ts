import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startDevEnv } from '@takeoff/dev-env/dev-env'
import type { DevEnv, DevEnvOptions } from '@takeoff/dev-env/dev-env'
import { findFreePort } from '@takeoff/kit/http/free-ports'
import { startPostgres } from '@takeoff/dev-env/postgres/postgres'
import type { Postgres } from '@takeoff/dev-env/postgres/postgres'
import { filesFolder } from '@takeoff/dev-env/service-plans'
import { waitFor } from '@takeoff/dev-env/wait-for'
import { disposeAtSignal } from '../support/dispose-at-signal.ts'
import { WITHOUT_BUDGETS } from '../support/without-budgets.ts'
import {
  archiveAll,
  archivedIn,
  archivingSettings,
  backUp,
  restoreTo,
  withSession,
} from './archived-postgres.ts'
import type { Archived } from './archived-postgres.ts'
import { placeOrders } from './place-orders.ts'
import type { PlacedOrder } from './place-orders.ts'
import { lookUpDrafts, verifyServices } from './verify-services.ts'
import type { Verified } from './verify-services.ts'

const FINISHED_LIMIT_MS = 120_000

export interface DrillOptions {
  /** Of `drillStack`. */
  readonly stack: DevEnvOptions
  readonly orders: number
  /** Whether the services are started on the restored databases, and verified while they run. */
  readonly serves: boolean
}

/** A verification, and what it had to find. */
export interface Stage {
  readonly what: string
  readonly expected: readonly string[]
  readonly verified: readonly Verified[]
}

export interface Drill {
  readonly placed: readonly PlacedOrder[]
  /** Documents that the restored database has. */
  readonly restoredDocuments: ReadonlySet<string>
  readonly stages: readonly Stage[]
  /** What took how long, in milliseconds. */
  readonly durations: Readonly<Record<string, number>>
}

/** A stack whose PostgreSQL archives its WAL. */
export async function drillStack(home: string): Promise<DevEnvOptions> {
  return {
    home,
    port: await findFreePort(),
    throwaway: true,
    // What RabbitMQ has confirmed is no longer in the outbox, and is not restored with the databases.
    broker: 'http',
    postgresSettings: await archivingSettings(archivedIn(home)),
    environment: { gateway: WITHOUT_BUDGETS },
    say: () => undefined,
  }
}

/**
 * Ends a stack, restores its databases to a moment in the middle of orders, and verifies them with the files that were
 * stored until the end, and with a file that is missing, one that no row names, and a lost event.
 */
export async function runRestoreDrill(
  devEnv: DevEnv,
  { stack, orders, serves }: DrillOptions,
): Promise<Drill> {
  const { home } = stack
  const archived = archivedIn(home)
  const durations: Record<string, number> = {}
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const begunAt = performance.now()
    const result = await work()
    durations[what] = performance.now() - begunAt
    return result
  }
  const { placed, moment } = await orderUntilDisaster(devEnv, { orders, archived, timed })
  await devEnv[Symbol.asyncDispose]()
  const stages: Stage[] = []
  const restoredDocuments = new Set<string>()
  {
    await using postgres = await timed('restore: copy, replay to the moment, promotion', () =>
      restore(stack, archived, moment),
    )
    const databases = databasesOf(postgres)
    await lookUpDrafts(home, databases)
    const documents = await rowsOf(databases['order-documents'], 'select id from order_document')
    for (const { id } of documents) restoredDocuments.add(id ?? '')
    const orphans = await orphansOf(home, postgres)
    const expected = orphans.map((name) => `orphan file: ${name}`)
    if (!serves) {
      expected.push(...(await plant(home, databases)))
      stages.push(await verified('with planted faults', { home, databases, expected }))
      return { placed, restoredDocuments, stages, durations }
    }
    stages.push(await verified('after the restore', { home, databases, expected }))
    for (const name of orphans) await rm(path.join(filesFolder(home), name))
  }
  await using restored = await timed('start on the restored databases', () =>
    disposeAtSignal(startDevEnv(stack)),
  )
  await placeOrders(restored, { count: 4, atHalf: () => Promise.resolve() })
  await untilFinished(restored)
  const { databases } = restored
  stages.push(await verified('in use', { home, databases, expected: [] }))
  const expected = await plant(home, databases)
  stages.push(await verified('with planted faults', { home, databases, expected }))
  return { placed, restoredDocuments, stages, durations }
}

interface Ordering {
  readonly orders: number
  readonly archived: Archived
  readonly timed: <T>(what: string, work: () => Promise<T>) => Promise<T>
}

async function orderUntilDisaster(devEnv: DevEnv, { orders, archived, timed }: Ordering) {
  const url = devEnv.databases['order-documents']
  await timed('base backup', () => backUp(archived, url))
  let moment = ''
  const takeMoment = async (): Promise<void> => {
    moment = (await rowsOf(url, 'select clock_timestamp()::text as moment'))[0]?.['moment'] ?? ''
  }
  const placed = await timed('orders, one after the other from four callers', () =>
    placeOrders(devEnv, { count: orders, atHalf: takeMoment }),
  )
  await untilFinished(devEnv)
  await timed('archiving the last WAL', () => archiveAll(url))
  return { placed, moment }
}

/** Starts PostgreSQL alone, and resolves when it has replayed everything up to the moment. */
async function restore(
  { home, postgresSettings = {} }: DevEnvOptions,
  archived: Archived,
  moment: string,
): Promise<Postgres> {
  await restoreTo(moment, archived)
  const postgres = await disposeAtSignal(
    startPostgres({
      directory: path.join(home, 'postgres'),
      logFile: path.join(home, 'logs/restore.log'),
      throwaway: true,
      settings: postgresSettings,
    }),
  )
  const isPrimary = async (): Promise<true | undefined> => {
    const [row] = await rowsOf(postgres.url, 'select pg_is_in_recovery()::text as recovers')
    return row?.['recovers'] === 'false' || undefined
  }
  await waitFor(isPrimary, { what: 'The promotion', limitMs: FINISHED_LIMIT_MS, intervalMs: 20 })
  return postgres
}

function databasesOf(postgres: Postgres) {
  return {
    'production-lists': postgres.urlOf('production_lists'),
    'order-documents': postgres.urlOf('order_documents'),
    webhooks: postgres.urlOf('webhooks'),
  }
}

/** Plants a missing file, a file without a row and a lost event. Returns how they must be reported. */
async function plant(home: string, databases: DevEnv['databases']): Promise<string[]> {
  const ordersUrl = databases['order-documents']
  const [file] = await rowsOf(
    ordersUrl,
    `select storage_key as key, order_document_id as document from order_document_file order by created_at limit 1`,
  )
  const [event] = await rowsOf(
    databases.webhooks,
    `delete from domain_event where id = (select id from domain_event
      where aggregate_type = 'order-document' order by id limit 1)
    returning aggregate_id as document, sequence::text`,
  )
  const orphan = `${path.dirname(file?.['key'] ?? '')}/9.pdf`
  await rm(path.join(filesFolder(home), file?.['key'] ?? ''))
  await writeFile(path.join(filesFolder(home), orphan), 'of no row')
  return [
    `missing file: ${file?.['key']} of order document ${file?.['document']}`,
    `orphan file: ${orphan}`,
    `lost event: ${event?.['sequence']} of order-document ${event?.['document']}`,
  ]
}

async function verified(
  what: string,
  {
    home,
    databases,
    expected,
  }: Pick<DevEnv, 'databases'> & { home: string; expected: readonly string[] },
): Promise<Stage> {
  return { what, expected, verified: await verifyServices(home, databases) }
}

/** Names of stored files that no row of the restored database has. */
async function orphansOf(home: string, postgres: Postgres): Promise<string[]> {
  const rows = await rowsOf(
    postgres.urlOf('order_documents'),
    'select storage_key as key from order_document_file union select storage_key from file_upload',
  )
  const known = new Set(rows.map(({ key }) => key))
  const entries = await readdir(filesFolder(home), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(filesFolder(home), path.join(entry.parentPath, entry.name)))
    .filter((name) => !known.has(name))
}

/** Also documents whose attempt was cut off, which another one finishes when its lease has ended. */
async function untilFinished(devEnv: DevEnv): Promise<void> {
  const isFinished = async (): Promise<true | undefined> => {
    const pending = await rowsOf(
      devEnv.databases['order-documents'],
      `select id from order_document where state = 'pending' limit 1`,
    )
    return pending.length === 0 || undefined
  }
  await waitFor(isFinished, { what: 'The last document', limitMs: FINISHED_LIMIT_MS })
  await devEnv.waitUntilIdle()
}

function rowsOf(url: string, text: string): Promise<Record<string, string>[]> {
  return withSession(url, (query) => query(text))
}
