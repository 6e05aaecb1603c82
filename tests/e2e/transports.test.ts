import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import type { DevDetails } from '@takeoff/dev-env/dev-details'
import { startDevEnv } from '@takeoff/dev-env/dev-env'
import type { DevEnv, DevEnvOptions } from '@takeoff/dev-env/dev-env'
import { openOwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import type { OwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findingsOf, lostOrders } from '../restore/drill-report.ts'
import { drillStack, runRestoreDrill } from '../restore/restore-drill.ts'
import { createOrganization } from '../support/organization.ts'
import type { Organization } from '../support/organization.ts'
import { graphql } from './support/client.ts'
import { createList } from './support/list.ts'
import { verifySignature } from './support/receiver.ts'
import type { Received } from './support/receiver.ts'
import { renameList } from './support/rename-list.ts'
import { whileAway } from './support/while-away.ts'
import { LIST_CREATED, LIST_UPDATED, listen } from './support/webhooks.ts'
import type { Listener } from './support/webhooks.ts'

const START_LIMIT_MS = 120_000
/** `npm run drill:restore` places more. */
const RESTORED_ORDERS = 20

const opened = new AsyncDisposableStack()
let stack: DevEnvOptions
let devEnv: DevEnv
let databases: OwnDatabases
let organization: Organization
/** The dev.json that a script reads immediately after /health/ready reports 200. */
let firstRead: Promise<DevDetails>

beforeAll(async () => {
  const { path: home } = opened.use(await openTemporaryFolder('takeoff-transports'))
  stack = await drillStack(home)
  firstRead = readWhenReady(home, stack.port)
  devEnv = await startDevEnv(stack)
  opened.use(devEnv)
  databases = await openOwnDatabases(opened, devEnv.databases)
  organization = opened.use(await createOrganization(devEnv))
}, START_LIMIT_MS)
afterAll(() => opened.disposeAsync(), START_LIMIT_MS)

const access = (): { url: string; token: string } => ({
  url: devEnv.graphqlUrl,
  token: organization.token,
})
const listenHere = (): Promise<Listener> => listen({ orgId: organization.orgId, ...access() })
const post = (body: string, secret: string): Promise<Response> =>
  fetch(devEnv.events.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body,
  })
const countCopied = async (id: number): Promise<number> =>
  (await databases['production-lists'].query('select from vendor_copy where id = $1', [id])).length
const isUpdate = ({ payload }: Received): boolean => payload.event === LIST_UPDATED

/** Polls like such a script. */
async function readWhenReady(home: string, port: number): Promise<DevDetails> {
  await vi.waitFor(
    async () => {
      const { status } = await fetch(`http://127.0.0.1:${port}/health/ready`)
      expect(status).toBe(200)
    },
    { timeout: START_LIMIT_MS, interval: 20 },
  )
  return JSON.parse(await readFile(path.join(home, 'dev.json'), 'utf8')) as DevDetails
}

test('when the gateway reports that it is ready, dev.json exists and its list is served', async () => {
  const { graphqlUrl, productionListId, tokens } = await firstRead
  expect(graphqlUrl).toBe(devEnv.graphqlUrl)
  const { data } = await graphql(
    `{ projectManagementProductionListById(id: ${productionListId}) { id } }`,
    {},
    { url: graphqlUrl, token: tokens.reader },
  )
  expect(data).toEqual({ projectManagementProductionListById: { id: productionListId } })
})

describe('without a broker, over the http transport', () => {
  test('the creation of a list is delivered', async () => {
    await using listener = await listenHere()
    const { listId } = await createList(organization, [{ name: 'Shingles' }], undefined, access())

    const webhook = await listener.waitForOne(({ payload }) => payload.event === LIST_CREATED)
    expect(devEnv.transport).toBe('http')
    expect(verifySignature(webhook, listener.secret)).toMatchObject({
      project_management_production_list_id: listId,
    })
  })

  test('events that occur while the webhook service is down are stored, and delivered after its restart', async () => {
    await using listener = await listenHere()
    const { listId } = await createList(organization, [{ name: 'Shingles' }], undefined, access())
    // A crash between a response and its record may repeat a delivery.
    await devEnv.waitUntilIdle()

    await whileAway(devEnv, 'webhooks', async () => {
      await renameList(listId, access())
      const [outbox] = await databases['production-lists'].query<{ waiting: number }>(
        'select count(*)::int as waiting from outbox_message',
      )
      expect(outbox?.waiting).toBe(1)
    })

    await listener.waitFor(isUpdate)
    await devEnv.waitUntilIdle()
    expect(listener.heard).toHaveLength(2)
  })

  test('a new vendor is copied to production-lists, which reads it', async () => {
    const { data } = await graphql<{ vendorCreate: { vendor: { id: number } } }>(
      `
        mutation ($orgId: Int!) {
          vendorCreate(orgId: $orgId, vendor: { vendorName: "Northern Copper" }) {
            vendor {
              id
            }
          }
        }
      `,
      { orgId: organization.orgId },
      access(),
    )
    const id = data?.vendorCreate.vendor.id ?? 0
    // It is read every five seconds.
    await expect.poll(() => countCopied(id)).toBe(1)
  })

  test('a message that violates its contract is dead-lettered, and later events still flow', async () => {
    await using listener = await listenHere()
    const { listId } = await createList(organization, [{ name: 'Shingles' }], undefined, access())
    const responses = [
      await post('no JSON at all', devEnv.events.secret),
      await post('[{"name":"production-list.updated"}]', devEnv.events.secret),
    ]
    await renameList(listId, access())
    await listener.waitFor(isUpdate)

    expect(responses.map(({ status }) => status)).toEqual([204, 204])
    expect(
      await databases.webhooks.query('select carrier, message_id from poison_message'),
    ).toEqual([
      { carrier: 'http', message_id: null },
      { carrier: 'http', message_id: null },
    ])
  })

  test('an event is refused without the secret', async () => {
    expect((await post('[]', 'wrong')).status).toBe(401)
  })
})

// The last one: the stack ends with it.
test('databases that are restored to a moment have what was acknowledged before, and verify names exactly what does not agree', async () => {
  const drill = await runRestoreDrill(devEnv, { stack, orders: RESTORED_ORDERS, serves: false })

  expect(lostOrders(drill)).toEqual([])
  const { restoredDocuments, placed, stages } = drill
  const kept = placed.filter(({ documentId }) => restoredDocuments.has(documentId))
  expect(kept.length).toBeGreaterThanOrEqual(RESTORED_ORDERS / 2)
  expect(kept.length).toBeLessThan(RESTORED_ORDERS)
  expect(stages.map(findingsOf)).toMatchObject([{ notFound: [], unexpected: [] }])
  // Three are planted, the others are the files of later orders.
  expect(stages[0]?.expected.length).toBeGreaterThan(3)
  expect(stages[0]?.verified.map(({ exitCode }) => exitCode)).toEqual([0, 1, 1])
})
