import { deepStrictEqual } from 'node:assert/strict'
import path from 'node:path'
import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { AUDIENCE } from '@takeoff/dev-env/issuer'
import { readSecrets } from '@takeoff/dev-env/secrets'
import { ask } from '../ask.ts'
import type { Target } from '../ask.ts'
import { readCpu } from '../cpu.ts'
import type { Watched } from '../cpu.ts'
import { pidIn } from '../pid-in.ts'
import { readProcessMetrics } from '../process-metrics.ts'
import { printTable } from '../table.ts'
import type { EndpointMethods, EndpointOptions } from './endpoint-process.ts'
import { CONNECTIONS } from './operations.ts'
import { makeRealLists } from './real-lists.ts'
import type { Settings } from './settings.ts'
import type { RealServices, Stage } from './stage.ts'

const ITEMS = 60
/** What of an answer is new each time: the signature of a file's address. */
const SIGNATURES = /expires=\d+&signature=[\w-]+/g

/** Name → seconds. */
type Cpu = Readonly<Record<string, number>>

interface Contender {
  readonly name: string
  readonly target: Target
  readonly readCpu: () => Promise<Cpu>
}

interface Figures {
  readonly name: string
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Milliseconds a request, by process. */
  readonly cpuMs: Cpu
}

/** The full operation over the real services and PostgreSQL, beside an endpoint that was written for it. */
export async function benchEndToEnd(stage: Stage, settings: Settings): Promise<void> {
  const services = await stage.realServices()
  const { devEnv } = services
  const target = (await makeRealLists(devEnv, [ITEMS])).get(ITEMS)
  if (target === undefined) throw new Error('no list was made')
  await using endpoint = await stage.start<EndpointMethods>('endpoint', 'anywhere')
  const options = await endpointOptions(services, target)
  const byHand = { ...target, url: await endpoint.ask('open', options) }
  deepStrictEqual(await dataOf(byHand), await dataOf(target), 'the endpoint answers otherwise')

  const watched = {
    postgres: await pidIn(path.join(services.home, 'postgres/data/postmaster.pid')),
  }
  const ours = await measure(stage, settings, {
    name: 'our gateway and services',
    target,
    readCpu: async () => ({ ...(await cpuOfServices(devEnv)), ...cpuOf(watched) }),
  })
  const limit = await measure(stage, settings, {
    name: 'one process, SQL by hand',
    target: byHand,
    readCpu: async () => cpuOf({ endpoint: endpoint.pid, ...watched }),
  })
  console.log(`a list, its ${ITEMS} items and 2 documents from PostgreSQL, tokens checked\n`)
  printTable(
    ['answered by', 'requests/s', 'p50 ms', 'p99 ms', 'of the endpoint', 'CPU ms'],
    [ours, limit].map((figures) => cellsOf(figures, limit)),
  )
  console.log()
}

async function endpointOptions(
  { devEnv: { databases, urls }, home }: RealServices,
  { headers }: Target,
): Promise<EndpointOptions> {
  const { filesSigning } = await readSecrets(path.join(home, 'secrets.json'))
  return {
    databases,
    auth: { issuer: issuerOf(headers['authorization'] ?? ''), audience: AUDIENCE },
    files: { publicUrl: urls.gateway, signingSecret: filesSigning },
  }
}

function issuerOf(token: string): string {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  return (JSON.parse(payload) as { iss: string }).iss
}

async function dataOf(target: Target): Promise<unknown> {
  const answer = (await ask(target)).replaceAll(SIGNATURES, '')
  return (JSON.parse(answer) as { data: unknown }).data
}

async function cpuOfServices({ urls }: DevEnv): Promise<Cpu> {
  const names = ['gateway', 'production-lists', 'order-documents'] as const
  const entries = names.map(
    async (name) => [name, (await readProcessMetrics(urls[name])).cpuSeconds] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

function cpuOf(watched: Watched): Cpu {
  const { others: _others, ...used } = readCpu(watched)
  return used
}

async function measure(
  { load }: Stage,
  { durations: { warmUpSeconds, seconds } }: Settings,
  { name, target, readCpu }: Contender,
): Promise<Figures> {
  const { url, headers, body } = target
  const sent = { url, headers, bodies: Array.from({ length: CONNECTIONS }, () => body) }
  await load.ask('run', { ...sent, seconds: warmUpSeconds })
  const before = await readCpu()
  const { requests, p50Ms, p99Ms, ...ran } = await load.ask('run', { ...sent, seconds })
  const after = Object.entries(await readCpu())
  const cpuMs = after.map(
    ([process, used]) => [process, ((used - (before[process] ?? 0)) * 1000) / requests] as const,
  )
  const perSecond = requests / ran.seconds
  return { name, perSecond, p50Ms, p99Ms, cpuMs: Object.fromEntries(cpuMs) }
}

function cellsOf({ name, perSecond, p50Ms, p99Ms, cpuMs }: Figures, limit: Figures): string[] {
  return [
    name,
    perSecond.toFixed(0),
    p50Ms.toFixed(1),
    p99Ms.toFixed(1),
    (perSecond / limit.perSecond).toFixed(2),
    Object.entries(cpuMs)
      .map(([process, ms]) => `${process} ${ms.toFixed(2)}`)
      .join(', '),
  ]
}
