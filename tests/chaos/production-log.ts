import { appendFileSync, readFileSync } from 'node:fs'
import type { Envelope } from '@takeoff/contracts/envelope'
import { webhookEventOf } from '@takeoff/webhooks/messages/webhook-events'

/** A relay takes no event from the table that is younger. */
const LOOK_AFTER_MS = 1_000

/** What becomes of an event: it is about to be committed, its commit was acknowledged, the carrier has confirmed it. */
export type Step = 'tried' | 'committed' | 'told'

/** What is known of the produced events, by their keys. */
export interface Production {
  /** With the epoch milliseconds of the acknowledged commit. */
  readonly committed: ReadonlyMap<string, number>
  /** Tried, but without a response to the commit. */
  readonly unknown: ReadonlySet<string>
  /** With the epoch milliseconds of the broker's confirm to the producers' relay; others are published by another relay. */
  readonly told: ReadonlyMap<string, number>
}

/** Identifies an event at a receiver, whose payload names a list and nothing else. */
export function keyOf(event: string, listId: unknown): string {
  return `${event} ${String(listId)}`
}

/** A line that is written at once: it outlives the process that is killed right after. */
export function logStep(file: string, step: Step, event: Envelope): void {
  const key = keyOf(webhookEventOf(event) ?? event.name, event.aggregate.id)
  appendFileSync(file, `${step} ${Date.now()} ${key}\n`)
}

/** What all processes have written that ever produced into the file; nothing at first. */
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
  return { committed, unknown: new Set(unknown), told: timesOf('told') }
}

/** How many events the relay published from memory, and how many a relay took from the table. */
export function countSources({ committed, told }: Production) {
  const delays = [...committed].map(([key, at]) => (told.get(key) ?? Infinity) - at)
  const fromMemory = delays.filter((delayMs) => delayMs < LOOK_AFTER_MS).length
  return { fromMemory, fromTable: delays.length - fromMemory }
}

/** Lists that were created for certain, and that no update was tried on. */
export function listsWithoutUpdate({ committed, unknown }: Production): number[] {
  const byList = Map.groupBy([...committed.keys(), ...unknown], (key) => Number(key.split(' ')[1]))
  return [...byList]
    .filter(([, keys]) => keys.length === 1 && keys.every((key) => committed.has(key)))
    .map(([listId]) => listId)
}
