import { deepStrictEqual } from 'node:assert/strict'
import { readResidentMb } from '../resident.ts'
import { printTable } from '../table.ts'
import { prepareGateways } from './gateways.ts'
import type { Gateway, GatewayKind, Known } from './gateways.ts'
import { answerOf, measureGateway } from './measure.ts'
import type { Figures } from './measure.ts'
import { readOperations } from './operations.ts'
import type { Operation } from './operations.ts'
import { profileOperations } from './profile.ts'
import type { Settings } from './settings.ts'
import type { Stage } from './stage.ts'
import type { Fetch } from './subgraphs-process.ts'

/** What ours did, by operation. */
type KnownOperations = Map<string, Known>

interface Measured {
  readonly kind: GatewayKind
  readonly residentMb: number
  /** By operation. */
  readonly figures: ReadonlyMap<string, Figures>
}

/** Every gateway over the same subgraphs, which answer from memory: what is left is the gateway. */
export async function benchMemoised(
  stage: Stage,
  { durations, profiles }: Settings,
): Promise<void> {
  const operations = await readOperations()
  if (profiles !== undefined) return profileOperations(stage, operations, { durations, profiles })
  const known: KnownOperations = new Map()
  const measured: Measured[] = []
  for (const kind of await prepareGateways()) {
    await using gateway = await kind.start(stage)
    const figures = new Map<string, Figures>()
    for (const operation of operations) {
      await compareAnswers(stage, { kind, gateway, operation, known })
      const { bodies } = operation
      figures.set(operation.name, await measureGateway(stage, { gateway, bodies }, durations))
    }
    measured.push({ kind, figures, residentMb: readResidentMb(gateway.pid) })
  }
  for (const operation of operations) print(operation, known, measured)
  printMemory(measured)
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
  measured: readonly Measured[],
): void {
  const rateOf = (role: GatewayKind['role']): number =>
    Math.max(
      ...measured.map(({ kind, figures }) =>
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
    measured.map(({ kind, figures }) => [kind.name, ...cellsOf(figures.get(name), compared)]),
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

function printMemory(measured: readonly Measured[]): void {
  console.log('Memory that the gateway holds after all of it:\n')
  printTable(
    ['gateway', 'MB'],
    measured.map(({ kind, residentMb }) => [kind.name, residentMb.toFixed(0)]),
  )
  console.log()
}
