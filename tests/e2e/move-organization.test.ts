import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createLogger } from '@takeoff/kit/service/logger'
import { readConfig } from '@takeoff/webhooks/config'
import { startService } from '@takeoff/webhooks/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrganization } from '../support/organization.ts'
import type { Organization } from '../support/organization.ts'
import { graphql } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { createList } from './support/list.ts'
import { openMoveStack } from './support/move-stack.ts'
import { openPlainDatabase } from '@takeoff/dev-env/postgres/open-plain-database'
import type { Received } from './support/receiver.ts'
import { renameList } from './support/rename-list.ts'
import { createScene } from './support/scene.ts'
import type { Scene } from './support/scene.ts'
import { listen, LIST_UPDATED } from './support/webhooks.ts'

const EVENTS = 5
/** The test starts eight programs, beside a stack that is written to all the time. */
const LIMIT_MS = 300_000
const services = ['production-lists', 'order-documents', 'webhooks'] as const

const devEnv = sharedDevEnv()
const opened = new AsyncDisposableStack()
let stack: Awaited<ReturnType<typeof openMoveStack>>
let moved: Scene
let stays: Organization

beforeAll(async () => {
  stack = await openMoveStack(devEnv, opened)
  moved = opened.use(await createScene(devEnv))
  await using orders = await openPlainDatabase(devEnv.databases['order-documents'])
  // The scene has put it into the table, without its events.
  await orders.query('update distribution_order set state_sequence = 0 where id = $1', [
    moved.distributionOrderId,
  ])
  stays = opened.use(await createOrganization(devEnv))
})
afterAll(() => opened.disposeAsync())

/** Changes a list of the organization that stays, over and over, until it is stopped or disposed of. */
function startWriting(listId: number) {
  const failures: unknown[] = []
  const stopping = new AbortController()
  let written = 0
  const writing = (async () => {
    while (!stopping.signal.aborted) {
      await renameList(listId, { token: stays.token }).catch((error: unknown) =>
        failures.push(error),
      )
      written += 1
      // The programs that move the other organization need the cores.
      await delay(100)
    }
  })()
  const stop = async () => {
    stopping.abort()
    await writing
    return { written, failures }
  }
  return { stop, [Symbol.asyncDispose]: async () => void (await stop()) }
}

test(
  'an organization moves to other databases while others write: each row, file and event is there once',
  async () => {
    const { run, other, folder, secrets } = stack
    const source = { databases: devEnv.databases, files: devEnv.files }
    const { orgId, token, list } = moved
    const { listId } = await createList(stays, [{ name: 'Shingles' }])
    await using writing = startWriting(listId)
    await using listener = await listen({ orgId, token, events: [LIST_UPDATED] })
    await using thawing = new AsyncDisposableStack()
    for (const service of services) thawing.defer(() => thaw(source.databases[service], orgId))
    const accepted: string[] = []
    let accepts = false
    listener.respondWith(({ webhookId }) => {
      if (accepts) accepted.push(webhookId)
      return { status: accepts ? 204 : 500 }
    })
    for (let event = 0; event < EVENTS; event += 1) await renameList(list.id, { token })
    await listener.waitFor(({ payload }) => payload.event === LIST_UPDATED, { count: EVENTS })

    const [lists = '', orders = '', webhooks = ''] = services.map((service) =>
      path.join(folder, service),
    )
    const id = String(orgId)
    const wrote = async (...args: Parameters<typeof run>) => {
      const { code, output } = await run(...args)
      expect({ code, output }).toMatchObject({ code: 0 })
      return output
    }
    await wrote(source, 'production-lists', ['export', id, '--to', lists])
    await expect(renameList(list.id, { token })).rejects.toThrow('ORGANIZATION_READ_ONLY')
    const read = await graphql<{ list: object }>(
      `
        query ($id: Int!) {
          list: projectManagementProductionListById(id: $id) {
            id
            listItems {
              id
            }
          }
        }
      `,
      { id: list.id },
      { token },
    )
    expect(read.data?.list).toMatchObject({ id: list.id })
    await wrote(source, 'order-documents', ['export', id, '--to', orders])
    await wrote(source, 'webhooks', [
      'export',
      id,
      '--to',
      webhooks,
      '--after',
      lists,
      '--after',
      orders,
    ])
    const heard = listener.received.length

    await wrote(other, 'production-lists', ['import', '--from', lists])
    await using ordersThere = await openPlainDatabase(other.databases['order-documents'])
    const killed = await ordersThere.transaction(async (sql) => {
      // The import waits for this table, so that it is killed before it commits, on a busy machine too.
      await sql.query('lock table order_document in exclusive mode')
      return run(other, 'order-documents', ['import', '--from', orders], 'rows')
    })
    expect(killed.code).toBeNull()
    expect(await ordersThere.query('select from "order"')).toEqual([])
    await wrote(other, 'order-documents', ['import', '--from', orders])
    expect(await wrote(other, 'webhooks', ['import', '--from', webhooks])).toContain(
      'is here, and read-only until you thaw it',
    )
    expect((await filesOf(other.files)).toSorted()).toEqual(
      (await filesOf(source.files)).filter((key) => key.startsWith(`${orgId}/`)).toSorted(),
    )
    expect(listener.received).toHaveLength(heard)

    accepts = true
    const database = opened.use(await openPlainDatabase(other.databases.webhooks))
    // Otherwise the receiver would be tried again in minutes.
    await database.query(`update delivery set due_at = now() where due_at <> 'infinity'`)
    opened.use(
      await startService(
        readConfig({
          DATABASE_URL: other.databases.webhooks,
          DATABASE_MIGRATE: 'false',
          AUTH_ISSUER: devEnv.urls.gateway,
          SERVICE_SECRET: secrets.operator,
          EVENTS_URL: 'http://127.0.0.1:9/events',
          EVENTS_SECRET: secrets.events,
          WEBHOOKS_SECRET_KEY: secrets.webhooksKey,
          WEBHOOKS_ALLOW_LOOPBACK: 'true',
        }),
        createLogger('webhooks', 'silent'),
      ),
    )
    await wrote(other, 'webhooks', ['thaw', id])
    const isLater = (one: Received): boolean => listener.received.indexOf(one) >= heard
    await listener.waitFor(isLater, { count: EVENTS })
    await expect
      .poll(() => database.query(`select from delivery where org_id = ${orgId}`))
      .toEqual([])
    expect(new Set(accepted).size).toBe(EVENTS)
    expect(accepted).toHaveLength(EVENTS)

    const { written, failures } = await writing.stop()
    expect(failures).toEqual([])
    expect(written).toBeGreaterThan(10)
  },
  LIMIT_MS,
)

/** As the program does. */
async function thaw(url: string, orgId: number): Promise<void> {
  await using database = await openPlainDatabase(url)
  await database.query('delete from frozen_organization where id = $1', [orgId])
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
}
