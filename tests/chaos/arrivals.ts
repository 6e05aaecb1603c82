import { LIST_CREATED, LIST_UPDATED } from '../e2e/support/webhooks.ts'
import { keyOf } from './production-log.ts'
import type { Production } from './production-log.ts'
import type { ReceiverName, SeenDelivery } from './receivers-main.ts'

/** Maximum events shown of each kind: of 20,000 lost events the first ones suffice. */
const SHOWN_MAX = 10

/** Most events are creations, so the flaky receiver gets only a part of them. */
export const heardBy: Readonly<Record<ReceiverName, readonly string[]>> = {
  steady: [LIST_CREATED, LIST_UPDATED],
  absent: [LIST_CREATED, LIST_UPDATED],
  flaky: [LIST_UPDATED],
  ordered: [LIST_CREATED, LIST_UPDATED],
}
export const receiverNames = Object.keys(heardBy) as ReceiverName[]

export type Seen = Readonly<Record<ReceiverName, readonly SeenDelivery[]>>

/** The differences between the produced events and the deliveries to each receiver; empty if none. */
export function differencesOf(seen: Seen, { committed, unknown }: Production) {
  // An event that a receiver got was committed, even if its producer received no response to the commit.
  const heard = receiverNames.flatMap((name) => [...byKey(seen[name]).keys()])
  const happened = new Set([...committed.keys(), ...heard])
  const isProduced = (key: string): boolean => committed.has(key) || unknown.has(key)
  return receiverNames.map((name) => {
    const deliveries = byKey(seen[name])
    const wanted = [...happened].filter((key) =>
      heardBy[name].some((event) => key.startsWith(event)),
    )
    const isLost = (key: string): boolean =>
      !deliveries.get(key)?.some(({ acknowledged }) => acknowledged > 0)
    return {
      name,
      lost: shown(wanted.filter(isLost)),
      underTwoIds: shown([...deliveries].filter(([, { length }]) => length > 1)),
      invented: shown([...deliveries.keys()].filter((key) => !isProduced(key))),
    }
  })
}

export const noDifferences = receiverNames.map((name) => ({
  name,
  lost: [],
  underTwoIds: [],
  invented: [],
}))

/** Ids that were acknowledged more than once, and how many there are in all. */
export function countDuplicates(seen: Seen): { readonly duplicates: number; readonly all: number } {
  const all = receiverNames.flatMap((name) => seen[name])
  return {
    duplicates: all.filter(({ acknowledged }) => acknowledged > 1).length,
    all: all.length,
  }
}

/** From the acknowledged commit to the acknowledged delivery, for each receiver. */
export function slowestSeconds(seen: Seen, { committed }: Production): Record<string, number> {
  const secondsOf = ({ event, listId, acknowledgedAt }: SeenDelivery): number =>
    (acknowledgedAt - (committed.get(keyOf(event, listId)) ?? acknowledgedAt)) / 1000
  return Object.fromEntries(
    receiverNames.map((name) => [name, Math.max(...seen[name].map(secondsOf))]),
  )
}

function byKey(seen: readonly SeenDelivery[]): Map<string, SeenDelivery[]> {
  return Map.groupBy(seen, ({ event, listId }) => keyOf(event, listId))
}

function shown<T>(keys: readonly T[]): T[] {
  return keys.slice(0, SHOWN_MAX)
}
