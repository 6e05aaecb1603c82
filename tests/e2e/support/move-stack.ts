import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { startProgram } from '@takeoff/kit/testing/run-program'
import type { EndedProgram } from '@takeoff/kit/testing/run-program'
import { repositoryRoot } from '@takeoff/bundles/programs'
import { readBaseEnvironment } from '@takeoff/dev-env/config'
import { readSecrets } from '@takeoff/dev-env/secrets'
import type { Secrets } from '@takeoff/dev-env/secrets'
import { databaseNameOf, databaseOwners } from '@takeoff/dev-env/service-plans'
import type { DatabaseOwner } from '@takeoff/dev-env/service-plans'
import { openDatabase } from '@takeoff/kit/postgres/database'
import { createLogger } from '@takeoff/kit/service/logger'
import { entities as ofOrders } from '@takeoff/order-documents/db/entities'
import { migrations as orderMigrations } from '@takeoff/order-documents/db/migrations'
import { entities as ofLists } from '@takeoff/production-lists/db/entities'
import { migrations as listMigrations } from '@takeoff/production-lists/db/migrations'
import { entities as ofWebhooks } from '@takeoff/webhooks/db/entities'
import { migrations as webhookMigrations } from '@takeoff/webhooks/db/migrations'
import type { SharedDevEnv } from './dev-env.ts'
import { openPlainDatabase } from '@takeoff/dev-env/postgres/open-plain-database'

const tables = {
  'production-lists': { entities: ofLists, migrations: listMigrations },
  'order-documents': { entities: ofOrders, migrations: orderMigrations },
  webhooks: { entities: ofWebhooks, migrations: webhookMigrations },
}
/** Greater than every id of the stack: the other deployment gives ids of a range of its own. */
const LAST_ID = 2_000_000_000

/** The databases and files of one deployment. */
export interface Deployment {
  readonly databases: Readonly<Record<DatabaseOwner, string>>
  readonly files: string
}

/** Runs `npm run organization` of a service on a deployment; `until` kills it at that output. */
export type Run = (
  deployment: Deployment,
  service: DatabaseOwner,
  args: readonly string[],
  until?: string,
) => Promise<EndedProgram>

/** A second deployment beside the stack, without an organization, and the program that moves one. */
export async function openMoveStack(
  devEnv: SharedDevEnv,
  opened: AsyncDisposableStack,
): Promise<{
  readonly other: Deployment
  readonly secrets: Secrets
  readonly run: Run
  readonly folder: string
}> {
  const { path: folder } = opened.use(await openTemporaryFolder('takeoff-move'))
  const databases: Partial<Record<DatabaseOwner, string>> = {}
  for (const service of databaseOwners)
    databases[service] = await createDatabase(devEnv, service, opened)
  const secrets = await readSecrets(path.join(path.dirname(devEnv.files), 'secrets.json'))
  const run: Run = async (deployment, service, args, until) => {
    const env = {
      ...readBaseEnvironment(),
      DATABASE_URL: deployment.databases[service],
      FILES_PATH: deployment.files,
      PROVIDERS_SECRET_KEY: secrets.providersKey,
      WEBHOOKS_SECRET_KEY: secrets.webhooksKey,
    }
    const program = path.join(repositoryRoot, 'services', service, 'src/organization.ts')
    const started = startProgram(program, args, env)
    return until === undefined ? started.end() : started.endAt(until)
  }
  return {
    other: { databases: databases as Deployment['databases'], files: path.join(folder, 'files') },
    secrets,
    run,
    folder,
  }
}

async function createDatabase(
  devEnv: SharedDevEnv,
  service: DatabaseOwner,
  opened: AsyncDisposableStack,
): Promise<string> {
  const admin = opened.use(await openPlainDatabase(devEnv.databases[service]))
  const name = `moved_${databaseNameOf(service)}`
  await admin.query(`create database ${name}`)
  opened.defer(async () => void (await admin.query(`drop database ${name} with (force)`)))
  const url = new URL(devEnv.databases[service])
  url.pathname = `/${name}`
  const logger = createLogger('test', 'silent')
  await using database = await openDatabase({
    ...tables[service],
    url: url.href,
    poolSize: 2,
    logger,
  })
  await database.migrate()
  await database.query(
    `select setval(format('%I', sequencename)::regclass, ${LAST_ID}) from pg_sequences where data_type = 'integer'::regtype`,
  )
  return url.href
}
