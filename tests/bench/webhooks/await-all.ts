import { waitFor } from '@takeoff/dev-env/wait-for'
import type { Stage } from './stage.ts'

const LIMIT_MS = 60_000

/** What came of so many deliveries, once they are all there or it is clear that they are not. */
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
    async () => ((await receiver.ask('counts')).distinct >= expected ? true : undefined),
    { what: 'the arrival of every event', limitMs },
  )
  await all.catch(() => undefined)
  const { distinct, duplicates, strangers } = await receiver.ask('counts')
  if (strangers > 0) throw new Error(`${strangers} deliveries tell of events that nobody committed`)
  return { lost: expected - distinct, duplicates }
}
