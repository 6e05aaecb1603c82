import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { findFreePorts } from '@takeoff/kit/http/free-ports'
import { speaksAmqp } from '@takeoff/dev-env/rabbitmq/rabbitmq'
import { startRabbitmqNode } from '@takeoff/dev-env/rabbitmq/rabbitmq-node'
import type { NodeOptions, RabbitmqNode } from '@takeoff/dev-env/rabbitmq/rabbitmq'
import { waitFor } from '@takeoff/dev-env/wait-for'
import type { Host } from './network.ts'

const START_LIMIT_MS = 180_000
/** A node that has paused in a partition looks for the others every second. */
const COMES_BACK_LIMIT_MS = 20_000
const LOOK_MS = 200

/** A node of the cluster, which is started again on its data. */
export interface BrokerNode extends AsyncDisposable {
  readonly host: Host
  /** Resolves when it has ended; it stays away until `start`. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  freeze(): void
  thaw(): void
  start(): Promise<void>
  /** Runs `rabbitmqctl`. */
  control(args: readonly string[]): Promise<string>
  /** Resolves when it serves. */
  serves(): Promise<void>
  /**
   * Resolves when it serves again after a partition; one that does not by itself is restarted, as an orchestrator would.
   * @returns whether it had to be restarted
   */
  comesBack(): Promise<boolean>
}

/** Nodes that are one RabbitMQ. */
export interface BrokerCluster extends AsyncDisposable {
  readonly nodes: readonly BrokerNode[]
  /** The address with all nodes. */
  readonly url: string
}

/** Starts a node on each host; resolves when all serve and are one cluster. */
export async function startBrokerCluster(
  server: string,
  hosts: readonly Host[],
  home: string,
): Promise<BrokerCluster> {
  await using stack = new AsyncDisposableStack()
  const [port = 0, distributionPort = 0] = await findFreePorts(2)
  const password = randomBytes(24).toString('base64url')
  const cluster = {
    addresses: hosts.map(({ address }) => address),
    distributionPort,
    cookie: randomBytes(15).toString('hex'),
  }
  const starting = hosts.map(async (host, index) => {
    const directory = path.join(home, `rabbitmq-${index + 1}`)
    await mkdir(directory, { recursive: true })
    const node = await startNode(server, host, {
      directory,
      logFile: path.join(home, `logs/rabbitmq-${index + 1}.log`),
      username: 'takeoff',
      password,
      port,
      member: { ...host, ...cluster },
    })
    return stack.use(node)
  })
  await Promise.allSettled(starting)
  const nodes = await Promise.all(starting)
  await Promise.all(nodes.map((node) => node.serves()))
  await waitFor(async () => ((await runningNodes(nodes[0])) === hosts.length ? true : undefined), {
    what: `A cluster of ${hosts.length} nodes`,
    limitMs: START_LIMIT_MS,
    intervalMs: LOOK_MS,
  })
  const opened = stack.move()
  return {
    nodes,
    url: `amqp://takeoff:${password}@${hosts.map(({ address }) => `${address}:${port}`).join(',')}`,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

async function runningNodes(node: BrokerNode | undefined): Promise<number> {
  const count = await node?.control(['eval', 'length(rabbit_nodes:all_running()).'])
  return Number(count)
}

async function startNode(server: string, host: Host, options: NodeOptions): Promise<BrokerNode> {
  const { username, password, port, logFile } = options
  const url = `amqp://${username}:${password}@${host.address}:${port}`
  let current: RabbitmqNode = await startRabbitmqNode(server, options)
  const serves = (limitMs: number): Promise<true> =>
    waitFor(() => speaksAmqp(url), {
      what: `RabbitMQ (log: ${logFile})`,
      limitMs,
      intervalMs: LOOK_MS,
    })
  return {
    host,
    kill: async (signal) => void (await current.kill(signal)),
    freeze: () => void process.kill(current.pid, 'SIGSTOP'),
    thaw: () => void process.kill(current.pid, 'SIGCONT'),
    async start() {
      current = await startRabbitmqNode(server, options)
    },
    control: (args) => current.control(args),
    async serves() {
      await serves(START_LIMIT_MS)
    },
    async comesBack() {
      const isBack = await serves(COMES_BACK_LIMIT_MS).catch(() => false)
      if (isBack) return false
      await current.kill('SIGKILL')
      current = await startRabbitmqNode(server, options)
      await serves(START_LIMIT_MS)
      return true
    },
    async [Symbol.asyncDispose]() {
      if (current.isRunning()) process.kill(current.pid, 'SIGCONT')
      await current[Symbol.asyncDispose]()
    },
  }
}
