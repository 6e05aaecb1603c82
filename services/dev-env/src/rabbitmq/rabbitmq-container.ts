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
const ASK_LIMIT_MS = 5_000

/** Whether there is a Docker with a responding daemon. */
export async function isDockerRunning(): Promise<boolean> {
  return run('docker', ['info', '--format', '{{.ServerVersion}}'], { timeout: ASK_LIMIT_MS }).then(
    () => true,
    () => false,
  )
}

/** RabbitMQ in a container in the foreground, data in the given folder. */
export async function startRabbitmqContainer(options: NodeOptions): Promise<RabbitmqNode> {
  const data = path.join(options.directory, CONTAINER_DATA)
  await mkdir(data, { recursive: true })
  const name = `takeoff-rabbitmq-${randomBytes(4).toString('hex')}`
  const container = await startGuardedProcess({
    command: 'docker',
    args: containerArguments({ name, data, port: options.port, user: await ownUser() }),
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

/**
 * The user of this process: the data belongs to them then, so that they can remove it. Undefined where Docker maps users to
 * others, so that the user of this process could not write into their own folder.
 */
async function ownUser(): Promise<string | undefined> {
  const args = ['info', '--format', '{{.SecurityOptions}}']
  const { stdout } = await run('docker', args, { timeout: ASK_LIMIT_MS })
  const isMapped = /name=(?:rootless|userns)/.test(stdout)
  return isMapped ? undefined : `${process.getuid?.()}:${process.getgid?.()}`
}

function containerArguments(container: {
  readonly name: string
  readonly data: string
  readonly port: number
  readonly user: string | undefined
}): string[] {
  const { name, data, port, user } = container
  const options = {
    name,
    hostname: 'takeoff',
    publish: `127.0.0.1:${port}:5672`,
    volume: `${data}:/var/lib/rabbitmq`,
    ...(user === undefined ? {} : { user }),
  }
  // Without a value a variable is taken from the client's environment, which `ps` does not show.
  const variables = ['--env=RABBITMQ_DEFAULT_USER', '--env=RABBITMQ_DEFAULT_PASS']
  const flags = Object.entries(options).map(([option, value]) => `--${option}=${value}`)
  return ['run', '--rm', ...flags, ...variables, IMAGE]
}
