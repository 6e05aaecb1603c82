import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { bundlePrograms } from '@takeoff/bundles/bundle-programs'
import { isContinuousIntegration, readConfig } from '@takeoff/dev-env/config'
import { startDevEnv } from '@takeoff/dev-env/dev-env'
import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { findFreePort } from '@takeoff/kit/http/free-ports'
import type { TestProject } from 'vitest/node'
import { startControl } from './control-server.ts'
import { temporaryFolder } from './temporary-folder.ts'

/**
 * Shorter than the production schedule of days: the third attempt comes within a second, and
 * retries outlast an outage of a minute.
 */
const RETRY_DELAYS_SECONDS = [0.3, 0.6, 1, 2, 4, ...Array<number>(10).fill(8), 300, 1800]
const WEBHOOK_PROCESSES = 2

declare module 'vitest' {
  interface ProvidedContext {
    /** Starts the stack of a worker of the end-to-end tests, and controls it. */
    controlUrl: string
  }
}

/**
 * For each worker one whole stack in its own folder, with a real RabbitMQ if one is available. It starts with the
 * first test that uses it, because an idle stack takes an eighth of a core from the other suites.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stack = new AsyncDisposableStack()
  const stacks = new Map<string, Promise<DevEnv>>()
  const control = await startControl((worker) => {
    const known = stacks.get(worker)
    if (known !== undefined) return known
    // In sequence, because the first may install RabbitMQ, which two cannot do at once.
    const starting = Promise.allSettled(stacks.values()).then(() => start(worker, stack))
    stacks.set(worker, starting)
    return starting
  })
  project.provide('controlUrl', control.url)
  return async () => {
    await control[Symbol.asyncDispose]()
    await Promise.allSettled(stacks.values())
    await stack.disposeAsync()
  }
}

async function start(worker: string, stack: AsyncDisposableStack): Promise<DevEnv> {
  await bundlePrograms()
  const home = await mkdtemp(path.join(temporaryFolder, 'takeoff-e2e-'))
  stack.defer(() => rm(home, { recursive: true, force: true }))
  const devEnv = stack.use(await startIn(home, `[e2e ${worker}]`))
  requireBroker(devEnv)
  return devEnv
}

async function startIn(home: string, mark: string): Promise<DevEnv> {
  return startDevEnv({
    home,
    port: await findFreePort(),
    webhookProcesses: WEBHOOK_PROCESSES,
    amqpUrl: readConfig({ AMQP_URL: process.env.AMQP_URL }).amqpUrl,
    mayInstallBroker: true,
    throwaway: true,
    environment: {
      webhooks: { WEBHOOKS_RETRY_DELAYS: JSON.stringify(RETRY_DELAYS_SECONDS) },
      // An operation with every field has taken more than 15 seconds while other stacks used the machine.
      gateway: { SUBGRAPH_TIMEOUT_MS: '60000' },
    },
    say: (line) => process.stdout.write(`${mark} ${line}\n`),
  })
}

function requireBroker({ transport }: DevEnv): void {
  if (transport === 'amqp') return
  const text = `No RabbitMQ is available: install rabbitmq-server or Docker, or set AMQP_URL.
The end-to-end tests cannot verify delivery over a broker.`
  if (isContinuousIntegration()) throw new Error(text)
  const line = '!'.repeat(80)
  process.stderr.write(
    `\n${line}\n${text}\nThey run on the http transport now; with CI=true they fail.\n${line}\n\n`,
  )
}
