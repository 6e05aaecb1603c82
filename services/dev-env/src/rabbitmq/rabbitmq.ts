import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { closeQuietly } from '@takeoff/kit/concurrency/close-quietly'
import { openBrokerConnection } from '@takeoff/kit/events/broker-connection'
import { declareTopology } from '@takeoff/kit/events/topology'
import { createLogger } from '@takeoff/kit/service/logger'
import { findFreePort } from '@takeoff/kit/http/free-ports'
import { installPackage } from '../install-package.ts'
import { keepRunning } from '../keep-running.ts'
import type { RunningProcess } from '../keep-running.ts'
import { CONTAINER_DATA, findDocker, startRabbitmqContainer } from './rabbitmq-container.ts'
import { findRabbitmqServer, NODE_DATA, startRabbitmqNode } from './rabbitmq-node.ts'
import { waitFor } from '../wait-for.ts'

/** A cold start takes 3 to 6 s; the image of the container may have to come over the network first. */
const START_LIMIT_MS = 120_000
/** Another process may take a port between its choice and the moment when the node listens on it. */
const STARTS = 3
const logger = createLogger('dev-env', 'silent')
/** Killed 0.3 s after the declaration a queue was lost, after 1.5 s none was; Erlang's tables wait 3 s at most. */
const QUEUE_WRITTEN_MS = 3_000
/** Share of the machine's memory at which a node blocks publishers: 3.10's own setting. */
const MEMORY_WATERMARK = '0.4'

export type BrokerKind = 'external' | 'installed' | 'docker'

export interface BrokerOptions {
  /** A broker that runs already; nothing is started then. */
  readonly amqpUrl: string | undefined
  /** Folder of the private node: data, cookie, configuration. */
  readonly directory: string
  readonly logFile: string
  /** Password of the node's only user. */
  readonly password: string
  /** Whether a system package may be installed (as root, with apt-get) when no other RabbitMQ is available. */
  readonly mayInstall: boolean
  readonly say: (line: string) => void
}

/** A RabbitMQ. A private node that ends is started again with its data, at its address. */
export interface Broker extends AsyncDisposable {
  readonly kind: BrokerKind
  readonly url: string
  /** Resolves when it takes connections, rejects when it never will. */
  readonly ready: Promise<void>
  /**
   * @returns false when there was nothing to kill, as it has just ended and starts again
   * @throws Error for an external broker, which is not ours to kill
   */
  kill9(): Promise<boolean>
  /**
   * Kills it; it is started again when it is brought back.
   * @throws Error for an external broker
   */
  takeAway(): Promise<void>
  /** Resolves when it takes connections again. */
  bringBack(): Promise<void>
  /**
   * Makes the broker block publishers as if its memory were full, or unblocks them, as a restart does.
   * @throws Error for an external broker
   */
  setMemoryAlarm(isOn: boolean): Promise<void>
  /** Resolves when it takes connections again: a node of our own is started again by itself. */
  restarted(): Promise<void>
}

/** How a private RabbitMQ is run; `port` accepts AMQP, on loopback unless it is the member of a cluster. */
export interface NodeOptions {
  readonly directory: string
  readonly logFile: string
  readonly username: string
  readonly password: string
  readonly port: number
  readonly member?: ClusterMember
}

/** A node of a cluster, each of which has an address of its own. */
export interface ClusterMember {
  readonly address: string
  /** The addresses of all nodes, this one among them. */
  readonly addresses: readonly string[]
  /** For the connections between nodes: the same on all of them. */
  readonly distributionPort: number
  /** What nodes know one another by. */
  readonly cookie: string
  /** Comes before each command that is run on the machine of the node. */
  readonly enter: readonly string[]
}

/** A RabbitMQ that runs as a child. */
export interface RabbitmqNode extends RunningProcess {
  /** Runs `rabbitmqctl`, and returns what it prints. */
  control(args: readonly string[]): Promise<string>
}

type StartNode = (options: NodeOptions) => Promise<RabbitmqNode>

/**
 * Takes the first available one: AMQP_URL, an installed RabbitMQ, Docker, an installation; else
 * undefined. Resolves as soon as the address is known: a cold start takes seconds, and everything that
 * uses a broker connects with back-off.
 */
export async function startBroker(options: BrokerOptions): Promise<Broker | undefined> {
  if (options.amqpUrl !== undefined) return externalBroker(options.amqpUrl)

  const installed = await findRabbitmqServer()
  const docker = installed === undefined ? await findDocker() : undefined
  if (docker !== undefined) {
    const start: StartNode = (node) => startRabbitmqContainer(docker, node)
    return await startOwnBroker({ kind: 'docker', data: CONTAINER_DATA, start }, options)
  }
  const server = installed ?? (await tryInstallation(options))
  if (server === undefined) return undefined
  const start: StartNode = (node) => startRabbitmqNode(server, node)
  return await startOwnBroker({ kind: 'installed', data: NODE_DATA, start }, options)
}

async function tryInstallation(options: BrokerOptions): Promise<string | undefined> {
  if (!options.mayInstall) return undefined
  await installPackage('rabbitmq-server', options)
  return await findRabbitmqServer()
}

function externalBroker(url: string): Broker {
  const refuse = (): Promise<never> =>
    Promise.reject(
      new Error('The broker of AMQP_URL is not started here, so it is not killed here.'),
    )
  return {
    kind: 'external',
    url,
    ready: waitForAmqp(url, () => true, 'The RabbitMQ of AMQP_URL'),
    kill9: refuse,
    takeAway: refuse,
    bringBack: refuse,
    setMemoryAlarm: refuse,
    restarted: refuse,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

interface OwnKind {
  readonly kind: BrokerKind
  /** The folder in the broker's own that is there when it was started before. */
  readonly data: string
  readonly start: StartNode
}

async function startOwnBroker(
  { kind, data, start }: OwnKind,
  options: BrokerOptions,
): Promise<Broker> {
  await mkdir(options.directory, { recursive: true })
  const { directory, logFile, password } = options
  const node = { directory, logFile, username: 'takeoff', password, port: await findFreePort() }
  const url = `amqp://${node.username}:${password}@127.0.0.1:${node.port}`
  const what = `RabbitMQ (log: ${logFile})`

  const isNew = !existsSync(path.join(directory, data))
  let starts = 1
  const supervised = keepRunning(await start(node), {
    name: 'RabbitMQ',
    start: async () => {
      const again = await start(node)
      starts += 1
      return again
    },
    say: options.say,
  })
  const isStarting = (): boolean => supervised.current().isRunning() || starts < STARTS
  const serving = waitForAmqp(url, isStarting, what)
  // A node that never came up is not restarted: the http transport takes over.
  serving.catch(() => supervised[Symbol.asyncDispose]())
  const ready = serving.then(() => (isNew ? keepQueues(url) : undefined))
  return {
    kind,
    url,
    ready,
    kill9: () => supervised.kill('SIGKILL'),
    takeAway: () => supervised.takeAway(),
    bringBack() {
      supervised.bringBack()
      return waitForAmqp(url, () => true, what)
    },
    async setMemoryAlarm(isOn) {
      await supervised
        .current()
        .control(['set_vm_memory_high_watermark', isOn ? '0' : MEMORY_WATERMARK])
    },
    restarted: () => waitForAmqp(url, () => true, what),
    [Symbol.asyncDispose]: () => supervised[Symbol.asyncDispose](),
  }
}

/**
 * RabbitMQ 3.10 writes the name of a new quorum queue to disk a moment after it has replied. A node that
 * is killed before restarts with a queue that never finds a leader; so the queues are declared first,
 * and the node does not count as ready while it could lose them.
 */
async function keepQueues(url: string): Promise<void> {
  const connection = await openBrokerConnection(url, logger)
  try {
    await declareTopology(await connection.createChannel())
    await delay(QUEUE_WRITTEN_MS)
  } finally {
    await closeQuietly(connection)
  }
}

/** A listening port is not enough: only a complete AMQP handshake proves that the node serves. */
async function waitForAmqp(url: string, isRunning: () => boolean, what: string): Promise<void> {
  await waitFor(
    async () => {
      if (!isRunning()) throw new Error(`${what} stopped while it started`)
      return await speaksAmqp(url)
    },
    { what, limitMs: START_LIMIT_MS, intervalMs: 100 },
  )
}

/** Whether a complete handshake succeeds. @returns undefined when it does not */
export async function speaksAmqp(url: string): Promise<true | undefined> {
  try {
    const connection = await openBrokerConnection(url, logger)
    await connection.close()
    return true
  } catch {
    return undefined
  }
}
