import type { StuckResponse } from '@takeoff/contracts/operator-api'
import type { Outbox } from './read-outboxes.ts'
import { duration, table } from './table.ts'
import type { Cell } from './table.ts'

export interface Stuck extends StuckResponse {
  readonly outboxes: readonly Outbox[]
}

/** Human-readable: a heading and a table for each non-empty list, or one line when all are empty, and what was not checked. */
export function describeStuck(found: Stuck): string {
  const sections = [
    describeWaiting(found),
    describeTroubled(found),
    describeExhausted(found),
    describePoison(found),
    describeBroker(found),
    describeLeases(found),
    describeOutboxes(found),
  ].filter((section) => section !== '')
  const stuck = sections.length === 0 ? 'Nothing is stuck.\n' : sections.join('\n')
  return stuck + describeUnseen(found)
}

function section(
  heading: string,
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
): string {
  return rows.length === 0 ? '' : `${heading}\n${table(head, rows)}`
}

function describeWaiting({ waiting }: Stuck): string {
  return section(
    'Due for more than a minute, oldest first',
    ['webhook', 'org', 'due', 'oldest', 'held by', 'url'],
    waiting.map((one) => [
      one.webhookId,
      one.orgId,
      one.due,
      duration(one.oldestSeconds),
      one.heldBy ?? 'service',
      one.url,
    ]),
  )
}

function describeTroubled({ troubled }: Stuck): string {
  return section(
    'Subscriptions that are disabled, paused or failing, the latest first',
    ['webhook', 'org', 'state', 'since', 'waiting', 'last error', 'url'],
    troubled.map((one) => [
      one.webhookId,
      one.orgId,
      one.state,
      duration(one.seconds),
      one.waiting,
      one.lastError,
      one.url,
    ]),
  )
}

function describeExhausted({ exhausted }: Stuck): string {
  return section(
    'Failed deliveries: "requeue failed --webhook ID" sends them again',
    ['webhook', 'org', 'failed', 'newest', 'url'],
    exhausted.map((one) => [
      one.webhookId,
      one.orgId,
      one.failed,
      duration(one.newestSeconds),
      one.url,
    ]),
  )
}

function describePoison({ poison: { count, newest } }: Stuck): string {
  const now = Date.now()
  return section(
    `${count} messages dead-lettered as unreadable: "poison show ID" shows one, "requeue poison" tries again`,
    ['id', 'age', 'transport', 'error'],
    newest.map((one) => [
      one.id,
      duration((now - Date.parse(one.receivedAt)) / 1000),
      one.carrier,
      one.error,
    ]),
  )
}

function describeBroker({ broker: { queues = {}, error } }: Stuck): string {
  if (error !== undefined) return `The broker is away: ${error}\n`
  return section(
    'Messages in the broker: "requeue dead" brings dead ones back',
    ['queue', 'messages'],
    Object.entries(queues).filter(([, messages]) => messages > 0),
  )
}

function describeLeases({ lostLeases }: Stuck): string {
  return section(
    'Leases of processes that are silent: they end by themselves within 20 s, if any process lives',
    ['worker', 'leases', 'silent for'],
    lostLeases.map(({ worker, leases, silentSeconds }) => [
      worker,
      leases,
      silentSeconds === null ? null : duration(silentSeconds),
    ]),
  )
}

function describeOutboxes({ outboxes }: Stuck): string {
  const errors = outboxes.flatMap(({ service, error }) =>
    error === undefined ? [] : [`The outbox of ${service} is unknown: ${error}\n`],
  )
  const waiting = section(
    'Events in outboxes for more than a minute: is the relay running, and the broker there?',
    ['service', 'events', 'oldest'],
    outboxes
      .filter(({ waiting }) => waiting > 0)
      .map(({ service, waiting, oldestSeconds }) => [service, waiting, duration(oldestSeconds)]),
  )
  return [...errors, waiting].join('')
}

function describeUnseen({ outboxes }: Stuck): string {
  return outboxes
    .flatMap(({ service, unsetVariable }) =>
      unsetVariable === undefined
        ? []
        : [`Not checked: the outbox of ${service}. Set ${unsetVariable}.\n`],
    )
    .join('')
}
