import { cp, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { findOrInstall } from '@takeoff/dev-env/find-or-install'
import { findFreePorts } from '@takeoff/kit/http/free-ports'
import { readDatabaseRoles } from '@takeoff/dev-env/infrastructure'
import { installPackage } from '@takeoff/dev-env/install-package'
import { readIdentities } from '@takeoff/dev-env/issuer/identities'
import { startIssuer } from '@takeoff/dev-env/issuer/issuer'
import type { Issuer } from '@takeoff/dev-env/issuer/issuer'
import { findRabbitmqServer } from '@takeoff/dev-env/rabbitmq/rabbitmq-node'
import { readSecrets } from '@takeoff/dev-env/secrets'
import { databaseOwners, urlOf } from '@takeoff/dev-env/service-plans'
import type { DatabaseOwner } from '@takeoff/dev-env/service-plans'
import { WITHOUT_BUDGETS } from '../support/without-budgets.ts'
import { Disks } from './disks.ts'
import { openNetwork } from './network.ts'
import type { Network } from './network.ts'
import { PostgresPair } from './postgres-pair.ts'
import { startBrokerCluster } from './rabbitmq-cluster.ts'
import type { BrokerCluster } from './rabbitmq-cluster.ts'
import { startServices } from './services.ts'
import type { ClusterServices } from './services.ts'

const NODES = 3

/** Two PostgreSQL, three RabbitMQ nodes, two of every process unless it is said otherwise, and HAProxy. */
export interface Cluster extends AsyncDisposable {
  readonly home: string
  readonly network: Network
  readonly disks: Disks
  readonly postgres: PostgresPair
  readonly broker: BrokerCluster
  readonly services: ClusterServices
  readonly issuer: Issuer
  /** Addresses for the superuser, with both hosts. */
  readonly databases: Readonly<Record<DatabaseOwner, string>>
  /** The public endpoint. */
  readonly url: string
  /** Copies the logs to a folder that stays. */
  keepLogs(): Promise<string>
}

export interface ClusterOptions {
  readonly isSynchronous: boolean
  /** Of each service; two when left out. */
  readonly processes?: number
  readonly say: (line: string) => void
}

/** The paths of the programs that no package has. */
export interface ClusterPrograms {
  readonly rabbitmq: string
  readonly haproxy: string
}

/** Undefined when the machine lacks one; RabbitMQ and HAProxy are installed as root on Debian. */
export async function findPrograms(
  say: (line: string) => void,
): Promise<ClusterPrograms | undefined> {
  if (process.platform !== 'linux') {
    say('SKIPPED: the cluster needs Linux')
    return undefined
  }
  if ((await findRabbitmqServer()) === undefined) {
    const logFile = path.join(tmpdir(), 'takeoff-install-rabbitmq.log')
    await installPackage('rabbitmq-server', { logFile, say })
  }
  const rabbitmq = await findRabbitmqServer()
  const haproxy = await findOrInstall('haproxy')
  if (rabbitmq !== undefined && haproxy !== undefined) return { rabbitmq, haproxy }
  say(`SKIPPED: the cluster needs ${rabbitmq === undefined ? 'rabbitmq-server' : 'haproxy'}`)
  return undefined
}

/** Starts everything; resolves when the public endpoint serves. */
export async function startCluster(
  programs: ClusterPrograms,
  { isSynchronous, processes = 2, say }: ClusterOptions,
): Promise<Cluster> {
  await using stack = new AsyncDisposableStack()
  const { path: home } = stack.use(await openTemporaryFolder(`takeoff-cluster-${process.pid}`))
  const network = stack.use(await openNetwork(say))
  const disks = stack.use(new Disks(say))
  await mkdir(path.join(home, 'logs'))
  const secrets = await readSecrets(path.join(home, 'secrets.json'))
  const roles = readDatabaseRoles(secrets)
  const machines = [await network.addHost('pg1'), await network.addHost('pg2')] as const
  const brokers = []
  for (let n = 1; n <= NODES; n += 1) brokers.push(await network.addHost(`mq${n}`))
  const starting = [
    startIssuer(path.join(home, 'issuer.json')).then((issuer) => stack.use(issuer)),
    PostgresPair.start(home, { machines, disks, isSynchronous }).then((pair) => stack.use(pair)),
    startBrokerCluster(programs.rabbitmq, brokers, home).then((cluster) => stack.use(cluster)),
  ] as const
  await Promise.allSettled(starting)
  const [issuer, postgres, broker] = await Promise.all(starting)
  await disks.mount(path.join(home, 'files'))
  for (const name of databaseOwners) await postgres.createDatabase(name, roles[name])
  const databases = postgres.urls()
  const [lists = 0, orders = 0, webhooks = 0, gateway = 0, unused = 0] = await findFreePorts(5)
  const ports = {
    'production-lists': lists,
    'order-documents': orders,
    webhooks,
    gateway,
    // Neither runs here.
    console: unused,
    'provider-simulator': unused,
  }
  const extraOf = (name: DatabaseOwner): Record<string, string> => ({
    DATABASE_URL: postgres.urlForRole(name, roles[name].process),
    DATABASE_MIGRATION_URL: postgres.urlForRole(name, roles[name].owner),
  })
  const services = stack.use(
    await startServices(
      {
        home,
        ports,
        furtherWebhookPorts: [],
        secrets,
        // Replaced below, by addresses with both hosts.
        databases: postgres.urlsOfPrimary(),
        databaseRoles: roles,
        issuer,
        identities: await readIdentities(),
        eventsUrl: broker.url,
        extra: {
          'production-lists': extraOf('production-lists'),
          'order-documents': extraOf('order-documents'),
          webhooks: extraOf('webhooks'),
          gateway: WITHOUT_BUDGETS,
        },
        explorerToken: '',
      },
      { haproxy: programs.haproxy, count: processes },
    ),
  )
  const opened = stack.move()
  const url = `${urlOf('gateway', { ports })}/graphql`
  return {
    home,
    network,
    disks,
    postgres,
    broker,
    services,
    issuer,
    databases,
    url,
    async keepLogs() {
      const kept = await mkdtemp(path.join(tmpdir(), 'takeoff-logs-'))
      await cp(path.join(home, 'logs'), kept, { recursive: true })
      return kept
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
