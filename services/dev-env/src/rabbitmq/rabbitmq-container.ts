import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { readBaseEnvironment } from '../config.ts'
import { startGuardedProcess } from '../guarded-process.ts'
import type { NodeOptions, RabbitmqNode } from './rabbitmq.ts'

const run = promisify(execFile)
/** Folder of the data in that of the broker: another version than an installed one cannot read its data. */
export const CONTAINER_DATA = 'container-data'
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
    args: containerArguments(name, data, options.port),
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
      await run('docker', ['kill', '--signal', signal, name])
      await container.exited
    },
    async control(args) {
      return (await run('docker', ['exec', name, 'rabbitmqctl', ...args])).stdout
    },
  }
}

function containerArguments(name: string, data: string, port: number): string[] {
  const options = {
    name,
    hostname: 'takeoff',
    publish: `127.0.0.1:${port}:5672`,
    volume: `${data}:/var/lib/rabbitmq`,
  }
  // Without a value a variable is taken from the client's environment, which `ps` does not show.
  const variables = ['--env=RABBITMQ_DEFAULT_USER', '--env=RABBITMQ_DEFAULT_PASS']
  const flags = Object.entries(options).map(([option, value]) => `--${option}=${value}`)
  return ['run', '--rm', ...flags, ...variables, IMAGE]
}
