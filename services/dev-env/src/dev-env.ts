import { rm } from 'node:fs/promises'
import path from 'node:path'
import { loadDevelopmentData as loadVendors } from '@takeoff/order-documents/development-data'
import {
  loadDevelopmentData as loadJobs,
  readDevelopmentJobs,
} from '@takeoff/production-lists/development-data'
import { repositoryRoot } from './config.ts'
import { devDetailsFile, devDetailsOf, writeDevDetails } from './dev-details.ts'
import type { Carrier, DevDetails, DevDetailsSource } from './dev-details.ts'
import { connectDevelopmentVendors } from './development-connections.ts'
import { createDevelopmentLists } from './development-lists.ts'
import { importNewerPrices } from './newer-prices.ts'
import { mintDevelopmentTokens, OTHER_ORG_ID } from './development-tokens.ts'
import type { DevelopmentTokens } from './development-tokens.ts'
import { requireFreePort } from './free-ports.ts'
import { lockHome } from './home-lock.ts'
import { startInfrastructure } from './infrastructure.ts'
import type { BrokerChoice, Infrastructure } from './infrastructure.ts'
import type { TokenRequest } from './issuer.ts'
import { openOwnDatabases } from './own-databases.ts'
import type { OwnDatabases } from './own-databases.ts'
import type { BrokerKind } from './rabbitmq.ts'
import type { ProcessName, ServiceName } from './service-name.ts'
import {
  databaseOwners,
  httpCarrierUrl,
  planServices,
  filesFolder,
  SIMULATOR_TOKEN,
  urlOf,
} from './service-plans.ts'
import type { DatabaseOwner, ExtraEnvironment } from './service-plans.ts'
import { settle } from './settle.ts'
import { startServices } from './stack-services.ts'
import type { StackServices } from './stack-services.ts'
import { waitFor } from './wait-for.ts'

const SETTLE_LIMIT_MS = 60_000
const READY_LIMIT_MS = 60_000

export interface DevEnvOptions {
  /** Folder of everything that is kept. */
  readonly home: string
  /** Port of the gateway. */
  readonly port: number
  /** Processes of the webhook service, which share its work. One when left out. */
  readonly webhookProcesses?: number
  readonly broker?: BrokerChoice
  readonly amqpUrl?: string | undefined
  /** As root on Debian, RabbitMQ may be installed when there is none. */
  readonly mayInstallBroker?: boolean
  /** The data may be lost in a power cut. */
  readonly throwaway?: boolean
  /** Variables on top of those a service gets anyway. */
  readonly environment?: ExtraEnvironment
  /** Hears of each step and of every error, one line each. */
  readonly log: (line: string) => void
}

/** The whole product on this machine. Disposing stops all of it and keeps the data. */
export interface DevEnv extends AsyncDisposable {
  readonly graphqlUrl: string
  /** Base addresses without a slash at the end. */
  readonly urls: Readonly<Record<ServiceName, string>>
  /** Connection strings. */
  readonly databases: Readonly<Record<DatabaseOwner, string>>
  /** What each subgraph wants to see in x-service-authorization. */
  readonly serviceSecrets: Readonly<Record<DatabaseOwner, string>>
  /** Folder of the logs, one file for each process. */
  readonly logs: string
  /** Folder of the stored files of orders. */
  readonly files: string
  readonly broker: { readonly kind: BrokerKind; readonly url: string } | undefined
  readonly carrier: Carrier
  /** Where domain events are published: EVENTS_URL and EVENTS_SECRET of the services. */
  readonly events: { readonly url: string; readonly secret: string }
  /** The content of dev.json. */
  readonly details: DevDetails
  mintToken(request: TokenRequest): Promise<string>
  /**
   * Kills a process with SIGKILL; it is started again by itself.
   * @returns false when there was nothing to kill, as it has just ended and starts again
   */
  kill9(name: ProcessName): Promise<boolean>
  /** Resolves when a process serves, at once when it does. */
  whenReady(name: ProcessName): Promise<void>
  /** Stops a process in the middle of what it does (SIGSTOP), until it is thawed. */
  freeze(name: ProcessName): Promise<void>
  thaw(name: ProcessName): Promise<void>
  /** PostgreSQL's immediate stop, as a crash; resolves when it was started again and serves. */
  stopPostgres(): Promise<void>
  /** Kills the private broker with SIGKILL; resolves when it was started again and takes connections. */
  killBroker(): Promise<void>
  /** Makes the private broker hold publishers back as if its memory were full, or lets them go on. */
  setMemoryAlarm(isOn: boolean): Promise<void>
  /** Resolves when outboxes, queue and due deliveries are drained and every service serves. */
  settle(limitMs?: number): Promise<void>
}

/**
 * Boots PostgreSQL, a broker, an issuer, all services and the gateway, and loads the development data.
 * @throws HomeInUseError, PortInUseError, or an Error that says which part did not start
 */
export async function startDevEnv(options: DevEnvOptions): Promise<DevEnv> {
  await using stack = new AsyncDisposableStack()
  const { home, port, log } = options
  const lock = stack.use(await lockHome(home, port))
  await requireFreePort(port, lock.wasLeftBehind)
  await rm(devDetailsFile(home), { force: true })

  log('Starting PostgreSQL and a broker')
  const infrastructure = await startInfrastructure(stack, {
    ...options,
    webhookProcesses: options.webhookProcesses ?? 1,
    broker: options.broker ?? 'auto',
    amqpUrl: options.amqpUrl,
    mayInstallBroker: options.mayInstallBroker ?? false,
    throwaway: options.throwaway ?? false,
    say: log,
  })
  const tokens = await mintDevelopmentTokens(infrastructure.issuer)
  const running = await startOnBestCarrier(stack, { ...infrastructure, options, tokens })

  log('Loading the development data')
  const databases = await openOwnDatabases(stack, infrastructure.databases)
  const graphqlUrl = `${urlOf('gateway', infrastructure)}/graphql`
  await waitUntilServing(infrastructure)
  const details = await loadData(databases, {
    graphqlUrl,
    tokens,
    carrier: running.carrier,
    eventsUrl: eventsUrlOf(running, infrastructure),
    databases: infrastructure.databases,
    providerSimulator: {
      url: urlOf('provider-simulator', infrastructure),
      accessToken: SIMULATOR_TOKEN,
    },
  })
  await writeDevDetails(home, details)
  // The file says that all of it serves, so it goes first.
  stack.defer(() => rm(devDetailsFile(home), { force: true }))

  const opened = stack.move()
  return devEnvOf({ infrastructure, running, databases, details, home, opened })
}

interface Running {
  readonly services: StackServices
  readonly carrier: Carrier
}

interface Start extends Infrastructure {
  readonly options: DevEnvOptions
  readonly tokens: DevelopmentTokens
}

/** A broker that does not come up must not keep anybody from working: the http carrier takes over. */
async function startOnBestCarrier(stack: AsyncDisposableStack, start: Start): Promise<Running> {
  const { broker } = start
  const { log } = start.options
  if (broker !== undefined) {
    log(`Starting the services on RabbitMQ (${broker.kind})`)
    const services = stack.use(await startAll(start, broker.url))
    try {
      await broker.ready
      return { services, carrier: 'amqp' }
    } catch (error) {
      log((error as Error).message)
      await services[Symbol.asyncDispose]()
    }
  }
  log(
    'WITHOUT RABBITMQ: no broker is installed or reachable (AMQP_URL), so events go over the http carrier.',
  )
  const services = stack.use(await startAll(start, httpCarrierUrl(start)))
  return { services, carrier: 'http' }
}

function eventsUrlOf({ carrier }: Running, infrastructure: Infrastructure): string {
  const broker = carrier === 'amqp' ? infrastructure.broker : undefined
  return broker?.url ?? httpCarrierUrl(infrastructure)
}

function startAll(start: Start, eventsUrl: string): Promise<StackServices> {
  const { options, tokens } = start
  const plans = planServices({
    ...start,
    home: options.home,
    eventsUrl,
    explorerToken: tokens.admin,
    extra: options.environment ?? {},
  })
  return startServices(plans, {
    directory: repositoryRoot,
    logs: path.join(options.home, 'logs'),
    say: options.log,
  })
}

/** The gateway's own page turns to 200 at the end, when the development data is there too. */
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

async function loadData(
  databases: OwnDatabases,
  rest: Omit<DevDetailsSource, 'jobs' | 'lists'>,
): Promise<DevDetails> {
  const { graphqlUrl, tokens } = rest
  await Promise.all([
    loadJobs(databases['production-lists']),
    loadVendors(databases['order-documents']),
  ])
  const jobs = await readDevelopmentJobs()
  const tokenOf = (orgId: number): string =>
    orgId === OTHER_ORG_ID ? tokens.otherOrg : tokens.admin
  const lists = await createDevelopmentLists(graphqlUrl, jobs, tokenOf)
  await importNewerPrices(graphqlUrl, tokenOf)
  await connectDevelopmentVendors(graphqlUrl, tokenOf)
  return devDetailsOf({ ...rest, jobs, lists })
}

type Faults = Pick<
  DevEnv,
  'kill9' | 'whenReady' | 'freeze' | 'thaw' | 'stopPostgres' | 'killBroker' | 'setMemoryAlarm'
>

/** What a test may do to a stack that runs; it comes back from each of these by itself. */
function faultsOf({ postgres, broker }: Infrastructure, { services }: Running): Faults {
  return {
    kill9: (name) => services.named(name).kill9(),
    async whenReady(name) {
      const service = services.named(name)
      await waitFor(() => service.isReady() || undefined, { what: name, limitMs: READY_LIMIT_MS })
    },
    freeze: async (name) => services.named(name).freeze(),
    thaw: async (name) => services.named(name).thaw(),
    stopPostgres: () => postgres.stopImmediately(),
    async killBroker() {
      await broker?.kill9()
      await broker?.restarted()
    },
    setMemoryAlarm: async (isOn) => broker?.setMemoryAlarm(isOn),
  }
}

function devEnvOf(parts: {
  readonly infrastructure: Infrastructure
  readonly running: Running
  readonly databases: OwnDatabases
  readonly details: DevDetails
  readonly home: string
  readonly opened: AsyncDisposableStack
}): DevEnv {
  const { infrastructure, running, databases, details, home, opened } = parts
  const { secrets, issuer } = infrastructure
  const broker = running.carrier === 'amqp' ? infrastructure.broker : undefined
  return {
    graphqlUrl: details.graphqlUrl,
    urls: {
      'provider-simulator': details.providerSimulator.url,
      webhooks: urlOf('webhooks', infrastructure),
      'production-lists': urlOf('production-lists', infrastructure),
      'order-documents': urlOf('order-documents', infrastructure),
      gateway: urlOf('gateway', infrastructure),
    },
    databases: infrastructure.databases,
    serviceSecrets: secrets.services,
    logs: path.join(home, 'logs'),
    files: filesFolder(home),
    broker,
    carrier: running.carrier,
    events: { url: details.eventsUrl, secret: secrets.events },
    details,
    mintToken: (request) => issuer.mintToken(request),
    ...faultsOf(infrastructure, running),
    settle: (limitMs = SETTLE_LIMIT_MS) =>
      settle({
        databases,
        amqpUrl: broker?.url,
        limitMs,
        isReady: () => running.services.areReady(),
      }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
