import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startDevEnv } from '@takeoff/dev-env/dev-env'
import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { findFreePort } from '@takeoff/dev-env/free-ports'
import { sendRequest } from './request-times.ts'
import type { Target } from './request-times.ts'
import { prepareScene } from './scene.ts'
import { shareOf } from './share-of.ts'
import { stackCpuSeconds } from './stack-cpu.ts'
import { printTable } from './table.ts'
import { WITHOUT_BUDGETS } from './without-budgets.ts'

const WARM_UP = 300
const TURNS = 25
const REQUESTS = 60

interface Contender {
  readonly name: string
  readonly devEnv: DevEnv
  readonly read: Target
  readonly cpuMs: number[]
}

/**
 * What it costs to record traces: CPU time of the specification's list query, in stacks that are measured in turns. The
 * second stack without traces shows by how much two equal ones differ.
 */
export async function benchTracing(devEnv: DevEnv): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const { url } = stack.use(await startCollector())
  const start = async (sampled: string) =>
    stack.use(await startTraced({ ...exporting(url), OTEL_TRACES_SAMPLER_ARG: sampled }))
  const contenders = [
    await contenderOf('none', devEnv),
    await contenderOf('none, again', stack.use(await startTraced({}))),
    await contenderOf('of 10 % of the requests', await start('0.1')),
    await contenderOf('of all requests', await start('1')),
  ]
  for (const contender of contenders) await send(contender, WARM_UP)
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const contender of contenders) contender.cpuMs.push(await cpuOf(contender))
  const [{ cpuMs: without } = { cpuMs: [] }] = contenders
  printTable(
    ['Traces', 'CPU ms', 'of none'],
    contenders.map(({ name, cpuMs }) => {
      const ratios = cpuMs.map((ms, turn) => ms / (without[turn] ?? NaN))
      return [name, shareOf(cpuMs, 0.5).toFixed(2), shareOf(ratios, 0.5).toFixed(3)]
    }),
  )
  console.log()
}

async function contenderOf(name: string, devEnv: DevEnv): Promise<Contender> {
  const { read } = await prepareScene(devEnv)
  return { name, devEnv, read, cpuMs: [] }
}

/** CPU milliseconds of a request, over all processes of the stack. */
async function cpuOf(contender: Contender): Promise<number> {
  const before = await stackCpuSeconds(contender.devEnv)
  await send(contender, REQUESTS)
  return (((await stackCpuSeconds(contender.devEnv)) - before) * 1000) / REQUESTS
}

async function send({ read }: Contender, times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) await sendRequest(read)
}

/** A collector that accepts everything. */
async function startCollector(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const exporting = (url: string): Record<string, string> => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
})

async function startTraced(telemetry: Readonly<Record<string, string>>): Promise<DevEnv> {
  const home = await mkdtemp(path.join(tmpdir(), 'takeoff-bench-'))
  const devEnv = await startDevEnv({
    home,
    port: await findFreePort(),
    throwaway: true,
    say: () => undefined,
    environment: {
      gateway: { ...WITHOUT_BUDGETS, ...telemetry },
      'production-lists': telemetry,
      'order-documents': telemetry,
      webhooks: telemetry,
    },
  })
  const stop = devEnv[Symbol.asyncDispose].bind(devEnv)
  return {
    ...devEnv,
    [Symbol.asyncDispose]: async () => {
      await stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}
