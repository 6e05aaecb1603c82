import { waitFor } from '@takeoff/dev-env/wait-for'
import type { Stage } from './stage.ts'

const LIMIT_MS = 60_000

/** The outcome of this many deliveries, once all have arrived or the time limit has passed. */
export interface Arrived {
  readonly lost: number
  readonly duplicates: number
}

export async function awaitAll(
  receiver: Stage['receiver'],
  expected: number,
  limitMs = LIMIT_MS,
): Promise<Arrived> {
  const all = waitFor(
    async () => ((await receiver.call('counts')).distinct >= expected ? true : undefined),
    { what: 'the arrival of every event', limitMs },
  )
  await all.catch(() => undefined)
  const { distinct, duplicates, strangers } = await receiver.call('counts')
  if (strangers > 0)
    throw new Error(`${strangers} deliveries report events that were never committed`)
  return { lost: expected - distinct, duplicates }
}
