import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { readBaseEnvironment } from '../config.ts'
import { startGuardedProcess } from '../guarded-process.ts'
import type { NodeOptions, RabbitmqNode } from './rabbitmq.ts'

const run = promisify(execFile)
/**
 * Folder of the data in that of the broker: another version than an installed one cannot read its data. Version 0.1.0
 * had `container-data`, whose files belong to the user of the image.
 */
export const CONTAINER_DATA = 'container'
const IMAGE = 'rabbitmq:4.1.4-alpine'
const STOP_LIMIT_MS = 20_000
const INFO_LIMIT_MS = 5_000

/** A Docker with a responding daemon. */
interface Docker {
  /** Whether the user of this process may be another one in containers, who could not write into the folder. */
  readonly mapsUser: boolean
}

/** Undefined without a responding daemon. */
export async function findDocker(): Promise<Docker | undefined> {
  const args = ['info', '--format', '{{.OperatingSystem}} {{.SecurityOptions}}']
  return run('docker', args, { timeout: INFO_LIMIT_MS }).then(
    ({ stdout }) => ({ mapsUser: /^Docker Desktop|name=rootless/.test(stdout) }),
    () => undefined,
  )
}

/** RabbitMQ in a container in the foreground, data in the given folder. */
export async function startRabbitmqContainer(
  { mapsUser }: Docker,
  options: NodeOptions,
): Promise<RabbitmqNode> {
  const data = path.join(options.directory, CONTAINER_DATA)
  await mkdir(data, { recursive: true })
  const name = `takeoff-rabbitmq-${randomBytes(4).toString('hex')}`
  const container = await startGuardedProcess({
    command: 'docker',
    args: containerArguments({ name, data, port: options.port, mapsUser }),
    env: {
      ...readBaseEnvironment(),
      RABBITMQ_DEFAULT_USER: options.username,
      RABBITMQ_DEFAULT_PASS: options.password,
    },
    logFile: options.logFile,
    stopSignal: 'SIGTERM',
    stopLimitMs: STOP_LIMIT_MS,
  })
  return {
    ...container,
    // Killing the client would leave the container running.
    async kill(signal) {
      if (!container.isRunning()) return false
      await run('docker', ['kill', '--signal', signal, name])
      await container.exited
      return true
    },
    async control(args) {
      return (await run('docker', ['exec', name, 'rabbitmqctl', ...args])).stdout
    },
  }
}

function containerArguments(container: {
  readonly name: string
  readonly data: string
  readonly port: number
  readonly mapsUser: boolean
}): string[] {
  const { name, data, port, mapsUser } = container
  // The data belongs to the user of this process then, who can remove it. `userns` disables the mapping of `userns-remap`.
  const ownUser = { user: `${process.getuid?.()}:${process.getgid?.()}`, userns: 'host' }
  const options = {
    name,
    hostname: 'takeoff',
    publish: `127.0.0.1:${port}:5672`,
    volume: `${data}:/var/lib/rabbitmq`,
    ...(mapsUser ? {} : ownUser),
  }
  // Without a value a variable is taken from the client's environment, which `ps` does not show.
  const variables = ['--env=RABBITMQ_DEFAULT_USER', '--env=RABBITMQ_DEFAULT_PASS']
  const flags = Object.entries(options).map(([option, value]) => `--${option}=${value}`)
  return ['run', '--rm', ...flags, ...variables, IMAGE]
}
