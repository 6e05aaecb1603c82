import { randomUUID } from 'node:crypto'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { insertDeliveries, insertWebhooks } from './support/insert-rows.ts'
import { hang, startReceiver, status } from './support/receiver.ts'
import type { Receiver } from './support/receiver.ts'
import {
  ALL_DELIVERIES,
  eventually,
  isEventOf,
  isHandshakeOf,
  listEvent,
  waitUntilIdle,
  startTestService,
  subscribe,
} from './support/test-service.ts'
import type { GraphqlResponse } from './support/test-service.ts'

const EVENT = 'project-management-production-list-updated'

const service = await disposeAfterAll(startTestService())
let receiver: Receiver

beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  for (const table of ['webhook', 'delivery', 'finished_delivery']) {
    await service.database.query(`delete from ${table}`)
  }
  await receiver[Symbol.asyncDispose]()
})

const SETTINGS = 'id headerNames rateLimit ordered pausedUntil'
const refusal = ({ errors }: GraphqlResponse): unknown => errors?.[0]?.extensions

const update = (id: number, args: Record<string, unknown>): Promise<GraphqlResponse> =>
  service.graphql(
    `mutation ($id: Int!, $url: String, $headers: [WebhookHeaderInput!], $rateLimit: Int, $ordered: Boolean) {
      webhookUpdate(id: $id, url: $url, headers: $headers, rateLimit: $rateLimit, ordered: $ordered) { ${SETTINGS} }
    }`,
    { id, ...args },
  )
const call = (mutation: string, id: number): Promise<GraphqlResponse> =>
  service.graphql(`mutation ($id: Int!) { ${mutation}(id: $id) { ${SETTINGS} disabledAt } }`, {
    id,
  })

const states = async (id: number): Promise<string[]> => {
  const rows = await service.database.query<{ state: string }>(
    `select state from ${ALL_DELIVERIES} where webhook_id = $1 and event = '${EVENT}' order by id`,
    [id],
  )
  return rows.map(({ state }) => state)
}

/** Deliveries due in an hour. */
const queue = (id: number, count: number): Promise<unknown> => {
  const due_at = `now() + interval '1 hour'`
  return insertDeliveries(service.database, { webhook_id: id, event: `'${EVENT}'`, due_at }, count)
}

describe('custom headers', () => {
  const headers = [
    { name: 'X-Api-Key', value: 'k-5f1c9a' },
    { name: 'authorization', value: 'Basic dTpw' },
  ]

  test('are stored encrypted; only their names are returned', async () => {
    const { data } = await service.graphql(
      `mutation ($url: String!, $headers: [WebhookHeaderInput!]) {
        webhookCreate(orgId: 1, url: $url, headers: $headers, rateLimit: 7, ordered: true) { webhook { ${SETTINGS} } } }`,
      { url: receiver.url, headers },
    )
    expect(data.webhookCreate.webhook).toMatchObject({
      headerNames: ['X-Api-Key', 'authorization'],
      rateLimit: 7,
      ordered: true,
      pausedUntil: null,
    })
    const rows = await service.database.query('select * from webhook')
    expect(JSON.stringify(rows)).not.toContain('k-5f1c9a')
    expect(JSON.stringify(rows)).not.toContain('dTpw')
  })

  test('are sent, whatever their names are', async () => {
    const { id } = await subscribe(service, receiver)
    const odd = ['constructor', "!#$%&'*+.^_`|~1", 'X-Tenant', 'authorization']
    const response = await update(id, {
      headers: odd.map((name) => ({ name, value: `of ${name}` })),
    })
    expect(response.data.webhookUpdate.headerNames).toEqual(odd)
    await service.publish(listEvent())
    const [sent] = await receiver.until(isEventOf(id))
    for (const name of odd) {
      expect(Object.entries(sent?.headers ?? {})).toContainEqual([name.toLowerCase(), `of ${name}`])
    }
  })

  test('stay when they are absent, are replaced as a whole, and are removed by null or an empty list', async () => {
    const { id } = await subscribe(service, receiver)
    const names = ({ data }: GraphqlResponse): unknown => data.webhookUpdate.headerNames
    const sealed = () =>
      service.database.query('select sealed_headers from webhook where id = $1', [id])
    expect(names(await update(id, { headers }))).toEqual(['X-Api-Key', 'authorization'])
    const before = await sealed()
    expect(names(await update(id, { rateLimit: 5 }))).toEqual(['X-Api-Key', 'authorization'])
    expect(await sealed()).toEqual(before)
    expect(names(await update(id, { headers: headers.slice(1) }))).toEqual(['authorization'])
    expect(names(await update(id, { headers: null }))).toEqual([])
    expect(await sealed()).toEqual([{ sealed_headers: null }])
    await update(id, { headers })
    expect(names(await update(id, { headers: [] }))).toEqual([])
  })

  test('that could forge others are refused, and the response does not repeat them', async () => {
    const { id } = await subscribe(service, receiver)
    const headers = [{ name: 'x-a', value: 'a\r\nhost: evil.example' }]
    const response = await update(id, { headers })
    expect(refusal(response)).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'headers[0].value',
    })
    expect(JSON.stringify(response)).not.toContain('evil')
  })
})

test.each([0, -1, 1001])('a rate limit of %i is refused', async (rateLimit) => {
  const { id } = await subscribe(service, receiver)
  expect(refusal(await update(id, { rateLimit }))).toMatchObject({
    code: 'BAD_USER_INPUT',
    argument: 'rateLimit',
  })
})

test('a rate limit is set and removed', async () => {
  const { id } = await subscribe(service, receiver)
  for (const rateLimit of [1, 1000, null]) {
    expect((await update(id, { rateLimit })).data.webhookUpdate.rateLimit).toBe(rateLimit)
  }
})

describe('ordered sending', () => {
  const parked = (id: number, count: number): Promise<unknown> =>
    service.database.query(
      `insert into delivery
         (webhook_id, id, org_id, event, aggregate, sequence, created_at, due_at)
       select $1, gen_random_uuid(), 1, '${EVENT}', 'production-list:1', n, now(),
         case n when 1 then now() + interval '1 hour' else 'infinity' end
       from generate_series(1, $2) n`,
      [id, count],
    )
  const waiting = (id: number): Promise<readonly unknown[]> =>
    service.database.query(
      `select case when due_at = 'infinity' then 'parked' when due_at > now() then 'later' else 'due' end as due,
         count(*)::int as n
       from delivery where webhook_id = $1 group by 1 order by 1`,
      [id],
    )
  const pause = (id: number): Promise<unknown> =>
    service.database.query(
      `update webhook set paused_until = now() + interval '1 hour' where id = $1`,
      [id],
    )

  test('makes parked deliveries due at once when it is switched off', async () => {
    const { id } = await subscribe(service, receiver)
    await pause(id)
    await update(id, { ordered: true })
    await parked(id, 4_500)
    expect((await update(id, { ordered: false })).data.webhookUpdate.ordered).toBe(false)
    expect(await waiting(id)).toEqual([
      { due: 'due', n: 4_499 },
      { due: 'later', n: 1 },
    ])
  })

  test('applies only to later events when it is switched on', async () => {
    const { id } = await subscribe(service, receiver)
    await queue(id, 3)
    await update(id, { ordered: true })
    receiver.respond = hang
    await service.publish(
      listEvent('production-list.updated'),
      listEvent('production-list.updated'),
    )
    await receiver.until(isEventOf(id))
    expect(
      await service.database.query(
        `select aggregate, count(*)::int as n from delivery where webhook_id = $1 group by 1 order by 1`,
        [id],
      ),
    ).toEqual([
      { aggregate: 'production-list:28001', n: 2 },
      { aggregate: null, n: 3 },
    ])
  })

  test('is unchanged by null', async () => {
    const { id } = await subscribe(service, receiver)
    await update(id, { ordered: true })
    expect((await update(id, { ordered: null })).data.webhookUpdate.ordered).toBe(true)
  })
})

describe('a pause', () => {
  const pausedBy429 = async (): Promise<number> => {
    const { id } = await subscribe(service, receiver)
    receiver.respond = status(429, { 'retry-after': '3000' })
    await service.publish(listEvent('production-list.updated'))
    await eventually(async () => {
      const { data } = await service.graphql(
        'query ($id: Int!) { webhook(id: $id) { pausedUntil } }',
        {
          id,
        },
      )
      expect(data.webhook.pausedUntil).not.toBeNull()
    })
    receiver.respond = status(204)
    return id
  }

  test('is visible, and webhookEnable ends it', async () => {
    const id = await pausedBy429()
    await service.publish(listEvent('production-list.updated'))
    expect(receiver.received.filter(isEventOf(id))).toHaveLength(1)
    const { data } = await call('webhookEnable', id)
    expect(data.webhookEnable).toMatchObject({ pausedUntil: null, disabledAt: null })
    await receiver.until(isEventOf(id), 2)
  })

  test('does not apply to a new url', async () => {
    const id = await pausedBy429()
    await using other = await startReceiver()
    expect((await update(id, { url: other.url })).data.webhookUpdate.pausedUntil).toBeNull()
    await other.until(isHandshakeOf(id))
  })
})

describe('a waiting delivery', () => {
  test('becomes failed when the webhook is disabled, however many there are, and can be replayed', async () => {
    const { id } = await subscribe(service, receiver)
    await queue(id, 4_500)
    await call('webhookDisable', id)
    await expect.poll(() => states(id)).toEqual(Array(4_500).fill('failed'))
    await call('webhookEnable', id)
    expect(new Set(await states(id))).toEqual(new Set(['failed']))
  })

  test('is not sent after enabling when the disabling was interrupted', async () => {
    const { id } = await subscribe(service, receiver)
    await service.database.query('update webhook set disabled_at = now() where id = $1', [id])
    await queue(id, 3)
    await call('webhookEnable', id)
    expect(await states(id)).toEqual(Array(3).fill('failed'))
  })

  test('becomes failed with a new url, except its handshake', async () => {
    const { id } = await subscribe(service, receiver)
    await using other = await startReceiver()
    await queue(id, 3)
    await update(id, { url: other.url })
    expect(await states(id)).toEqual(Array(3).fill('failed'))
    await other.until(isHandshakeOf(id))
  })

  test('is deleted with its webhook, unless it is under way', async () => {
    const { id } = await subscribe(service, receiver)
    await queue(id, 4_500)
    await service.graphql('mutation ($id: Int!) { webhookDelete(id: $id) }', { id })
    await expect
      .poll(() => service.database.query('select 1 from delivery where webhook_id = $1', [id]))
      .toEqual([])
  })

  test('is either sent or failed under concurrent changes', async () => {
    const { id } = await subscribe(service, receiver)
    const work: Promise<unknown>[] = []
    for (let n = 0; n < 12; n += 1) {
      const productionListId = 1 + (n % 3)
      work.push(
        service.publish(listEvent('production-list.updated', { productionListId })),
        call(n % 2 === 0 ? 'webhookDisable' : 'webhookEnable', id),
        update(id, { ordered: n % 3 === 0 }),
        service.graphql(
          'mutation ($id: Int!, $since: DateTime!) { webhookReplay(id: $id, since: $since) }',
          { id, since: new Date(Date.now() - 60_000) },
        ),
      )
    }
    await Promise.all(work)
    await call('webhookEnable', id)
    await update(id, { ordered: false })
    // Concurrent replays start one after the other, minutes from now.
    await service.database.query(
      `update delivery set due_at = now() where webhook_id = $1 and worker is null`,
      [id],
    )
    await waitUntilIdle(service)
    await eventually(async () => expect(await states(id)).not.toContain('pending'))
    const sent = new Set(
      receiver.received.filter(isEventOf(id)).map(({ headers }) => String(headers['webhook-id'])),
    )
    const delivered = await service.database.query<{ id: string }>(
      `select id from finished_delivery where webhook_id = $1 and state = 'delivered' and event = '${EVENT}'`,
      [id],
    )
    expect(sent).toEqual(new Set(delivered.map((row) => row.id)))
  })
})

describe('reading', () => {
  test('webhookDelivery finds a delivery by its id, in the own organizations only', async () => {
    const { id } = await subscribe(service, receiver)
    await service.publish(listEvent('production-list.updated'))
    const [sent] = await receiver.until(isEventOf(id))
    await waitUntilIdle(service)
    const one = (deliveryId: unknown, orgIds = [1]) =>
      service.graphql(
        `query ($id: ID!) { webhookDelivery(id: $id) { id state finishedAt payload attempts { statusCode } } }`,
        { id: deliveryId },
        { orgIds },
      )
    const known = sent?.headers['webhook-id']
    expect((await one(known)).data.webhookDelivery).toMatchObject({
      id: known,
      state: 'delivered',
      payload: sent?.json,
      attempts: [{ statusCode: 204 }],
    })
    for (const [other, orgIds] of [
      [known, [2]],
      [known, []],
      [randomUUID(), [1]],
      ['17', [1]],
    ] as const) {
      expect(await one(other, [...orgIds])).toEqual({ data: { webhookDelivery: null } })
    }
  })

  test('a search by resource finds its events, in upper or lower case', async () => {
    const { id } = await subscribe(service, receiver)
    await service.publish(
      listEvent('production-list.updated', { productionListId: 5 }),
      listEvent('production-list.updated', { productionListId: 6 }),
    )
    await receiver.until(isEventOf(id), 2)
    const of = async (resourceId: string): Promise<readonly unknown[]> =>
      (
        await service.graphql(
          `query ($id: Int!, $resourceId: ID) { webhook(id: $id) { deliveries(resourceId: $resourceId) { nodes { payload } } } }`,
          { id, resourceId },
        )
      ).data.webhook.deliveries.nodes
    expect(await of('6')).toMatchObject([{ payload: { project_management_production_list_id: 6 } }])
    expect(await of(randomUUID().toUpperCase())).toEqual([])
  })

  test.each(['', 'nothing', '-1', '1.5', 'a\0b', '\uD800', '9'.repeat(100_000)])(
    'a resource %j is refused',
    async (resourceId) => {
      const { id } = await subscribe(service, receiver)
      const response = await service.graphql(
        `query ($id: Int!, $resourceId: ID) { webhook(id: $id) { deliveries(resourceId: $resourceId) { nodes { id } } } }`,
        { id, resourceId },
      )
      expect(refusal(response)).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'resourceId' })
    },
  )

  test('one request reads at most 5,000 deliveries, over all of its webhooks', async () => {
    await insertWebhooks(service.database, 26)
    const read = (first: number) =>
      service.graphql(
        `query ($first: Int) { webhooks(orgId: 1) { nodes { deliveries(first: $first) { nodes { id } } } } }`,
        { first },
      )
    expect((await read(192)).errors).toBeUndefined()
    expect(refusal(await read(193))).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'first' })
  })

  test('webhookEvents lists the selectable events', async () => {
    const { data } = await service.graphql('{ webhookEvents { name description example schema } }')
    expect(data.webhookEvents).toHaveLength(5)
    expect(data.webhookEvents[0]).toMatchObject({
      name: 'project-management-production-list-created',
      example: { event: 'project-management-production-list-created' },
      schema: { type: 'object' },
    })
  })

  test.each([
    ['webhookDelivery', '{ webhookDelivery(id: "a") { id } }'],
    ['webhookEvents', '{ webhookEvents { name } }'],
  ])('%s needs a scope of webhooks', async (_name, query) => {
    expect(refusal(await service.graphql(query, {}, { scope: 'lists:read' }))).toMatchObject({
      code: 'FORBIDDEN',
    })
  })
})
