import { deepStrictEqual } from 'node:assert/strict'
import { readResidentMb } from '../resident.ts'
import { printTable } from '../../support/table.ts'
import { prepareGateways } from './gateways.ts'
import type { Gateway, GatewayKind, Known } from './gateways.ts'
import {
  ENCODINGS,
  measureGateway,
  medianOf,
  requireMemoised,
  responseOf,
  warmUp,
} from './measure.ts'
import type { Figures, Measured } from './measure.ts'
import { deepOperation, readOperations } from './operations.ts'
import type { Operation } from './operations.ts'
import { profileOperations } from './profile.ts'
import type { Settings } from './settings.ts'
import type { Stage } from './stage.ts'
import type { Fetch } from './subgraphs-process.ts'

interface Contender {
  readonly kind: GatewayKind
  readonly gateway: Gateway
}

interface Result extends Figures {
  /** Size of one response, as it is sent. */
  readonly kilobytes: number
}

/** Rounds in which each operation is measured, so that a change of the machine's speed affects all gateways. */
const ROUNDS = 5

/** Every gateway over the same subgraphs, which respond from memory, so that the figures show the gateway's cost. */
export async function benchMemoised(stage: Stage, settings: Settings): Promise<void> {
  await compare(stage, await readOperations(), settings)
}

/** The same with an operation and a supergraph that no gateway is tuned for. */
export async function benchDeep(stage: Stage, settings: Settings): Promise<void> {
  await compare(await stage.withSupergraph('generic'), [deepOperation()], settings)
}

async function compare(
  stage: Stage,
  operations: readonly Operation[],
  settings: Settings,
): Promise<void> {
  const { durations, profiles } = settings
  if (profiles !== undefined) return profileOperations(stage, operations, { durations, profiles })
  await using stack = new AsyncDisposableStack()
  const contenders: Contender[] = []
  for (const kind of await kindsFor(operations, settings))
    contenders.push({ kind, gateway: stack.use(await kind.start(stage)) })
  for (const operation of operations) await compareOn(stage, { operation, contenders, settings })
  printMemory(contenders)
}

/** A gateway that verifies tokens rejects clients without a token of its issuer. */
async function kindsFor(
  operations: readonly Operation[],
  settings: Settings,
): Promise<GatewayKind[]> {
  const kinds = await prepareGateways(settings)
  const anyCaller = operations.some(({ distinctCallers }) => distinctCallers)
  return anyCaller ? kinds.filter(({ role }) => role !== 'variant') : kinds
}

interface Comparison {
  readonly operation: Operation
  /** Ours is the first contender. */
  readonly contenders: readonly Contender[]
  readonly settings: Settings
}

/** One operation, first of clients that accept no compression and then of clients that accept gzip. */
async function compareOn(
  stage: Stage,
  { operation, contenders, settings: { durations } }: Comparison,
): Promise<void> {
  const [ours] = contenders
  if (ours === undefined) return
  const known = await watch(stage, { ...ours, operation, encoding: 'identity' })
  for (const encoding of ENCODINGS) {
    const kilobytes = new Map<Contender, number>()
    for (const contender of contenders) {
      const measured = { ...contender, operation, encoding }
      await contender.gateway.learn?.(known)
      kilobytes.set(contender, await compareData(measured, known))
      await warmUp(stage, measured, durations.warmUpSeconds)
    }
    const rounds = await inTurns(contenders, ({ gateway }) =>
      measureGateway(stage, { gateway, operation, encoding }, durations.seconds / ROUNDS),
    )
    const results = new Map<Contender, Result>()
    for (const [contender, figures] of rounds) {
      requireMemoised(contender.kind, figures)
      results.set(contender, {
        ...medianOf(figures),
        kilobytes: kilobytes.get(contender) ?? 0,
      })
    }
    print({ operation, encoding }, results)
  }
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

/**
 * Kilobytes of a response as it is sent.
 * @throws AssertionError when a gateway has other data than ours, compressed or not
 */
async function compareData(
  { kind, gateway, operation, encoding }: Measured & Contender,
  known: Known,
): Promise<number> {
  let sentBytes = 0
  // The limits repeat one recorded response, not one for each request.
  const isLimit = gateway.learn !== undefined
  for (const [index, body] of operation.bodies.entries()) {
    const { text, bytes } = await responseOf(gateway, body, encoding)
    const message = `${kind.name} has other data for ${operation.name}`
    if (!isLimit) deepStrictEqual(dataOf(text), dataOf(known.responses[index] ?? ''), message)
    sentBytes = bytes
  }
  return sentBytes / 1000
}

/** The responses of a gateway, and the requests that it sends to subgraphs which have not received them before. */
async function watch(
  { subgraphs }: Stage,
  { gateway, operation, encoding }: Measured,
): Promise<Known> {
  const responses: string[] = []
  const fetches = new Map<string, readonly Fetch[]>()
  // Discards the requests that other gateways sent for the operation.
  await subgraphs.call('takeFirsts')
  for (const body of operation.bodies) {
    responses.push((await responseOf(gateway, body, encoding)).text)
    fetches.set(body, await subgraphs.call('takeFirsts'))
  }
  return { responses, fetches }
}

function dataOf(response: string): unknown {
  return (JSON.parse(response) as { data: unknown }).data
}

function print(
  { operation: { name, about }, encoding }: Omit<Measured, 'gateway'>,
  results: ReadonlyMap<Contender, Result>,
): void {
  const rateOf = (role: GatewayKind['role']): number =>
    Math.max(
      0,
      ...[...results].filter(([{ kind }]) => kind.role === role).map(([, one]) => one.perSecond),
    )
  const compared = [rateOf('stock'), rateOf('peer'), rateOf('proxy'), rateOf('limit')]
  const accepted = encoding === 'gzip' ? 'clients accept gzip' : 'clients accept no compression'
  console.log(`**${name}**: ${about}; ${accepted}\n`)
  printTable(
    [
      'gateway',
      'requests/s',
      'p50 ms',
      'p99 ms',
      'CPU ms',
      'KB sent',
      'of stock',
      'of best peer',
      'of the proxy',
      'of the limit',
      'fetches',
      'core busy',
      'others busy',
    ],
    [...results].map(([{ kind }, result]) => [kind.name, ...cellsOf(result, compared)]),
  )
  console.log()
}

function cellsOf(result: Result, compared: readonly number[]): string[] {
  const { perSecond, p50Ms, p99Ms, cpuMs, kilobytes, fetches, gatewayBusy, othersBusy } = result
  return [
    perSecond.toFixed(0),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
    cpuMs.toFixed(3),
    kilobytes.toFixed(1),
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
