import { deepStrictEqual } from 'node:assert/strict'
import { readResidentMb } from '../resident.ts'
import { printTable } from '../table.ts'
import { prepareGateways } from './gateways.ts'
import type { Gateway, GatewayKind } from './gateways.ts'
import { answerOf, measureGateway } from './measure.ts'
import type { Figures } from './measure.ts'
import { readOperations } from './operations.ts'
import type { Operation } from './operations.ts'
import { profileOperations } from './profile.ts'
import type { Settings } from './settings.ts'
import type { Stage } from './stage.ts'

type Answers = Map<string, readonly string[]>

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
  /** Operation → answers of the first gateway, which everybody has to give. */
  const answers: Answers = new Map()
  const measured: Measured[] = []
  for (const kind of await prepareGateways()) {
    await using gateway = await kind.start(stage)
    const figures = new Map<string, Figures>()
    for (const operation of operations) {
      await compareAnswers({ kind, gateway, operation, answers })
      const { bodies } = operation
      figures.set(operation.name, await measureGateway(stage, { gateway, bodies }, durations))
    }
    measured.push({ kind, figures, residentMb: readResidentMb(gateway.pid) })
  }
  for (const operation of operations) print(operation, answers, measured)
  printMemory(measured)
}

/** @throws AssertionError when a gateway answers other data than the first one */
async function compareAnswers(compared: {
  readonly kind: GatewayKind
  readonly gateway: Gateway
  readonly operation: Operation
  readonly answers: Answers
}): Promise<void> {
  const { kind, gateway, operation, answers } = compared
  const known = answers.get(operation.name)
  if (kind.role === 'limit') return gateway.answerWith?.(known?.[0] ?? '')
  const given: string[] = []
  for (const body of operation.bodies) given.push(await answerOf(gateway, body))
  const message = `${kind.name} answers ${operation.name} otherwise`
  if (known === undefined) answers.set(operation.name, given)
  else deepStrictEqual(given.map(dataOf), known.map(dataOf), message)
}

function dataOf(answer: string): unknown {
  return (JSON.parse(answer) as { data: unknown }).data
}

function print({ name, about }: Operation, answers: Answers, measured: readonly Measured[]): void {
  const rateOf = (role: GatewayKind['role']): number =>
    Math.max(
      ...measured.map(({ kind, figures }) =>
        kind.role === role ? (figures.get(name)?.perSecond ?? 0) : 0,
      ),
    )
  const compared = [rateOf('stock'), rateOf('peer'), rateOf('limit')]
  const kilobytes = ((answers.get(name)?.[0]?.length ?? 0) / 1000).toFixed(1)
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
