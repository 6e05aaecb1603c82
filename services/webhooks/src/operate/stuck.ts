import { DEAD_LETTER_QUEUE } from '@takeoff/kit/topology'
import { FINE, LEFT } from './command.ts'
import type { Call, Command } from './command.ts'
import { describeStuck } from './describe-stuck.ts'
import { readStuck } from './read-stuck.ts'
import type { Stuck } from './read-stuck.ts'
import { readSince } from './since.ts'

const EXHAUSTED_SINCE = '7d'

export const stuck: Command = {
  name: 'stuck',
  usage: '[--since TIME]',
  about: `Shows what waits, failed or was given up: deliveries, subscriptions, messages, leases, outboxes. Exhausted deliveries since TIME (${EXHAUSTED_SINCE}).`,
  options: { since: { type: 'string' } },
  run: show,
}

async function show({ places, values, isJson, out }: Call): Promise<number> {
  const since = readSince(values['since'] ?? EXHAUSTED_SINCE, new Date()) ?? new Date(0)
  const found = await readStuck(places, since)
  out(isJson ? `${JSON.stringify(found)}\n` : describeStuck(found))
  return needsHands(found) ? LEFT : FINE
}

/** What failed at its receiver is its organization's to see to. */
function needsHands({ waiting, poison, broker, lostLeases, outboxes }: Stuck): boolean {
  return (
    waiting.some(({ heldBy }) => heldBy === null) ||
    poison.count > 0 ||
    broker.error !== undefined ||
    (broker.queues?.[DEAD_LETTER_QUEUE] ?? 0) > 0 ||
    lostLeases.length > 0 ||
    outboxes.some(({ waiting }) => waiting > 0)
  )
}
