import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { sendRequest } from './request-times.ts'
import type { Target } from './request-times.ts'
import { prepareScene } from './scene.ts'
import { shareOf } from './share-of.ts'
import { stackCpuSeconds } from './stack-cpu.ts'
import { startStack } from './start-stack.ts'
import { printTable } from './table.ts'

const WARM_UP = 300
const TURNS = 25
const REQUESTS = 60

interface Contender {
  readonly name: string
  readonly devEnv: DevEnv
  readonly read: Target
  /** Bytes of spans that its processes have exported until now. */
  readonly exportedBytes: () => number
  readonly cpuMs: number[]
}

/**
 * What it costs to record traces: CPU time of the specification's list query, in stacks that are measured in turns. The
 * second stack without traces shows by how much two equal ones differ.
 */
export async function benchTracing(devEnv: DevEnv): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const traced = async (name: string, share: number): Promise<Contender> => {
    const { url, receivedBytes } = stack.use(await startCollector())
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: String(share),
    }
    return contenderOf(name, stack.use(await startStack(env)), receivedBytes)
  }
  const contenders = [
    await contenderOf('none', devEnv),
    await contenderOf('none, again', stack.use(await startStack())),
    await traced('of 10 % of the requests', 0.1),
    await traced('of all requests', 1),
  ]
  for (const contender of contenders) await send(contender, WARM_UP)
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const contender of contenders) contender.cpuMs.push(await cpuOf(contender))
  const [{ cpuMs: without } = { cpuMs: [] }] = contenders
  printTable(
    ['Traces', 'CPU ms', 'of none', 'KB exported per request'],
    contenders.map(({ name, cpuMs, exportedBytes }) => {
      const ratios = cpuMs.map((ms, turn) => ms / (without[turn] ?? NaN))
      return [
        name,
        shareOf(cpuMs, 0.5).toFixed(2),
        shareOf(ratios, 0.5).toFixed(3),
        (exportedBytes() / 1000 / (WARM_UP + TURNS * REQUESTS)).toFixed(1),
      ]
    }),
  )
  console.log()
}

async function contenderOf(
  name: string,
  devEnv: DevEnv,
  receivedBytes = () => 0,
): Promise<Contender> {
  const { read } = await prepareScene(devEnv)
  const before = receivedBytes()
  return { name, devEnv, read, exportedBytes: () => receivedBytes() - before, cpuMs: [] }
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

interface Collector extends AsyncDisposable {
  readonly url: string
  readonly receivedBytes: () => number
}

/** A collector that accepts everything. */
async function startCollector(): Promise<Collector> {
  let bytes = 0
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (bytes += chunk.length))
    request.on('end', () => response.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    receivedBytes: () => bytes,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
