import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { DatabaseRoles } from '@takeoff/kit/postgres/database-roles'
import { findFreePorts } from '@takeoff/kit/http/free-ports'
import { readIdentities } from './issuer/identities.ts'
import type { Identities } from './issuer/identities.ts'
import { startIssuer } from './issuer/issuer.ts'
import type { Issuer } from './issuer/issuer.ts'
import { startPostgres } from './postgres/postgres.ts'
import type { Postgres } from './postgres/postgres.ts'
import { startBroker } from './rabbitmq/rabbitmq.ts'
import type { Broker } from './rabbitmq/rabbitmq.ts'
import { readSecrets } from './secrets.ts'
import type { Secrets } from './secrets.ts'
import type { ServiceName } from './service-name.ts'
import { byOwner, databaseNameOf, databaseOwners } from './service-plans.ts'
import type { DatabaseOwner } from './service-plans.ts'

export interface InfrastructureOptions {
  readonly home: string
  /** Port of the gateway. */
  readonly port: number
  readonly webhookProcesses: number
  readonly broker: BrokerChoice
  readonly amqpUrl: string | undefined
  readonly mayInstallBroker: boolean
  readonly throwaway: boolean
  readonly postgresSettings: Readonly<Record<string, string>>
  readonly say: (line: string) => void
}

/** `auto` uses a RabbitMQ where one is available; `http` never does. */
export type BrokerChoice = 'auto' | 'http'

/** The infrastructure below the services. */
export interface Infrastructure {
  readonly secrets: Secrets
  readonly ports: Readonly<Record<ServiceName, number>>
  /** Ports of the webhook service's processes after the first. */
  readonly furtherWebhookPorts: readonly number[]
  readonly postgres: Postgres
  /** Addresses for the superuser, who sees the rows of all organizations. */
  readonly databases: Readonly<Record<DatabaseOwner, string>>
  readonly databaseRoles: Readonly<Record<DatabaseOwner, DatabaseRoles>>
  readonly issuer: Issuer
  readonly identities: Identities
  /** Undefined when none is available: the http transport is used. */
  readonly broker: Broker | undefined
}

/** Starts all parts at once; those that did start are on the stack when one fails. */
export async function startInfrastructure(
  stack: AsyncDisposableStack,
  options: InfrastructureOptions,
): Promise<Infrastructure> {
  const { home, port, webhookProcesses } = options
  await mkdir(path.join(home, 'logs'), { recursive: true })
  const secrets = await readSecrets(path.join(home, 'secrets.json'))
  const starting = [
    startDatabases(stack, options, secrets),
    startIssuer(path.join(home, 'issuer.json')).then((issuer) => stack.use(issuer)),
    startBrokerOf(stack, options, secrets),
  ] as const
  // All have settled before one may throw, so that nothing starts during the clean-up.
  await Promise.allSettled(starting)
  const [{ postgres, databases, databaseRoles }, issuer, broker] = await Promise.all(starting)
  const [
    simulator = 0,
    productionLists = 0,
    orderDocuments = 0,
    console = 0,
    webhooks = 0,
    ...furtherWebhookPorts
  ] = await findFreePorts(4 + webhookProcesses)
  const ports = {
    'provider-simulator': simulator,
    webhooks,
    'production-lists': productionLists,
    'order-documents': orderDocuments,
    console,
    gateway: port,
  }
  return {
    secrets,
    ports,
    furtherWebhookPorts,
    postgres,
    databases,
    databaseRoles,
    issuer,
    identities: await readIdentities(),
    broker,
  }
}

async function startDatabases(
  stack: AsyncDisposableStack,
  { home, throwaway, postgresSettings, say }: InfrastructureOptions,
  secrets: Secrets,
): Promise<Pick<Infrastructure, 'postgres' | 'databases' | 'databaseRoles'>> {
  const postgres = await startPostgres({
    directory: path.join(home, 'postgres'),
    logFile: path.join(home, 'logs/postgres.log'),
    throwaway,
    settings: postgresSettings,
    say,
  })
  stack.use(postgres)
  const databaseRoles = readDatabaseRoles(secrets)
  await Promise.all(
    databaseOwners.map((owner) =>
      postgres.createDatabase(databaseNameOf(owner), databaseRoles[owner]),
    ),
  )
  const databases = byOwner((owner) => postgres.urlOf(databaseNameOf(owner)))
  return { postgres, databases, databaseRoles }
}

/** As in production, each service has two roles of its own. */
export function readDatabaseRoles({
  databaseOwner,
  databaseProcess,
}: Secrets): Infrastructure['databaseRoles'] {
  return byOwner((owner) => {
    const name = databaseNameOf(owner)
    return {
      owner: { name: `${name}_owner`, password: databaseOwner },
      process: { name, password: databaseProcess },
    }
  })
}

async function startBrokerOf(
  stack: AsyncDisposableStack,
  options: InfrastructureOptions,
  secrets: Secrets,
): Promise<Broker | undefined> {
  if (options.broker === 'http') return undefined
  const broker = await startBroker({
    amqpUrl: options.amqpUrl,
    directory: path.join(options.home, 'rabbitmq'),
    logFile: path.join(options.home, 'logs/rabbitmq.log'),
    password: secrets.broker,
    mayInstall: options.mayInstallBroker,
    say: options.say,
  })
  if (broker === undefined) return undefined
  // The promise is awaited later; until then a rejection must not count as unhandled.
  broker.ready.catch(() => undefined)
  return stack.use(broker)
}
