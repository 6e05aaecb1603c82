import { FAILURE, SUCCESS } from '@takeoff/kit/service/command-line'
import type { StuckResponse } from '@takeoff/contracts/operator-api'
import { DEAD_LETTER_QUEUE } from '@takeoff/kit/events/topology'
import type { Call, Command } from './command.ts'
import { describeStuck } from './describe-stuck.ts'
import type { Stuck } from './describe-stuck.ts'
import { openOperator, operatorAddresses } from './operator-client.ts'
import { readOutboxes } from './read-outboxes.ts'
import { readSince } from './since.ts'

const EXHAUSTED_SINCE = '7d'

export const stuck: Command = {
  audience: 'operators',
  name: 'stuck',
  usage: '[--since TIME]',
  about: `Shows what waits, failed or was given up: deliveries, subscriptions, messages, leases, outboxes. Exhausted deliveries since TIME (${EXHAUSTED_SINCE}).`,
  options: { since: { type: 'string' } },
  run: show,
}

async function show({ config, values, report, stop }: Call): Promise<number> {
  const since = readSince(values['since'] ?? EXHAUSTED_SINCE, new Date())
  const operator = await openOperator(config, stop)
  const found = {
    ...(await operator.get<StuckResponse>(`stuck?since=${since.toISOString()}`)),
    outboxes: await readOutboxes(await operatorAddresses(config)),
  }
  report(found, describeStuck(found))
  return needsOperator(found) ? FAILURE : SUCCESS
}

/** Deliveries that fail at their receiver concern its organization, not the operator. */
function needsOperator({ waiting, poison, broker, lostLeases, outboxes }: Stuck): boolean {
  return (
    waiting.some(({ heldBy }) => heldBy === null) ||
    poison.count > 0 ||
    broker.error !== undefined ||
    (broker.queues?.[DEAD_LETTER_QUEUE] ?? 0) > 0 ||
    lostLeases.length > 0 ||
    outboxes.some(({ waiting, error }) => waiting > 0 || error !== undefined)
  )
}
