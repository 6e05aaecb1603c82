import { openOwnDatabases } from '@takeoff/dev-env/own-databases'
import type { OwnDatabases } from '@takeoff/dev-env/own-databases'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedDevEnv } from '../e2e/support/dev-env.ts'
import { createList } from '../e2e/support/list.ts'
import type { Received } from '../e2e/support/receiver.ts'
import { LIST_UPDATED, listen } from '../e2e/support/webhooks.ts'
import { createOrganization } from '../support/organization.ts'
import type { Organization } from '../support/organization.ts'
import { updateList } from './writer.ts'
import type { Tally, WrittenList } from './writer.ts'

const UPDATES = 500
const LISTS = 5
const WRITERS_PER_LIST = 2
/** Keeps deliveries under way when their sender is killed. */
const ANSWER_MS = 20
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

interface Kill {
  /** Acknowledged updates at which it strikes. */
  readonly at: number
  readonly what: string
  strike(): Promise<unknown>
}

const killService = (at: number, what: 'webhooks' | 'production-lists'): Kill => ({
  at,
  what,
  strike: () => devEnv.kill9(what),
})
/** The last two strike while the broker is down or has just come back. */
const kills: readonly Kill[] = [
  killService(60, 'webhooks'),
  killService(120, 'production-lists'),
  killService(200, 'webhooks'),
  ...(devEnv.carrier === 'amqp'
    ? [{ at: 280, what: 'RabbitMQ', strike: () => devEnv.killBroker() }]
    : []),
  killService(340, 'production-lists'),
  killService(400, 'webhooks'),
]

test(
  `every event of ${UPDATES} updates arrives, whatever is killed meanwhile`,
  async () => {
    await using listener = await listen({
      orgId: organization.orgId,
      token: organization.token,
      events: [LIST_UPDATED],
    })
    listener.answerWith(() => ({ status: 204, delayMs: ANSWER_MS }))
    const lists = await Promise.all(Array.from({ length: LISTS }, newList))

    const startedAt = performance.now()
    const tally = await writeWhileKilling(lists)
    const writtenAfter = performance.now() - startedAt
    await devEnv.settle(LIMIT_MS)
    const settledAfter = performance.now() - startedAt

    const arrived = countArrivals(listener.heard)
    const versions = await versionsOf(lists)
    const figures = {
      updates: UPDATES,
      kills: kills.map(({ what }) => what).join(', '),
      answeredWithoutService: tally.unavailable,
      conflicts: tally.conflicts,
      committedUnanswered: lists.reduce(
        (sum, { id, acknowledged }) => sum + (versions.get(id) ?? 0) - 1 - acknowledged.size,
        0,
      ),
      duplicates: listener.heard.length - arrived.all.size,
      secondsOfWriting: Math.round(writtenAfter / 100) / 10,
      secondsInAll: Math.round(settledAfter / 100) / 10,
    }
    process.stdout.write(`[chaos] ${JSON.stringify(figures)}\n`)

    const asPromised = lists.map(({ id }) => {
      const updates = sequencesUpTo(versions.get(id) ?? 0)
      return { id, forgotten: [], takenIn: updates, arrived: updates.length }
    })
    const found = await Promise.all(
      lists.map(async ({ id, acknowledged }) => ({
        id,
        forgotten: [...acknowledged].filter((version) => version > (versions.get(id) ?? 0)),
        takenIn: await takenIn(id),
        arrived: arrived.byList.get(id)?.size,
      })),
    )
    // The figures stand on both sides so that a failure shows them.
    expect({ figures, found }).toEqual({ figures, found: asPromised })
    expect(await notDelivered(listener.id)).toEqual([])
  },
  LIMIT_MS,
)

async function newList(): Promise<WrittenList> {
  const { listId } = await createList(organization, [{ name: 'Shingles' }])
  return { id: listId, version: 1, acknowledged: new Set() }
}

/** Writers share the updates; each kill strikes when enough of them are acknowledged. */
async function writeWhileKilling(lists: readonly WrittenList[]): Promise<Tally> {
  const tally: Tally = { conflicts: 0, unavailable: 0 }
  const waiting = [...kills]
  const striking: Promise<unknown>[] = []
  let begun = 0
  let done = 0
  const write = async (list: WrittenList): Promise<void> => {
    while (begun < UPDATES) {
      begun += 1
      await updateList(list, { name: `Update ${begun}`, token: organization.token, tally })
      done += 1
      while (waiting[0] !== undefined && waiting[0].at <= done) {
        const kill = waiting.shift()
        if (kill !== undefined) striking.push(kill.strike())
      }
    }
  }
  await Promise.all(
    lists.flatMap((list) => Array.from({ length: WRITERS_PER_LIST }, () => write(list))),
  )
  await Promise.all(striking)
  expect(waiting).toEqual([])
  return tally
}

/** Creation is the first version, so updates begin with the second. */
function sequencesUpTo(version: number): number[] {
  return Array.from({ length: version - 1 }, (_, index) => index + 2)
}

interface Arrivals {
  /** The webhook-id of each delivery; a repetition has the same. */
  readonly all: ReadonlySet<string>
  readonly byList: ReadonlyMap<number, ReadonlySet<string>>
}

function countArrivals(heard: readonly Received[]): Arrivals {
  const byList = Map.groupBy(heard, ({ payload }) =>
    Number(payload.project_management_production_list_id),
  )
  return {
    all: new Set(heard.map(({ webhookId }) => webhookId)),
    byList: new Map(
      [...byList].map(([id, those]) => [id, new Set(those.map(({ webhookId }) => webhookId))]),
    ),
  }
}

async function versionsOf(lists: readonly WrittenList[]): Promise<Map<number, number>> {
  const rows = await databases['production-lists'].query<{ id: number; version: number }>(
    'select id, version from production_list where id = any($1::int[])',
    [lists.map(({ id }) => id)],
  )
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** The sequence numbers of the list's updates in the webhook service, each as often as it is there. */
async function takenIn(listId: number): Promise<number[]> {
  const rows = await databases.webhooks.query<{ sequence: number }>(
    `select sequence::int from domain_event
     where name = 'production-list.updated' and aggregate_id = $1 order by sequence`,
    [String(listId)],
  )
  return rows.map(({ sequence }) => sequence)
}

function notDelivered(webhookId: number): Promise<unknown[]> {
  return databases.webhooks.query(
    `select id, 'pending' as state from delivery where webhook_id = $1 and event = $2
     union all select id, state from finished_delivery
     where webhook_id = $1 and event = $2 and state <> 'delivered'`,
    [webhookId, LIST_UPDATED],
  )
}
