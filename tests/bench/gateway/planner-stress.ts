import { request } from 'undici'
import { stressQuery } from '../../fixtures/stress/stress.ts'
import { printTable } from '../../support/table.ts'
import { ours } from './gateways.ts'
import type { Gateway } from './gateways.ts'
import type { LoadFigures } from './load-process.ts'
import { loadOf, responseOf, warmUp } from './measure.ts'
import { bodyOf, CONNECTIONS } from './operations.ts'
import type { Operation } from './operations.ts'
import type { Settings } from './settings.ts'
import type { Stage } from './stage.ts'

/** An operation whose plan is cached, over the same supergraph. */
const KNOWN: Operation = {
  name: 'known',
  about: 'two fields of an entity',
  bodies: Array.from({ length: CONNECTIONS }, (_, index) =>
    bodyOf('query Known($id: ID!) { thing(id: $id) { id f1 } }', { id: `known-${index}` }),
  ),
}
const LIMIT_MS = 60_000

interface FirstResponse {
  readonly ms: number
  /** Status and error code, or `data`. */
  readonly outcome: string
}

/**
 * First requests of operations with thousands of candidate plans, one after the other: the time to each response, and
 * the effect on other requests.
 */
export async function benchPlannerStress(stage: Stage, { durations }: Settings): Promise<void> {
  const stress = await stage.withSupergraph('stress')
  await using gateway = await ours.start(stress)
  const known = { gateway, operation: KNOWN, encoding: 'identity' } as const
  for (const body of KNOWN.bodies) await responseOf(gateway, body, 'identity')
  await warmUp(stress, known, durations.warmUpSeconds)

  const alone = await stage.load.call('run', loadOf(known, durations.seconds))
  const done = new AbortController()
  const planning = planUntil(gateway, done.signal)
  const meanwhile = await stage.load.call('run', loadOf(known, durations.seconds))
  done.abort()
  const firsts = await planning

  console.log('first requests of operations with thousands of candidate plans over 30 subgraphs\n')
  const slowest = Math.max(...firsts.map(({ ms }) => ms))
  const outcomes = [...new Set(firsts.map(({ outcome }) => outcome))].join(', ')
  printTable(
    ['operations', 'first, ms', 'slowest, ms', 'outcomes'],
    [[String(firsts.length), (firsts[0]?.ms ?? 0).toFixed(0), slowest.toFixed(0), outcomes]],
  )
  console.log()
  printTable(
    ['known requests', 'requests/s', 'p50 ms', 'p99 ms', 'p99 of alone'],
    [
      [...cellsOf('alone', alone), ''],
      [...cellsOf('meanwhile', meanwhile), (meanwhile.p99Ms / alone.p99Ms).toFixed(1)],
    ],
  )
  console.log()
}

/** Sends one new operation after the other. */
async function planUntil(gateway: Gateway, done: AbortSignal): Promise<FirstResponse[]> {
  const firsts: FirstResponse[] = []
  do firsts.push(await firstResponse(gateway, firsts.length))
  while (!done.aborted)
  return firsts
}

async function firstResponse({ url, headers }: Gateway, number: number): Promise<FirstResponse> {
  const fromMs = performance.now()
  const response = await request(url, {
    method: 'POST',
    headers,
    body: bodyOf(stressQuery(number), { id: `stress-${number}` }),
    headersTimeout: LIMIT_MS,
  })
  const { errors } = (await response.body.json()) as {
    errors?: readonly {
      readonly message: string
      readonly extensions?: { readonly code?: string }
    }[]
  }
  const ms = performance.now() - fromMs
  const code = errors?.[0] && (errors[0].extensions?.code ?? errors[0].message)
  return { ms, outcome: `${response.statusCode} ${code ?? 'data'}` }
}

function cellsOf(name: string, { requests, seconds, p50Ms, p99Ms }: LoadFigures): string[] {
  return [name, (requests / seconds).toFixed(0), p50Ms.toFixed(1), p99Ms.toFixed(1)]
}
