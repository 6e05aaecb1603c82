import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { expect, test } from 'vitest'
import { startReceiver } from './support/receiver.ts'
import { eventually, startTestService, subscribe } from './support/test-service.ts'
import type { GraphqlResponse } from './support/test-service.ts'

// One organization may read with one of them.
const service = await disposeAfterAll(startTestService({ env: { DATABASE_POOL_SIZE: '4' } }))
const receiver = await disposeAfterAll(startReceiver())

const READ = '{ webhookDeliveries(orgId: 1) { nodes { id } } }'

/** Runs work while a read of organization 1 uses all connections that its reads may use. */
async function whileReading(work: () => Promise<GraphqlResponse>): Promise<GraphqlResponse> {
  const { database } = service
  const { response, read } = await database.transaction(async (sql) => {
    await sql.query('lock table finished_delivery in access exclusive mode')
    const read = service.graphql(READ)
    await eventually(async () =>
      expect(
        await database.query(
          `select from pg_locks where not granted and mode = 'AccessShareLock' and relation = 'finished_delivery'::regclass`,
        ),
      ).not.toEqual([]),
    )
    return { response: await work(), read }
  })
  expect((await read).errors).toBeUndefined()
  return response
}

test.each([
  [
    'webhookCreate',
    'mutation ($url: String!) { webhookCreate(orgId: 1, url: $url) { webhook { id url } } }',
  ],
  [
    'webhookUpdate',
    'mutation ($id: Int!) { webhookUpdate(id: $id, ordered: false) { id ordered } }',
  ],
])(
  '%s ends what it has committed while reads of its organization use all their connections',
  async (_name, mutation) => {
    const { id } = await subscribe(service, receiver)
    await service.graphql('mutation ($id: Int!) { webhookUpdate(id: $id, ordered: true) { id } }', {
      id,
    })
    const response = await whileReading(() => service.graphql(mutation, { id, url: receiver.url }))
    expect(response.errors).toBeUndefined()
  },
)
