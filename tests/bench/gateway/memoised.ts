import { deepStrictEqual } from 'node:assert/strict'
import { readResidentMb } from '../resident.ts'
import { printTable } from '../table.ts'
import { prepareGateways } from './gateways.ts'
import type { Gateway, GatewayKind, Known } from './gateways.ts'
import { answerOf, measureGateway, medianOf, warmUp } from './measure.ts'
import type { Figures } from './measure.ts'
import { readOperations } from './operations.ts'
import type { Operation } from './operations.ts'
import { profileOperations } from './profile.ts'
import type { Settings } from './settings.ts'
import type { Stage } from './stage.ts'
import type { Fetch } from './subgraphs-process.ts'

/** What ours did, by operation. */
type KnownOperations = Map<string, Known>

interface Contender {
  readonly kind: GatewayKind
  readonly gateway: Gateway
  /** By operation. */
  readonly figures: Map<string, Figures>
}

/** Turns in which each operation is measured: a machine that changes its speed changes it for all gateways. */
const ROUNDS = 5

/** Every gateway over the same subgraphs, which answer from memory: what is left is the gateway. */
export async function benchMemoised(
  stage: Stage,
  { durations, profiles }: Settings,
): Promise<void> {
  const operations = await readOperations()
  if (profiles !== undefined) return profileOperations(stage, operations, { durations, profiles })
  await using stack = new AsyncDisposableStack()
  const contenders: Contender[] = []
  for (const kind of await prepareGateways())
    contenders.push({ kind, gateway: stack.use(await kind.start(stage)), figures: new Map() })
  const known: KnownOperations = new Map()
  for (const operation of operations) {
    const { name, bodies } = operation
    for (const { kind, gateway } of contenders) {
      await compareAnswers(stage, { kind, gateway, operation, known })
      await warmUp(stage, { gateway, bodies }, durations.warmUpSeconds)
    }
    const rounds = await inTurns(contenders, ({ gateway }) =>
      measureGateway(stage, { gateway, bodies }, durations.seconds / ROUNDS),
    )
    for (const [{ figures }, measured] of rounds) figures.set(name, medianOf(measured))
    print(operation, known, contenders)
  }
  printMemory(contenders)
}

async function inTurns<T>(
  contenders: readonly Contender[],
  measure: (contender: Contender) => Promise<T>,
): Promise<Map<Contender, T[]>> {
  const rounds = new Map(contenders.map((contender) => [contender, [] as T[]]))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [contender, measured] of rounds) measured.push(await measure(contender))
  return rounds
}

/** @throws AssertionError when a gateway answers other data than ours, which is the first */
async function compareAnswers(
  stage: Stage,
  compared: {
    readonly kind: GatewayKind
    readonly gateway: Gateway
    readonly operation: Operation
    readonly known: KnownOperations
  },
): Promise<void> {
  const { kind, gateway, operation } = compared
  const known = compared.known.get(operation.name)
  if (known === undefined) {
    compared.known.set(operation.name, await watch(stage, gateway, operation))
    return
  }
  if (gateway.learn !== undefined) return gateway.learn(known)
  const given: string[] = []
  for (const body of operation.bodies) given.push(await answerOf(gateway, body))
  const message = `${kind.name} answers ${operation.name} otherwise`
  deepStrictEqual(given.map(dataOf), known.answers.map(dataOf), message)
}

/** What a gateway answers, and sends to subgraphs that were never asked for it before. */
async function watch(
  { subgraphs }: Stage,
  gateway: Gateway,
  { bodies }: Operation,
): Promise<Known> {
  const answers: string[] = []
  const fetches = new Map<string, readonly Fetch[]>()
  // Those that the others sent for the operation before.
  await subgraphs.ask('takeFirsts')
  for (const body of bodies) {
    answers.push(await answerOf(gateway, body))
    fetches.set(body, await subgraphs.ask('takeFirsts'))
  }
  return { answers, fetches }
}

function dataOf(answer: string): unknown {
  return (JSON.parse(answer) as { data: unknown }).data
}

function print(
  { name, about }: Operation,
  known: KnownOperations,
  contenders: readonly Contender[],
): void {
  const rateOf = (role: GatewayKind['role']): number =>
    Math.max(
      ...contenders.map(({ kind, figures }) =>
        kind.role === role ? (figures.get(name)?.perSecond ?? 0) : 0,
      ),
    )
  const compared = [rateOf('stock'), rateOf('peer'), rateOf('proxy'), rateOf('limit')]
  const kilobytes = ((known.get(name)?.answers[0]?.length ?? 0) / 1000).toFixed(1)
  console.log(`${name}: ${about} (${kilobytes} KB)\n`)
  printTable(
    [
      'gateway',
      'requests/s',
      'p50 ms',
      'p99 ms',
      'CPU ms',
      'of stock',
      'of best peer',
      'of the proxy',
      'of the limit',
      'fetches',
      'core busy',
      'others busy',
    ],
    contenders.map(({ kind, figures }) => [kind.name, ...cellsOf(figures.get(name), compared)]),
  )
  console.log()
}

function cellsOf(figures: Figures | undefined, compared: readonly number[]): string[] {
  if (figures === undefined) return []
  const { perSecond, p50Ms, p99Ms, cpuMs, fetches, gatewayBusy, othersBusy } = figures
  return [
    perSecond.toFixed(0),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
    cpuMs.toFixed(3),
    ...compared.map((rate) => (rate > 0 ? (perSecond / rate).toFixed(2) : '')),
    fetches.toFixed(1),
    percent(gatewayBusy),
    percent(othersBusy),
  ]
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}

function printMemory(contenders: readonly Contender[]): void {
  console.log('Memory that the gateway holds after all of it:\n')
  printTable(
    ['gateway', 'MB'],
    contenders.map(({ kind, gateway }) => [kind.name, readResidentMb(gateway.pid).toFixed(0)]),
  )
  console.log()
}
