import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { bundlePrograms } from '@takeoff/bundles/bundle-programs'
import { readBaseEnvironment } from '@takeoff/dev-env/config'
import { startIssuer } from '@takeoff/dev-env/issuer/issuer'
import type { Issuer } from '@takeoff/dev-env/issuer/issuer'
import { startPostgres } from '@takeoff/dev-env/postgres/postgres'
import type { Postgres } from '@takeoff/dev-env/postgres/postgres'
import { startBroker } from '@takeoff/dev-env/rabbitmq/rabbitmq'
import type { Watched } from '../cpu.ts'
import { startCalled } from '../methods.ts'
import type { Called, Methods } from '../methods.ts'
import { pidIn } from '../pid-in.ts'
import type { ReceiverMethods } from './receiver-process.ts'

/** The settings that docs/operations.md recommends for a server with constant writes. */
const SERVER_SETTINGS = { shared_buffers: '512MB', max_wal_size: '4GB' }

/** The environment of all parts: a PostgreSQL that flushes and vacuums, a RabbitMQ, an issuer and a receiver. */
export interface Stage extends AsyncDisposable {
  readonly home: string
  readonly postgres: Postgres
  readonly amqpUrl: string
  readonly issuer: Issuer
  readonly receiver: Called<ReceiverMethods>
  readonly receiverPort: number
  /** Process ids of database and broker. */
  readonly pids: Watched & { readonly postgres: number }
  /** Node flags for the process of this name, which may enable profiling. */
  nodeFlags(name: string): string[]
  /** Starts a process of this folder. */
  start<M extends Methods>(name: string): Promise<Called<M>>
}

export interface StageOptions {
  /** Folder of all data and logs. */
  readonly home: string
  /** Folder in which each of our processes writes a .cpuprofile when it ends; without it none does. */
  readonly profiles: string | undefined
}

export async function openStage({ home, profiles }: StageOptions): Promise<Stage> {
  await bundlePrograms()
  await using stack = new AsyncDisposableStack()
  const folder = (name: string): string => path.join(home, name)
  await mkdir(folder('logs'), { recursive: true })
  const postgres = stack.use(
    await startPostgres({
      directory: folder('postgres'),
      logFile: folder('logs/postgres.log'),
      settings: SERVER_SETTINGS,
    }),
  )
  const broker = await startBroker({
    amqpUrl: undefined,
    directory: folder('rabbitmq'),
    logFile: folder('logs/rabbitmq.log'),
    password: randomBytes(16).toString('hex'),
    mayInstall: false,
    say: console.log,
  })
  if (broker === undefined) throw new Error('The bench needs a RabbitMQ; install rabbitmq-server')
  stack.use(broker)
  await broker.ready
  const issuer = stack.use(await startIssuer(folder('issuer.json')))
  const nodeFlags = (name: string): string[] =>
    profiles === undefined
      ? []
      : [
          '--cpu-prof',
          `--cpu-prof-dir=${profiles}`,
          `--cpu-prof-name=${name}-${Date.now()}.cpuprofile`,
        ]
  const start = <M extends Methods>(name: string): Promise<Called<M>> =>
    startCalled<M>({
      entry: path.join(import.meta.dirname, `${name}.ts`),
      env: { ...readBaseEnvironment(), NODE_ENV: 'production' },
      logFile: folder(`logs/${name}.log`),
      nodeFlags: nodeFlags(name),
    })
  const receiver = stack.use(await start<ReceiverMethods>('receiver-process'))
  const receiverPort = await receiver.call('port')
  const pids = {
    postgres: await pidIn(folder('postgres/data/postmaster.pid')),
    ...(existsSync(folder('rabbitmq/pid')) && { rabbitmq: await pidIn(folder('rabbitmq/pid')) }),
    receiver: receiver.pid,
  }
  const opened = stack.move()
  return {
    home,
    postgres,
    amqpUrl: broker.url,
    issuer,
    receiver,
    receiverPort,
    pids,
    nodeFlags,
    start,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
