import { appendFileSync, readFileSync } from 'node:fs'
import type { Envelope } from '@takeoff/contracts/envelope'
import { webhookEventOf } from '@takeoff/webhooks/messages/webhook-events'

/** A relay reads no younger event from the table. */
const READ_AFTER_MS = 1_000

/** State of an event: about to be committed, commit acknowledged, confirmed by the transport. */
export type Step = 'tried' | 'committed' | 'confirmed'

/** The produced events, by their keys. */
export interface Production {
  /** With the epoch milliseconds of the acknowledged commit. */
  readonly committed: ReadonlyMap<string, number>
  /** Tried, but without a response to the commit. */
  readonly unknown: ReadonlySet<string>
  /** With the epoch milliseconds of the broker's confirm to the producers' relay; another relay publishes the rest. */
  readonly confirmed: ReadonlyMap<string, number>
}

/** Identifies an event at a receiver, whose payload names a list and nothing else. */
export function keyOf(event: string, listId: unknown): string {
  return `${event} ${String(listId)}`
}

/** Appends a line synchronously, so that it survives a kill of the process right after. */
export function logStep(file: string, step: Step, event: Envelope): void {
  const key = keyOf(webhookEventOf(event) ?? event.name, event.aggregate.id)
  appendFileSync(file, `${step} ${Date.now()} ${key}\n`)
}

/** Reads the log of all producer processes; empty at first. */
export function readProduction(file: string): Production {
  const lines = readFileSync(file, { encoding: 'utf8', flag: 'a+' }).split('\n').slice(0, -1)
  const entries = lines.map((line) => {
    const [step, at, ...key] = line.split(' ')
    return { step, at: Number(at), key: key.join(' ') }
  })
  const timesOf = (wanted: Step): Map<string, number> =>
    new Map(entries.filter(({ step }) => step === wanted).map(({ key, at }) => [key, at]))
  const committed = timesOf('committed')
  const unknown = [...timesOf('tried').keys()].filter((key) => !committed.has(key))
  return { committed, unknown: new Set(unknown), confirmed: timesOf('confirmed') }
}

/** How many events the relay published from memory, and how many a relay read from the table. */
export function countSources({ committed, confirmed }: Production) {
  const delays = [...committed].map(([key, at]) => (confirmed.get(key) ?? Infinity) - at)
  const fromMemory = delays.filter((delayMs) => delayMs < READ_AFTER_MS).length
  return { fromMemory, fromTable: delays.length - fromMemory }
}

/** Lists whose creation was acknowledged, and for which no update was tried. */
export function listsWithoutUpdate({ committed, unknown }: Production): number[] {
  const byList = Map.groupBy([...committed.keys(), ...unknown], (key) => Number(key.split(' ')[1]))
  return [...byList]
    .filter(([, keys]) => keys.length === 1 && keys.every((key) => committed.has(key)))
    .map(([listId]) => listId)
}
