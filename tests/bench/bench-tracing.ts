import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import type { LocalServer } from '@takeoff/kit/testing/local-server'
import { cpuInTurns } from './cpu-in-turns.ts'
import type { Contender } from './cpu-in-turns.ts'
import { sendRequest } from './request-times.ts'
import { prepareScene } from './scene.ts'
import { startStack } from './start-stack.ts'
import { printTable } from '../support/table.ts'

const TURNS = { warmUp: 300, turns: 25, requests: 60 }

interface Traced extends Contender {
  readonly name: string
  /** Bytes of spans that its processes have exported until now. */
  readonly exportedBytes: () => number
}

/**
 * What it costs to record traces: CPU time of the specification's list query, in stacks that are measured in turns. The
 * second stack without traces shows by how much two equal ones differ.
 */
export async function benchTracing(devEnv: DevEnv): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const traced = async (name: string, share: number): Promise<Traced> => {
    const { url, receivedBytes } = stack.use(await startCollector())
    const shared = {
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: String(share),
    }
    return contenderOf(name, stack.use(await startStack({ shared })), receivedBytes)
  }
  const contenders = [
    await contenderOf('none', devEnv),
    await contenderOf('none, again', stack.use(await startStack())),
    await traced('of 10 % of the requests', 0.1),
    await traced('of all requests', 1),
  ]
  const cpu = await cpuInTurns(contenders, TURNS)
  printTable(
    ['Traces', 'CPU ms', 'of none', 'KB exported per request'],
    contenders.map(({ name, exportedBytes }, index) => [
      name,
      cpu[index]?.ms.toFixed(2) ?? '',
      cpu[index]?.ofFirst.toFixed(3) ?? '',
      (exportedBytes() / 1000 / (TURNS.warmUp + TURNS.turns * TURNS.requests)).toFixed(1),
    ]),
  )
  console.log()
}

async function contenderOf(name: string, devEnv: DevEnv, receivedBytes = () => 0): Promise<Traced> {
  const { read } = await prepareScene(devEnv)
  const before = receivedBytes()
  return {
    name,
    devEnv,
    send: () => sendRequest(read),
    exportedBytes: () => receivedBytes() - before,
  }
}

interface Collector extends LocalServer {
  readonly receivedBytes: () => number
}

/** A collector that accepts everything. */
async function startCollector(): Promise<Collector> {
  let bytes = 0
  const server = await startLocalServer((request, response) => {
    request.on('data', (chunk: Buffer) => (bytes += chunk.length))
    request.on('end', () => response.end())
  })
  return { ...server, receivedBytes: () => bytes }
}
