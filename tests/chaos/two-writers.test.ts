import { openOwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import type { OwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import { findListState } from '@takeoff/production-lists/db/lists/list-state-reads'
import { diffableList } from '@takeoff/production-lists/domain/lists/diffable-list'
import { applyDiff, revertDiff } from '@takeoff/production-lists/domain/lists/list-diff'
import type { DiffableList, ListDiff } from '@takeoff/production-lists/domain/lists/list-diff'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scaled } from '@takeoff/kit/testing/scale'
import { graphqlData } from '../e2e/support/client.ts'
import { sharedDevEnv } from '../e2e/support/dev-env.ts'
import { createList } from '../e2e/support/list.ts'
import { LIST_UPDATED, listen } from '../e2e/support/webhooks.ts'
import type { Listener } from '../e2e/support/webhooks.ts'
import { ALL_SCOPES, createOrganization } from '../support/organization.ts'
import type { Organization } from '../support/organization.ts'
import { edit } from './list-editor.ts'
import type { EditedList, Writer } from './list-editor.ts'

const EDITS = scaled(200, 60)
const LIMIT_MS = 150_000

const devEnv = sharedDevEnv()
const opened = new AsyncDisposableStack()
let databases: OwnDatabases
let organization: Organization

beforeAll(async () => {
  databases = await openOwnDatabases(opened, devEnv.databases)
  organization = opened.use(await createOrganization(devEnv))
})
afterAll(() => opened.disposeAsync())

interface Scene {
  readonly list: EditedList
  readonly writers: readonly [Writer, Writer]
  /** The list as it was created. */
  readonly start: DiffableList
}

async function createScene(): Promise<Scene> {
  const lines = Array.from({ length: 12 }, (_, index) => ({ name: `Item ${index + 1}` }))
  const { listId: id, itemIds } = await createList(organization, lines)
  const [sharedItemId = 0, ...others] = itemIds
  return {
    list: { id, sharedItemId },
    writers: [
      await createWriter('Ada', others.slice(0, 2)),
      await createWriter('Bob', others.slice(2)),
    ],
    start: await stateOf(id),
  }
}

async function createWriter(
  name: string,
  [first = 0, second = 0]: readonly number[],
): Promise<Writer> {
  const { orgId, userId } = organization
  const request = {
    userId: name === 'Ada' ? userId : userId + 1,
    orgIds: [orgId],
    scopes: ALL_SCOPES,
  }
  const token = await devEnv.mintToken(request)
  return { name, token, itemIds: [first, second], conflicts: 0, unavailable: 0 }
}

/** Runs both writers concurrently; `meanwhile` runs after each edit. */
async function writeAll(
  { list, writers }: Scene,
  meanwhile: (done: number) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  let done = 0
  await Promise.all(
    writers.map(async (writer) => {
      for (let n = 1; n <= EDITS / writers.length; n += 1) {
        await edit(list, writer, n)
        done += 1
        await meanwhile(done)
      }
    }),
  )
}

const versions = (from: number) =>
  Array.from({ length: EDITS + 2 - from }, (_, index) => index + from)

describe.skipIf(devEnv.transport !== 'amqp')(`two writers, ${EDITS} edits of one list`, () => {
  test(
    'lose no update: revisions add up, and an ordered webhook receives each of them in the order of the commits',
    async () => {
      const scene = await createScene()
      const { orgId, token } = organization
      await using listener = await listen({ orgId, token, events: [LIST_UPDATED], ordered: true })
      await writeAll(scene)
      await listener.waitFor(({ payload }) => payload.event === LIST_UPDATED, { count: EDITS })
      await devEnv.waitUntilIdle()

      const [ada, bob] = scene.writers
      report({ conflicts: [ada.conflicts, bob.conflicts] })
      expect(ada.conflicts + bob.conflicts).toBeGreaterThan(0)
      await expectWhole(scene)
      expect(await versionsHeard(listener)).toEqual(versions(2))
    },
    LIMIT_MS,
  )

  test(
    'survive a kill of their service: no version is missing, duplicated or unreported',
    async () => {
      const scene = await createScene()
      let isKilled = false
      await writeAll(scene, async (done) => {
        if (isKilled || done < EDITS / 3) return
        isKilled = true
        await devEnv.kill9('production-lists')
      })
      await devEnv.waitUntilIdle()

      const [ada, bob] = scene.writers
      report({ unavailable: [ada.unavailable, bob.unavailable] })
      expect(isKilled).toBe(true)
      await expectWhole(scene)
    },
    LIMIT_MS,
  )
})

/** Every edit exists once: in the list, in its history, and in the webhooks. */
async function expectWhole({ list, writers, start }: Scene): Promise<void> {
  const revisions = await databases['production-lists'].query<{
    readonly version: number
    readonly user_id: number
    readonly diff: ListDiff
  }>(
    `select version, user_id, diff from production_list_revision
     where list_id = $1 order by version`,
    [list.id],
  )
  const diffs = revisions.map(({ diff }) => diff)
  const final = await stateOf(list.id)
  expect(revisions.map(({ version }) => version)).toEqual(versions(1))
  expect(diffs.reduceRight(revertDiff, final)).toEqual(start)
  expect(diffs.reduce(applyDiff, start)).toEqual(final)
  expect(await versionRead(list.id)).toBe(EDITS + 1)

  const byUser = Map.groupBy(revisions.slice(1), ({ user_id }) => user_id)
  expect([...byUser.values()].map(({ length }) => length)).toEqual([EDITS / 2, EDITS / 2])
  expect(counted(final, list)).toBe(counted(start, list) + EDITS / 2)
  const history = JSON.stringify(diffs)
  for (const { name } of writers) {
    const missing = labelsOf(name).filter((label) => !history.includes(JSON.stringify(label)))
    expect(missing).toEqual([])
  }

  const events = await databases.webhooks.query<{ readonly sequence: number }>(
    `select sequence::int from domain_event
     where name = 'production-list.updated' and aggregate_id = $1 order by sequence`,
    [String(list.id)],
  )
  expect(events.map(({ sequence }) => sequence)).toEqual(versions(2))
}

/** Versions in the order of arrival. Payloads have no version, so it is read from the sequence of their events. */
async function versionsHeard({ id, heard }: Listener): Promise<unknown[]> {
  const deliveries = await databases.webhooks.query<{
    readonly id: string
    readonly sequence: number
  }>(
    `select f.id, e.sequence::int from finished_delivery f join domain_event e on e.id = f.domain_event_id
     where f.webhook_id = $1`,
    [id],
  )
  const versionOf = new Map(deliveries.map((delivery) => [delivery.id, delivery.sequence]))
  return heard.map(({ webhookId }) => versionOf.get(webhookId))
}

/** Labels that a writer wrote without a preceding read: names, notes, added items. */
function labelsOf(writer: string): string[] {
  return Array.from({ length: EDITS / 2 }, (_, index) => index + 1)
    .filter((n) => [1, 3, 5].includes(n % 8))
    .map((n) => `${writer} ${n}`)
}

async function stateOf(id: number): Promise<DiffableList> {
  const state = await findListState(databases['production-lists'], {
    id,
    orgIds: [organization.orgId],
    lock: false,
  })
  if (state === undefined) throw new Error(`list ${id} is gone`)
  return diffableList(state)
}

async function versionRead(id: number): Promise<number> {
  const { list } = await graphqlData<{ list: { version: number } }>(
    'query ($id: Int!) { list: projectManagementProductionListById(id: $id) { version } }',
    { id },
    { token: organization.token },
  )
  return list.version
}

/** The quantity that both writers count up. */
function counted({ items }: DiffableList, { sharedItemId }: EditedList): number {
  return Number(items.find(({ id }) => id === sharedItemId)?.['quantity'])
}

function report(figures: object): void {
  process.stdout.write(`[two writers] ${JSON.stringify(figures)}\n`)
}
