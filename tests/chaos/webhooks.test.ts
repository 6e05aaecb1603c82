import { randomInt } from 'node:crypto'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { openOwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import type { OwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import { findListState } from '@takeoff/production-lists/db/lists/list-state-reads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scaled } from '@takeoff/kit/testing/scale'
import { countDeadLetters } from '../e2e/support/count-dead-letters.ts'
import { sharedDevEnv } from '../e2e/support/dev-env.ts'
import { createList } from '../e2e/support/list.ts'
import { HANDSHAKE } from '../e2e/support/receiver.ts'
import { createOrganization } from '../support/organization.ts'
import type { Organization } from '../support/organization.ts'
import {
  countDuplicates,
  differencesOf,
  heardBy,
  noDifferences,
  receiverNames,
  slowestSeconds,
} from './arrivals.ts'
import type { Seen } from './arrivals.ts'
import { planFaults } from './fault-plan.ts'
import { startProducers } from './producers.ts'
import { countSources, readProduction } from './production-log.ts'
import { startReceivers } from './receivers.ts'
import type { Receivers } from './receivers.ts'
import type { SeenDelivery } from './receivers-main.ts'
import { seededRandom } from '@takeoff/kit/testing/seeded-random'
import { strikeAll } from './strike.ts'
import { updateList } from './writer.ts'
import type { Tally, WrittenList } from './writer.ts'

const SCALE = scaled(
  {
    events: 20_000,
    updates: 400,
    seconds: 270,
    kills: 54,
    postgresStops: 3,
    brokerKills: 3,
    freezeSeconds: 20,
    alarmSeconds: 12,
    outageSeconds: 40,
  },
  // As many events a second as in the full form: a kill may double what is under way, which is a share of all of them.
  {
    events: 1_100,
    updates: 50,
    seconds: 15,
    kills: 4,
    postgresStops: 1,
    brokerKills: 1,
    freezeSeconds: 7,
    alarmSeconds: 3,
    outageSeconds: 6,
  },
)
/** The same seed gives the same plan of faults; the work that they interrupt differs in each run. */
const SEED = Number(process.env.CHAOS_SEED ?? randomInt(1_000_000))
const DUPLICATES_MAX = 0.02
/** A little less than the time that an ordered delivery waits for its predecessor. */
const PREDECESSOR_WAIT_MS = 9_000
const LISTS = 5
const WRITERS_PER_LIST = 2
const LIMIT_MS = 900_000
const PATIENCE = { timeout: 180_000, interval: 100 }

const devEnv = sharedDevEnv()
const opened = new AsyncDisposableStack()
let databases: OwnDatabases
let organization: Organization
let receivers: Receivers
let log: string

beforeAll(async () => {
  databases = await openOwnDatabases(opened, devEnv.databases)
  organization = opened.use(await createOrganization(devEnv))
  receivers = opened.use(await startReceivers(SEED))
  const { path: folder } = opened.use(await openTemporaryFolder('takeoff-chaos'))
  log = path.join(folder, 'production.log')
})
afterAll(() => opened.disposeAsync())

test(
  `every event of ${SCALE.events} commits arrives despite the faults (CHAOS_SEED=${SEED})`,
  async () => {
    const webhookIds = await subscribeAll()
    const lists = await Promise.all(Array.from({ length: LISTS }, newList))
    const before = await countRejected()

    const startedAt = performance.now()
    const { tally, struck } = await writeWhileFailing(lists)
    const writtenAfter = performance.now() - startedAt
    await devEnv.waitUntilIdle(PATIENCE.timeout)
    await expect.poll(() => pending(webhookIds), PATIENCE).toBe(0)
    const settledAfter = performance.now() - startedAt

    const produced = readProduction(log)
    const sources = countSources(produced)
    const heard = await seenByAll()
    const seen = separate(heard, lists)
    const { duplicates, all } = countDuplicates(heard)
    const figures = {
      seed: SEED,
      events: produced.committed.size,
      unknownCommits: produced.unknown.size,
      ...sources,
      updates: SCALE.updates,
      ...tally,
      ...struck,
      deliveries: all,
      duplicates,
      duplicatesPerCent: Math.round((duplicates / all) * 10_000) / 100,
      slowestSeconds: slowestSeconds(seen.ofProducers, produced),
      secondsOfWriting: Math.round(writtenAfter / 100) / 10,
      secondsInAll: Math.round(settledAfter / 100) / 10,
    }
    process.stdout.write(`[chaos] ${JSON.stringify(figures)}\n`)

    // The figures are on both sides, so that a failure shows them.
    const found = differencesOf(seen.ofProducers, produced)
    expect({ figures, found }).toEqual({ figures, found: noDifferences })
    expect(sources.fromTable).toBeGreaterThan(0)
    expect(duplicates / all).toBeLessThanOrEqual(DUPLICATES_MAX)
    await expectEachVersionOnce(lists, seen.ofLists)
    expect(await outOfOrder(heard.ordered)).toEqual([])
    expect(await endings(webhookIds)).toEqual([{ state: 'delivered', count: all }])
    expect(await countRejected()).toEqual(before)
  },
  LIMIT_MS,
)

function subscribeAll(): Promise<number[]> {
  const { orgId, token } = organization
  return Promise.all(
    receiverNames.map(async (name) => {
      const { id } = await receivers.subscribe(name, {
        orgId,
        token,
        events: heardBy[name],
        ordered: name === 'ordered',
      })
      return id
    }),
  )
}

async function newList(): Promise<WrittenList> {
  const { listId } = await createList(organization, [{ name: 'Shingles' }])
  return { id: listId, version: 1, acknowledged: new Set() }
}

/** Runs producers with their own relay, writers through the API, and the faults concurrently. */
async function writeWhileFailing(lists: readonly WrittenList[]) {
  const { orgId, userId } = organization
  const model = await findListState(databases['production-lists'], {
    id: lists[0]?.id ?? 0,
    orgIds: [orgId],
    lock: false,
  })
  if (model === undefined) throw new Error('a list that was just created is gone')
  await using producers = startProducers({
    databaseUrl: devEnv.databases['production-lists'],
    transport: devEnv.events,
    model,
    userId,
    events: SCALE.events,
    seconds: SCALE.seconds,
    log,
  })
  const over = new AbortController()
  const hasBroker = devEnv.transport === 'amqp'
  const faults = planFaults(SCALE, seededRandom(SEED)).filter(
    ({ kind }) => hasBroker || (kind !== 'broker-kill' && kind !== 'memory-alarm'),
  )
  const striking = strikeAll(faults, {
    devEnv,
    receivers,
    producers,
    signal: over.signal,
  })
  try {
    const [tally, struck] = await Promise.all([writeThroughApi(lists), striking, producers.done])
    return { tally, struck }
  } finally {
    // After a failure, no fault may strike while the next test file uses the stack.
    over.abort()
    await striking.catch(() => undefined)
  }
}

/** Writers share the updates, which are spread over the whole time. */
async function writeThroughApi(lists: readonly WrittenList[]): Promise<Tally> {
  const tally: Tally = { conflicts: 0, unavailable: 0 }
  const startedAt = performance.now()
  let begun = 0
  const write = async (list: WrittenList): Promise<void> => {
    while (begun < SCALE.updates) {
      begun += 1
      const name = `Update ${begun}`
      const due = startedAt + (begun / SCALE.updates) * SCALE.seconds * 1000
      await delay(Math.max(0, due - performance.now()))
      await updateList(list, { name, token: organization.token, tally })
    }
  }
  await Promise.all(
    lists.flatMap((list) => Array.from({ length: WRITERS_PER_LIST }, () => write(list))),
  )
  return tally
}

async function seenByAll(): Promise<Seen> {
  const [steady, absent, flaky, ordered] = await Promise.all([
    receivers.seen('steady'),
    receivers.seen('absent'),
    receivers.seen('flaky'),
    receivers.seen('ordered'),
  ])
  return { steady, absent, flaky, ordered }
}

/** Separates lists of the producers, with one event of a kind, from those of the writers, with many. */
function separate({ steady, absent, flaky, ordered }: Seen, lists: readonly WrittenList[]) {
  const ids = new Set(lists.map(({ id }) => id))
  const ofProducers = (all: readonly SeenDelivery[]): SeenDelivery[] =>
    all.filter(({ listId }) => !ids.has(listId))
  return {
    ofProducers: {
      steady: ofProducers(steady),
      absent: ofProducers(absent),
      flaky: ofProducers(flaky),
      ordered: ofProducers(ordered),
    },
    ofLists: [steady, absent, ordered].map((all) => all.filter(({ listId }) => ids.has(listId))),
  }
}

/** Every committed event is ingested once and delivered, even if its commit had no response. */
async function expectEachVersionOnce(
  lists: readonly WrittenList[],
  heard: readonly (readonly SeenDelivery[])[],
): Promise<void> {
  for (const { id, acknowledged } of lists) {
    const version = await versionOf(id)
    const forgotten = [...acknowledged].filter((updated) => updated > version)
    const arrived = heard.map((all) => all.filter(({ listId }) => listId === id).length)
    expect({ id, forgotten, ingested: await ingestedOf(id), arrived }).toEqual({
      id,
      forgotten: [],
      ingested: Array.from({ length: version }, (_, index) => index + 1),
      arrived: heard.map(() => version),
    })
  }
}

async function versionOf(id: number): Promise<number> {
  const [row] = await databases['production-lists'].query<{ version: number }>(
    'select version from production_list where id = $1',
    [id],
  )
  return row?.version ?? 0
}

/** The sequence numbers of the list's events in the webhook service, with duplicates. */
async function ingestedOf(listId: number): Promise<number[]> {
  const rows = await databases.webhooks.query<{ sequence: number }>(
    `select sequence::int from domain_event
     where aggregate_type = 'production-list' and aggregate_id = $1 order by sequence`,
    [String(listId)],
  )
  return rows.map(({ sequence }) => sequence)
}

/** Pending deliveries, including those that wait for a later attempt. */
async function pending(webhookIds: readonly number[]): Promise<number> {
  const [row] = await databases.webhooks.query<{ count: number }>(
    'select count(*)::int as count from delivery where webhook_id = any($1)',
    [webhookIds],
  )
  return row?.count ?? 0
}

/**
 * Deliveries that were sent before their predecessor was acknowledged. Allowed when the predecessor was ingested
 * much later, because a delivery waits only for a limited time.
 */
async function outOfOrder(heard: readonly SeenDelivery[]): Promise<unknown[]> {
  const rows = await databases.webhooks.query<{
    id: string
    aggregate: string
    sequence: number
    ingestedMs: number
  }>(
    `select f.id, e.aggregate_id as aggregate, e.sequence::int,
       extract(epoch from e.received_at)::float8 * 1000 as "ingestedMs"
     from finished_delivery f join domain_event e on e.id = f.domain_event_id
     where f.id = any($1::uuid[]) order by e.sequence`,
    [heard.map(({ webhookId }) => webhookId)],
  )
  const seen = new Map(heard.map((delivery) => [delivery.webhookId, delivery]))
  return [...Map.groupBy(rows, ({ aggregate }) => aggregate).values()].flatMap((those) =>
    those.filter(({ id, ingestedMs }, index) => {
      const before = those[index - 1]
      if (before === undefined) return false
      const waitedMs = before.ingestedMs - ingestedMs
      const wasTooLate = waitedMs > PREDECESSOR_WAIT_MS
      return (
        !wasTooLate && (seen.get(id)?.firstAt ?? 0) < (seen.get(before.id)?.acknowledgedAt ?? 0)
      )
    }),
  )
}

/** How the deliveries of all webhooks ended, without handshakes. */
function endings(webhookIds: readonly number[]): Promise<unknown[]> {
  return databases.webhooks.query(
    `select state, count(*)::int as count from finished_delivery
     where webhook_id = any($1) and event <> $2 group by state`,
    [webhookIds, HANDSHAKE],
  )
}

/** Messages that violate their contract, and those that were redelivered too often. */
async function countRejected(): Promise<unknown> {
  const poison = await databases.webhooks.query('select count(*)::int as count from poison_message')
  return { poison, deadLetters: await countDeadLetters(devEnv) }
}
