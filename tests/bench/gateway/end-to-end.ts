import { deepStrictEqual } from 'node:assert/strict'
import path from 'node:path'
import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { AUDIENCE } from '@takeoff/dev-env/issuer/provider'
import { readSecrets } from '@takeoff/dev-env/secrets'
import { readVariables } from '@takeoff/kit/service/config'
import { authVariables } from '@takeoff/kit/service/config-groups'
import { sendRequest } from '../request-times.ts'
import type { Target } from '../request-times.ts'
import { readCpu } from '../cpu.ts'
import type { Watched } from '../cpu.ts'
import { pidIn } from '../pid-in.ts'
import { readProcessMetrics } from '../process-metrics.ts'
import { printTable } from '../../support/table.ts'
import type { EndpointMethods, EndpointOptions } from './endpoint-process.ts'
import type { Load } from './load-process.ts'
import { ENCODINGS } from './measure.ts'
import type { Encoding } from './measure.ts'
import { CONNECTIONS } from './operations.ts'
import { makeRealLists } from './real-lists.ts'
import type { Settings } from './settings.ts'
import type { RealServices, Stage } from './stage.ts'

const ITEMS = 60
const TURNS = 5
/** The part of a response that changes each time: the signature of a file's address. */
const SIGNATURES = /expires=\d+&signature=[\w-]+/g

/** Name → seconds. */
type Cpu = Readonly<Record<string, number>>

interface Contender {
  readonly name: string
  readonly target: Target
  readonly readCpu: () => Promise<Cpu>
}

interface Comparison {
  readonly ours: Contender
  readonly limit: Contender
  readonly encoding: Encoding
}

interface Figures {
  readonly name: string
  readonly encoding: Encoding
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Milliseconds a request, by process. */
  readonly cpuMs: Cpu
}

/** The full operation over the real services and PostgreSQL, compared with an endpoint that is written for it. */
export async function benchEndToEnd(stage: Stage, settings: Settings): Promise<void> {
  const services = await stage.realServices()
  const { devEnv } = services
  const target = (await makeRealLists(devEnv, [ITEMS])).get(ITEMS)
  if (target === undefined) throw new Error('no list was created')
  await using endpoint = await stage.start<EndpointMethods>('endpoint', 'anywhere')
  const options = await endpointOptions(services, target)
  const byHand = { ...target, url: await endpoint.call('open', options) }
  deepStrictEqual(
    await dataOf(byHand),
    await dataOf(target),
    'the endpoint has other data than the gateway',
  )

  const watched = {
    postgres: await pidIn(path.join(services.home, 'postgres/data/postmaster.pid')),
  }
  const ours: Contender = {
    name: 'our gateway and services',
    target,
    readCpu: async () => ({ ...(await cpuOfServices(devEnv)), ...cpuOf(watched) }),
  }
  const limit: Contender = {
    name: 'one process, SQL by hand',
    target: byHand,
    readCpu: async () => cpuOf({ endpoint: endpoint.pid, ...watched }),
  }
  const rows: string[][] = []
  for (const encoding of ENCODINGS) {
    const compared = await compare(stage, settings, { ours, limit, encoding })
    rows.push(...compared.map((figures) => cellsOf(figures, compared[1])))
  }
  console.log(`a list, its ${ITEMS} items and 2 documents from PostgreSQL, tokens checked\n`)
  printTable(
    ['server', 'clients accept', 'requests/s', 'p50 ms', 'p99 ms', 'of the endpoint', 'CPU ms'],
    rows,
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
    auth: readVariables(authVariables, {
      AUTH_ISSUER: issuerOf(headers['authorization'] ?? ''),
      AUTH_AUDIENCE: AUDIENCE,
    }),
    files: { publicUrl: urls.gateway, signingSecrets: [filesSigning] },
  }
}

function issuerOf(token: string): string {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  return (JSON.parse(payload) as { iss: string }).iss
}

async function dataOf(target: Target): Promise<unknown> {
  const response = (await sendRequest(target)).replaceAll(SIGNATURES, '')
  return (JSON.parse(response) as { data: unknown }).data
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

/** Measures both in alternation, so that a change of the machine's speed affects both; returns the median round of each. */
async function compare(
  { load }: Stage,
  { durations: { warmUpSeconds, seconds } }: Settings,
  { ours, limit, encoding }: Comparison,
): Promise<readonly [Figures, Figures]> {
  for (const { target } of [ours, limit])
    await load.call('run', { ...loadOf(target, encoding), seconds: warmUpSeconds })
  const turns: [Figures, Figures][] = []
  while (turns.length < TURNS) {
    const measured = { load, encoding, seconds: seconds / TURNS }
    turns.push([await measure(ours, measured), await measure(limit, measured)])
  }
  const middleOf = (which: 0 | 1): Figures => {
    const sorted = turns
      .map((turn) => turn[which])
      .toSorted((one, other) => one.perSecond - other.perSecond)
    return sorted[Math.floor(TURNS / 2)] as Figures
  }
  return [middleOf(0), middleOf(1)]
}

interface Measured {
  readonly load: Stage['load']
  readonly encoding: Encoding
  readonly seconds: number
}

async function measure(
  { name, target, readCpu }: Contender,
  { load, encoding, seconds }: Measured,
): Promise<Figures> {
  const before = await readCpu()
  const sent = { ...loadOf(target, encoding), seconds }
  const { requests, p50Ms, p99Ms, ...ran } = await load.call('run', sent)
  const after = Object.entries(await readCpu())
  const cpuMs = after.map(
    ([process, used]) => [process, ((used - (before[process] ?? 0)) * 1000) / requests] as const,
  )
  const perSecond = requests / ran.seconds
  return { name, encoding, perSecond, p50Ms, p99Ms, cpuMs: Object.fromEntries(cpuMs) }
}

function loadOf({ url, headers, body }: Target, encoding: Encoding): Omit<Load, 'seconds'> {
  const bodies = Array.from({ length: CONNECTIONS }, () => body)
  return { url, headers, bodies, gzip: encoding === 'gzip' }
}

function cellsOf(
  { name, encoding, perSecond, p50Ms, p99Ms, cpuMs }: Figures,
  limit: Figures,
): string[] {
  return [
    name,
    encoding === 'gzip' ? 'gzip' : 'no compression',
    perSecond.toFixed(0),
    p50Ms.toFixed(1),
    p99Ms.toFixed(1),
    (perSecond / limit.perSecond).toFixed(2),
    Object.entries(cpuMs)
      .map(([process, ms]) => `${process} ${ms.toFixed(2)}`)
      .join(', '),
  ]
}
