import { randomInt } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openOwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import type { OwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import { createLogger } from '@takeoff/kit/service/logger'
import { LEASE_SECONDS } from '@takeoff/order-documents/db/documents/pending-documents'
import { DiskFileStore } from '@takeoff/order-documents/files/disk-file-store'
import { sweepUploads } from '@takeoff/order-documents/files/sweep-uploads'
import { controlSimulator } from '@takeoff/provider-simulator/testing/simulator-control'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { IS_FULL_SCALE, scaled } from '@takeoff/kit/testing/scale'
import { graphqlData } from '../e2e/support/client.ts'
import { sharedDevEnv } from '../e2e/support/dev-env.ts'
import { createList } from '../e2e/support/list.ts'
import {
  DISTRIBUTION_ORDER_STATE_CHANGED,
  DOCUMENT_STATE_CHANGED,
  listen,
} from '../e2e/support/webhooks.ts'
import type { Listener } from '../e2e/support/webhooks.ts'
import { createOrganization } from '../support/organization.ts'
import type { Organization } from '../support/organization.ts'
import { placeOrder } from './order-callers.ts'
import type { WantedOrder } from './order-callers.ts'
import type { Unavailability } from './patiently.ts'

const SCALE = scaled(
  { documents: 200, submissions: 100, kills: 50 },
  { documents: 20, submissions: 10, kills: 4 },
)
const LISTS = 10
const CALLERS = 8
/** About the duration of placing an order, so that a kill may occur between any two of its statements. */
const STRIKE_WITHIN_MS = 300
/** Of order-documents: then a document fails. */
const ATTEMPTS_MAX = 5
const LIMIT_MS = 600_000
const PATIENCE = { timeout: 180_000, interval: 20 }

const devEnv = sharedDevEnv()
const simulator = controlSimulator(devEnv.details.providerSimulator)
const opened = new AsyncDisposableStack()
let databases: OwnDatabases
let organization: Organization
let listener: Listener

beforeAll(async () => {
  databases = await openOwnDatabases(opened, devEnv.databases)
  organization = opened.use(await createOrganization(devEnv))
  listener = opened.use(
    await listen({
      orgId: organization.orgId,
      token: organization.token,
      events: [DOCUMENT_STATE_CHANGED, DISTRIBUTION_ORDER_STATE_CHANGED],
    }),
  )
})
afterAll(() => opened.disposeAsync())

test(
  `no order is lost or doubled in ${SCALE.kills} kills during ${SCALE.documents} orders and ${SCALE.submissions} submissions`,
  async () => {
    const account = String(randomInt(1_000_000, 1_000_000_000))
    await simulator.script({
      accountNumber: account,
      outcome: 'accept-and-drop',
      every: 10,
      times: null,
    })
    const wanted = await wantedOrders(account)

    const startedAt = performance.now()
    const { ids, tally, lastKillAt } = await orderWhileKilling(wanted)
    const orderedAfter = performance.now() - startedAt
    if (!IS_FULL_SCALE) await endLeasesBefore(lastKillAt)
    await expect.poll(unfinished, PATIENCE).toEqual([])
    await devEnv.waitUntilIdle(PATIENCE.timeout)
    const settledAfter = performance.now() - startedAt

    const documents = await documentsOf()
    const distributed = await distributionOrders()
    const submitted = (await simulator.orders()).filter(
      ({ accountNumber }) => accountNumber === account,
    )
    const figures = {
      ...SCALE,
      unavailable: tally.unavailable,
      states: countBy(documents, ({ state }) => state),
      attempts: countBy(documents, ({ attempts }) => String(attempts)),
      distributionStates: countBy(distributed, ({ state }) => state),
      sent: submitted.reduce((sum, { submitted: times }) => sum + times, 0),
      secondsOfOrdering: Math.round(orderedAfter / 100) / 10,
      secondsInAll: Math.round(settledAfter / 100) / 10,
    }
    process.stdout.write(`[chaos] ${JSON.stringify(figures)}\n`)

    expect(await ordersPerNumber()).toEqual(
      new Map(wanted.map(({ purchaseOrderNumber }) => [purchaseOrderNumber, 1])),
    )
    const complete = documents.filter(({ state }) => state === 'complete').map(({ id }) => id)
    expect(sorted([...documents, ...distributed].map(({ id }) => id))).toEqual(sorted(ids))
    // A document fails only when each of its attempts ended with its process.
    expect(
      documents.filter(
        ({ state, attempts }) =>
          state !== 'complete' && (state !== 'failed' || attempts < ATTEMPTS_MAX),
      ),
    ).toEqual([])

    await expectFilesAndRowsToMatch(complete)
    expect(submitted.filter(({ stored }) => stored !== 1)).toEqual([])
    expect(sorted(submitted.map(({ clientOrderId }) => clientOrderId))).toEqual(
      sorted(distributed.map(({ id }) => id)),
    )
    expect(heard(DOCUMENT_STATE_CHANGED, 'project_management_order_document_id')).toEqual(
      sorted(complete),
    )
    expect(heard(DISTRIBUTION_ORDER_STATE_CHANGED, 'distribution_order_id')).toEqual(
      sorted(distributed.map(({ id }) => id)),
    )
  },
  LIMIT_MS,
)

/** Creates lists whose vendor has an account at a provider; returns the orders to place. */
async function wantedOrders(account: string): Promise<WantedOrder[]> {
  const lists = await Promise.all(Array.from({ length: LISTS }, newList))
  for (const { vendorId } of lists) {
    await graphqlData(
      `mutation ($id: Int!, $connection: ProviderConnectionInput!) {
        vendorConnect(id: $id, connection: $connection) { vendor { id } }
      }`,
      {
        id: vendorId,
        connection: {
          providerIdentifier: 'abc-supply',
          accountNumber: account,
          accessToken: devEnv.details.providerSimulator.accessToken,
        },
      },
      { token: organization.token },
    )
  }
  const kinds = [
    ...Array.from({ length: SCALE.documents }, () => 'document' as const),
    ...Array.from({ length: SCALE.submissions }, () => 'distribution' as const),
  ]
  const wanted = kinds.flatMap((kind, index) => {
    const list = lists[index % LISTS]
    const item = list?.itemIds[index % 2]
    if (list === undefined || item === undefined) return []
    const purchaseOrderNumber = `${kind === 'document' ? 'D' : 'P'}-${index}`
    return [{ kind, purchaseOrderNumber, list: list.listId, item, vendor: list.vendorId }]
  })
  return shuffled(wanted)
}

function newList() {
  return createList(organization, [{ name: 'Shingles' }, { name: 'Ridge caps' }])
}

/** Concurrent callers place the orders; the kills follow in sequence, spread over the whole time. */
async function orderWhileKilling(wanted: readonly WantedOrder[]) {
  const tally: Unavailability = { unavailable: 0 }
  const ids: string[] = []
  const waiting = [...wanted]
  const order = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      ids.push(await placeOrder(next, { token: organization.token, tally }))
    }
  }
  const kill = async (): Promise<string> => {
    for (let struck = 0; struck < SCALE.kills; struck += 1) {
      const due = Math.floor((struck * wanted.length) / SCALE.kills)
      await expect.poll(() => ids.length, PATIENCE).toBeGreaterThanOrEqual(due)
      await vi.waitFor(isServing, PATIENCE)
      await delay(randomInt(STRIKE_WITHIN_MS))
      await devEnv.kill9('order-documents')
    }
    return databaseTime()
  }
  const [lastKillAt] = await Promise.all([kill(), ...Array.from({ length: CALLERS }, order)])
  return { ids, tally, lastKillAt }
}

async function databaseTime(): Promise<string> {
  const [row] = await databases['order-documents'].query<{ now: string }>(
    'select clock_timestamp()::text as now',
  )
  if (row === undefined) throw new Error('the database does not know the time')
  return row.now
}

/**
 * Ends the leases of the killed processes at once instead of 20 s later, so that their work is resumed. A lease
 * that began after the last kill stays: it belongs to the process that is alive.
 */
async function endLeasesBefore(lastKillAt: string): Promise<void> {
  const database = databases['order-documents']
  await database.query(
    `update order_document set next_attempt_at = now()
     where org_id = $1 and state = 'pending'
       and next_attempt_at between now() and $2::timestamptz + make_interval(secs => $3)`,
    [organization.orgId, lastKillAt, LEASE_SECONDS],
  )
  await database.query(
    `update distribution_order set next_attempt_at = now()
     where org_id = $1 and leased_at <= $2::timestamptz`,
    [organization.orgId, lastKillAt],
  )
}

async function isServing(): Promise<void> {
  const { ok } = await fetch(`${devEnv.urls['order-documents']}/health/ready`)
  expect(ok).toBe(true)
}

/** Unfinished work: pending documents, and orders that the provider does not have. */
function unfinished(): Promise<unknown[]> {
  return databases['order-documents'].query(
    `select id from order_document where state = 'pending' and org_id = $1
     union all select id from distribution_order where state = 'draft' and org_id = $1`,
    [organization.orgId],
  )
}

function documentsOf(): Promise<{ id: string; state: string; attempts: number }[]> {
  return databases['order-documents'].query(
    'select id, state, attempts from order_document where org_id = $1',
    [organization.orgId],
  )
}

function distributionOrders(): Promise<{ id: string; state: string }[]> {
  return databases['order-documents'].query(
    'select id, state from distribution_order where org_id = $1',
    [organization.orgId],
  )
}

async function ordersPerNumber(): Promise<Map<string, number>> {
  const rows = await databases['order-documents'].query<{ number: string; count: number }>(
    `select purchase_order_number as number, count(*)::int as count from "order"
     where org_id = $1 group by 1`,
    [organization.orgId],
  )
  return new Map(rows.map(({ number, count }) => [number, count]))
}

/** After the files of dead attempts are swept, the store has the files that the rows name and no others. */
async function expectFilesAndRowsToMatch(complete: readonly string[]): Promise<void> {
  const database = databases['order-documents']
  const store = new DiskFileStore(devEnv.files)
  const logger = createLogger('test', 'silent')
  await sweepUploads({ database, store, logger }, { graceSeconds: 0 })

  const rows = await database.query<{ documentId: string; key: string; byteSize: number }>(
    `select order_document_id as "documentId", storage_key as key, byte_size as "byteSize"
     from order_document_file where org_id = $1`,
    [organization.orgId],
  )
  expect(sorted(rows.map(({ documentId }) => documentId))).toEqual(
    sorted(complete.flatMap((id) => [id, id])),
  )
  expect(await storedFiles()).toEqual(new Map(rows.map(({ key, byteSize }) => [key, byteSize])))
}

/** Sizes by key. */
async function storedFiles(): Promise<Map<string, number>> {
  const folder = path.join(devEnv.files, String(organization.orgId))
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, number]> => {
        const whole = path.join(file.parentPath, file.name)
        return [path.relative(devEnv.files, whole), (await stat(whole)).size]
      }),
    ),
  )
}

/** Ids that the receiver got as complete or submitted; a repetition has the same webhook-id. */
function heard(event: string, id: string): string[] {
  const reported = listener.heard.filter(
    ({ payload }) =>
      payload.event === event && ['complete', 'submitted'].includes(String(payload['state'])),
  )
  const byDelivery = new Map(
    reported.map(({ webhookId, payload }) => [webhookId, String(payload[id])]),
  )
  return sorted([...byDelivery.values()])
}

function countBy<T>(rows: readonly T[], keyOf: (row: T) => string): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(rows, keyOf)].map(([key, those]) => [key, those.length]),
  )
}

function sorted(ids: readonly string[]): string[] {
  return [...ids].toSorted()
}

function shuffled<T>(rows: readonly T[]): T[] {
  return rows
    .map((row) => ({ row, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ row }) => row)
}
