import type { ServerResponse } from 'node:http'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startReceiver } from './support/receiver.ts'
import type { Received, Receiver } from './support/receiver.ts'
import {
  eventually,
  isEventOf,
  listEvent,
  startTestService,
  subscribe,
} from './support/test-service.ts'

/** Connections of one organization to one origin, and requests under way of one webhook. */
const CONNECTIONS = 256
const PER_WEBHOOK = 16
/** Webhooks whose requests need more connections than an organization has. */
const SLOW_WEBHOOKS = CONNECTIONS / PER_WEBHOOK + 1
const SLOW = SLOW_WEBHOOKS * PER_WEBHOOK

const service = await disposeAfterAll(startTestService({ env: { WEBHOOKS_RETRY_DELAYS: '[]' } }))

let receiver: Receiver
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  await service.database.query('delete from webhook')
  await receiver[Symbol.asyncDispose]()
})

const isSlow = ({ path, json }: Received): boolean =>
  path === '/hooks/slow' && json['event'] !== 'webhook-verification-code'

/** Organization 1 has more requests to the receiver than connections; their responses wait for the test. */
async function fillConnections() {
  const subscribing = Array.from({ length: SLOW_WEBHOOKS }, () =>
    subscribe(service, receiver, { path: '/slow' }),
  )
  await Promise.all(subscribing)
  const slow = holdSlow()
  expect(await service.publish(...listEvents(PER_WEBHOOK))).toBe(204)
  await receiver.until(isSlow, CONNECTIONS)
  return slow
}

/** Holds the responses to slow requests, and counts those that are lost. */
function holdSlow() {
  const held: ServerResponse[] = []
  const seen = { lost: 0 }
  receiver.respond = (response, received) => {
    if (!isSlow(received)) return void response.writeHead(204).end()
    held.push(response)
    response.once('close', () => (seen.lost += response.writableFinished ? 0 : 1))
  }
  return { held, seen }
}

const listEvents = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    listEvent('production-list.created', { productionListId: n + 1 }),
  )

test('an organization holds a quarter of the delivery room, so that the deliveries of another are sent at once', async () => {
  await using small = await startTestService({ env: { WEBHOOKS_IN_FLIGHT: '8' } })
  await subscribe(small, receiver, { path: '/slow' })
  await subscribe(small, receiver, { path: '/slow' })
  const { id } = await subscribe(small, receiver, { orgIds: [2] })
  const { held, seen } = holdSlow()
  await small.publish(...listEvents(8))
  await receiver.until(isSlow, 2)
  await small.publish(listEvent('production-list.created', { orgId: 2 }))
  await receiver.until(isEventOf(id))
  expect({ held: held.length, ...seen }).toEqual({ held: 2, lost: 0 })
  const leased = await small.database.query(
    'select org_id, count(*)::int from delivery where worker is not null group by org_id having org_id = 1',
  )
  expect(leased).toEqual([{ org_id: 1, count: 2 }])
  // The service would not stop before their deliveries.
  receiver.respond = (response) => void response.writeHead(204).end()
  for (const response of held) response.writeHead(204).end()
})

test('slow receivers of one organization hold no connection that another needs to the same origin', async () => {
  const other = { orgIds: [2] }
  const { id } = await subscribe(service, receiver, other)
  const { held, seen } = await fillConnections()
  await service.publish(listEvent('production-list.created', { orgId: 2 }))
  await receiver.until(isEventOf(id))
  expect({ held: held.length, ...seen }).toEqual({ held: CONNECTIONS, lost: 0 })
})

test('the time in which a delivery waits for a connection is not part of its attempt', async () => {
  // On a busy machine a request needs a part of it to arrive at all; one that does not is not sent again.
  await service.restart({ attemptTimeoutMs: 4_000 })
  const { held } = await fillConnections()
  // All responses are missing, so that every attempt ends at its timeout.
  await receiver.until(isSlow, SLOW)
  expect(held).toHaveLength(SLOW)
  const attempts = await eventually(async () => {
    const finished = await service.database.query<{ at: number; ms: number; error: string }>(
      `select floor(extract(epoch from (one ->> 'at')::timestamptz) * 1000)::float8 as at,
         (one ->> 'durationMs')::int as ms, one ->> 'error' as error
       from finished_delivery cross join jsonb_array_elements(log) one
       where state = 'failed'`,
    )
    expect(finished).toHaveLength(SLOW)
    return finished
  })
  const byStart = attempts.toSorted((a, b) => a.at - b.at)
  const waited = byStart.slice(CONNECTIONS)
  const firstEnd = Math.min(...byStart.slice(0, CONNECTIONS).map(({ at, ms }) => at + ms))
  expect(waited.filter(({ at }) => at < firstEnd)).toEqual([])
})
