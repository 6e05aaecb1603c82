import { rm } from 'node:fs/promises'
import path from 'node:path'
import { devDetailsFile, devDetailsOf, writeDevDetails } from './dev-details.ts'
import type { Transport, DevDetails } from './dev-details.ts'
import { DevelopmentApi } from './development-api.ts'
import { mintDevelopmentTokens } from './development-tokens.ts'
import { faultsOf } from './faults.ts'
import type { Faults } from './faults.ts'
import { requireFreePort } from './require-free-port.ts'
import { lockHome } from './home-lock.ts'
import { startInfrastructure } from './infrastructure.ts'
import type { BrokerChoice, Infrastructure } from './infrastructure.ts'
import type { TokenRequest } from './issuer/issuer.ts'
import { loadDevelopmentData } from './load-development-data.ts'
import { openOwnDatabases } from './postgres/own-databases.ts'
import type { OwnDatabases } from './postgres/own-databases.ts'
import type { BrokerKind } from './rabbitmq/rabbitmq.ts'
import type { ServiceName } from './service-name.ts'
import { databaseOwners, filesFolder, SIMULATOR_TOKEN, urlOf } from './service-plans.ts'
import type { DatabaseOwner, ExtraEnvironment } from './service-plans.ts'
import { waitUntilIdle } from './wait-until-idle.ts'
import { startOnBestTransport } from './start-on-best-transport.ts'
import type { Running } from './start-on-best-transport.ts'
import { waitFor } from './wait-for.ts'

const IDLE_LIMIT_MS = 120_000
const READY_LIMIT_MS = 120_000

export interface DevEnvOptions {
  /** Folder of all persistent data. */
  readonly home: string
  /** Port of the gateway. */
  readonly port: number
  /** Processes of the webhook service, which share its work. One when left out. */
  readonly webhookProcesses?: number
  readonly broker?: BrokerChoice
  readonly amqpUrl?: string | undefined
  /** Whether RabbitMQ may be installed, as root on Debian, when there is none. */
  readonly mayInstallBroker?: boolean
  /** The data may be lost in a power cut. */
  readonly throwaway?: boolean
  /** Settings of PostgreSQL in addition to those of the stack. */
  readonly postgresSettings?: Readonly<Record<string, string>>
  /** Variables in addition to those of a service. */
  readonly environment?: ExtraEnvironment
  /** Receives each step and every error, one line each. */
  readonly say: (line: string) => void
}

/** The whole product on this machine. Disposing stops all of it and keeps the data. */
export interface DevEnv extends AsyncDisposable, Faults {
  readonly graphqlUrl: string
  /** Base addresses without a slash at the end. */
  readonly urls: Readonly<Record<ServiceName, string>>
  /** Connection strings. */
  readonly databases: Readonly<Record<DatabaseOwner, string>>
  /** The secret of each subgraph that signs service tokens for it. */
  readonly serviceSecrets: Readonly<Record<DatabaseOwner, string>>
  /** Folder of the logs, one file for each process. */
  readonly logs: string
  /** Folder of the stored files of orders. */
  readonly files: string
  readonly broker: { readonly kind: BrokerKind; readonly url: string } | undefined
  readonly transport: Transport
  /** The target of domain events: EVENTS_URL and EVENTS_SECRET of the services. */
  readonly events: { readonly url: string; readonly secret: string }
  /** The content of dev.json. */
  readonly details: DevDetails
  mintToken(request: TokenRequest): Promise<string>
  /** Resolves when outboxes, queue and due deliveries are drained and every service serves. */
  waitUntilIdle(limitMs?: number): Promise<void>
}

/**
 * Boots PostgreSQL, a broker, an issuer, all services and the gateway, and loads the development data.
 * Services run from the bundles that `bundlePrograms` has written.
 * @throws HomeInUseError, PortInUseError, or an Error that says which part did not start
 */
export async function startDevEnv(options: DevEnvOptions): Promise<DevEnv> {
  await using stack = new AsyncDisposableStack()
  const { home, port, say } = options
  const lock = stack.use(await lockHome(home, port))
  await requireFreePort(port, lock.wasLeftBehind)
  await rm(devDetailsFile(home), { force: true })

  say('Starting PostgreSQL and a broker')
  const infrastructure = await startInfrastructure(stack, {
    ...options,
    webhookProcesses: options.webhookProcesses ?? 1,
    broker: options.broker ?? 'auto',
    amqpUrl: options.amqpUrl,
    mayInstallBroker: options.mayInstallBroker ?? false,
    throwaway: options.throwaway ?? false,
    postgresSettings: options.postgresSettings ?? {},
    say,
  })
  const tokens = await mintDevelopmentTokens(infrastructure.issuer)
  const graphqlUrl = `${urlOf('gateway', infrastructure)}/graphql`
  const api = new DevelopmentApi({ graphqlUrl, tokens, say })
  const running = await startOnBestTransport(stack, {
    ...infrastructure,
    home,
    extra: options.environment ?? {},
    explorerToken: tokens.admin,
    load: async () => {
      const databases = await openOwnDatabases(stack, infrastructure.databases)
      return { databases, ...(await loadDevelopmentData(databases, api)) }
    },
    say,
  })
  await waitUntilServing(infrastructure)
  const { databases, ...loaded } = running.loaded
  const details = devDetailsOf({
    ...loaded,
    graphqlUrl,
    tokens,
    issuer: { url: infrastructure.issuer.url },
    transport: running.transport,
    eventsUrl: running.eventsUrl,
    operator: {
      webhooksUrl: urlOf('webhooks', infrastructure),
      operatorSecret: infrastructure.secrets.operator,
      productionListsUrl: urlOf('production-lists', infrastructure),
      orderDocumentsUrl: urlOf('order-documents', infrastructure),
    },
    providerSimulator: {
      url: urlOf('provider-simulator', infrastructure),
      accessToken: SIMULATOR_TOKEN,
    },
  })
  await writeDevDetails(home, details)
  // The file means that the whole stack serves, so it is removed first.
  stack.defer(() => rm(devDetailsFile(home), { force: true }))

  const opened = stack.move()
  return devEnvOf({ infrastructure, running, databases, details, home, opened })
}

/** The gateway's page responds with 200 only at the end, when the development data is loaded too. */
async function waitUntilServing(infrastructure: Infrastructure): Promise<void> {
  await Promise.all(databaseOwners.map((name) => waitUntilReady(urlOf(name, infrastructure))))
}

async function waitUntilReady(serviceUrl: string): Promise<void> {
  await waitFor(
    async () => {
      const response = await fetch(`${serviceUrl}/health/ready`).catch(() => undefined)
      await response?.body?.cancel()
      return response?.status === 200 ? true : undefined
    },
    { what: `${serviceUrl}/health/ready`, limitMs: READY_LIMIT_MS },
  )
}

function devEnvOf(parts: {
  readonly infrastructure: Infrastructure
  readonly running: Omit<Running<unknown>, 'loaded'>
  readonly databases: OwnDatabases
  readonly details: DevDetails
  readonly home: string
  readonly opened: AsyncDisposableStack
}): DevEnv {
  const { infrastructure, running, databases, details, home, opened } = parts
  const { secrets, issuer } = infrastructure
  const broker = running.transport === 'amqp' ? infrastructure.broker : undefined
  return {
    graphqlUrl: details.graphqlUrl,
    urls: {
      'provider-simulator': details.providerSimulator.url,
      webhooks: urlOf('webhooks', infrastructure),
      'production-lists': urlOf('production-lists', infrastructure),
      'order-documents': urlOf('order-documents', infrastructure),
      console: urlOf('console', infrastructure),
      gateway: urlOf('gateway', infrastructure),
    },
    databases: infrastructure.databases,
    serviceSecrets: secrets.services,
    logs: path.join(home, 'logs'),
    files: filesFolder(home),
    broker,
    transport: running.transport,
    events: { url: details.eventsUrl, secret: secrets.events },
    details,
    mintToken: (request) => issuer.mintToken(request),
    ...faultsOf(infrastructure, running.services),
    waitUntilIdle: (limitMs = IDLE_LIMIT_MS) =>
      waitUntilIdle({
        databases,
        amqpUrl: broker?.url,
        limitMs,
        isReady: () => running.services.areReady(),
      }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
