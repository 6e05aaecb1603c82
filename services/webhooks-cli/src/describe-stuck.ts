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

function section<Row>(
  heading: string,
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => Cell>>,
): string {
  const cells = rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row)))
  return rows.length === 0 ? '' : `${heading}\n${table(Object.keys(columns), cells)}`
}

function describeWaiting({ waiting }: Stuck): string {
  return section('Due for more than a minute, oldest first', waiting, {
    webhook: ({ webhookId }) => webhookId,
    org: ({ orgId }) => orgId,
    due: ({ due }) => due,
    oldest: ({ oldestSeconds }) => duration(oldestSeconds),
    'held by': ({ heldBy }) => heldBy ?? 'service',
    url: ({ url }) => url,
  })
}

function describeTroubled({ troubled }: Stuck): string {
  const heading = 'Subscriptions that are disabled, paused or failing, the latest first'
  return section(heading, troubled, {
    webhook: ({ webhookId }) => webhookId,
    org: ({ orgId }) => orgId,
    state: ({ state }) => state,
    since: ({ seconds }) => duration(seconds),
    waiting: ({ waiting }) => waiting,
    'last error': ({ lastError }) => lastError,
    url: ({ url }) => url,
  })
}

function describeExhausted({ exhausted }: Stuck): string {
  const heading = 'Failed deliveries: "requeue failed --webhook ID" sends them again'
  return section(heading, exhausted, {
    webhook: ({ webhookId }) => webhookId,
    org: ({ orgId }) => orgId,
    failed: ({ failed }) => failed,
    newest: ({ newestSeconds }) => duration(newestSeconds),
    url: ({ url }) => url,
  })
}

function describePoison({ poison: { count, newest } }: Stuck): string {
  const heading = `${count} messages dead-lettered as unreadable: "poison show ID" shows one, "requeue poison" tries again`
  const now = Date.now()
  return section(heading, newest, {
    id: ({ id }) => id,
    age: ({ receivedAt }) => duration((now - Date.parse(receivedAt)) / 1000),
    transport: ({ carrier }) => carrier,
    error: ({ error }) => error,
  })
}

function describeBroker({ broker: { queues = {}, error } }: Stuck): string {
  if (error !== undefined) return `The broker is away: ${error}\n`
  const filled = Object.entries(queues).filter(([, messages]) => messages > 0)
  return section('Messages in the broker: "requeue dead" brings dead ones back', filled, {
    queue: ([queue]) => queue,
    messages: ([, messages]) => messages,
  })
}

function describeLeases({ lostLeases }: Stuck): string {
  const heading =
    'Leases of processes that are silent: they end by themselves within 20 s, if any process lives'
  return section(heading, lostLeases, {
    worker: ({ worker }) => worker,
    leases: ({ leases }) => leases,
    'silent for': ({ silentSeconds }) => (silentSeconds === null ? null : duration(silentSeconds)),
  })
}

function describeOutboxes({ outboxes }: Stuck): string {
  const errors = outboxes.flatMap(({ service, error }) =>
    error === undefined ? [] : [`The outbox of ${service} is unknown: ${error}\n`],
  )
  const waiting = section(
    'Events in outboxes for more than a minute: is the relay running, and the broker there?',
    outboxes.filter(({ waiting }) => waiting > 0),
    {
      service: ({ service }) => service,
      events: ({ waiting }) => waiting,
      oldest: ({ oldestSeconds }) => duration(oldestSeconds),
    },
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
