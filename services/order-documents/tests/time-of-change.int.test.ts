import type { Transaction } from '@takeoff/kit/postgres/sql'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { newUuid } from '@takeoff/kit/values/ids'
import { invariant } from '@takeoff/kit/values/invariant'
import { expect, it } from 'vitest'
import { lockDistributionOrder } from '../src/db/distribution/lock-distribution-order.ts'
import type { LockedDistributionOrder } from '../src/db/distribution/lock-distribution-order.ts'
import { requestCancellation } from '../src/db/distribution/request-cancellation.ts'
import { writeOutcome } from '../src/db/distribution/write-outcome.ts'
import { completeDocument, failDocument } from '../src/db/documents/end-document.ts'
import { firstAttempt, insertPendingDocuments } from '../src/db/documents/pending-documents.ts'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import {
  cancelOrders,
  markOrderChanged,
  replaceOrders,
  touchOrder,
} from '../src/db/orders/order-state.ts'
import { createDistributionOrder } from '../src/testing/create-distribution-order.ts'
import type { Draft } from '../src/testing/create-distribution-order.ts'
import { createVendor } from '../src/testing/create-vendor.ts'

const database = await disposeAfterAll(
  createTestDatabase({ name: 'order-documents', entities, migrations }),
)
const vendorId = await createVendor(database, { orgId: 1, vendorName: 'ABC Supply' })
/** Of a process whose clock is behind that of the change before. */
const at = new Date('2026-01-01')

type Change = (sql: Transaction, draft: Draft) => Promise<unknown>

const changesOfOrders: readonly [string, Change][] = [
  [
    'is cancelled',
    (sql, { orderId }) => cancelOrders(sql, orderId, { at, userId: 7, reason: null }),
  ],
  ['is replaced', (sql, { orderId }) => replaceOrders(sql, orderId, { at })],
  ['has a changed row of its own', (sql, { orderId }) => markOrderChanged(sql, orderId, { at })],
  ['gets a document', (sql, { orderId }) => touchOrder(sql, orderId, at)],
  [
    'has a document that is complete',
    async (sql, { orderId }) =>
      completeDocument(sql, firstAttempt(await addDocument(sql, orderId), 1), [], undefined),
  ],
  [
    'has a document that has failed',
    async (sql, { orderId }) =>
      failDocument(sql, firstAttempt(await addDocument(sql, orderId), 1), 'no reason'),
  ],
]

it.each(changesOfOrders)('an order that %s is later than before', async (_how, change) => {
  const draft = await createAhead()
  const before = await timesOf(draft)
  await database.transaction((sql) => change(sql, draft))
  expect((await timesOf(draft)).order).toBeGreaterThan(before.order)
})

const changesOfDistributionOrders: readonly [string, Change][] = [
  [
    'is to be cancelled',
    async (sql, draft) => requestCancellation(sql, { ...(await lock(sql, draft)), now: at }),
  ],
  [
    'has an outcome',
    async (sql, draft) => {
      const locked = { ...(await lock(sql, draft)), now: at }
      await writeOutcome(sql, locked, {
        order: { ...locked, rawStatus: 'Picked' },
        rejectedLines: [],
      })
    },
  ],
]

it.each(changesOfDistributionOrders)(
  'a distribution order that %s is later than before, and its order too',
  async (_how, change) => {
    const draft = await createAhead()
    const before = await timesOf(draft)
    await database.transaction((sql) => change(sql, draft))
    const after = await timesOf(draft)
    expect(after.order).toBeGreaterThan(before.order)
    expect(after.distributionOrder).toBeGreaterThan(before.distributionOrder)
  },
)

/** Changed last by a process whose clock is an hour ahead. */
async function createAhead(): Promise<Draft> {
  const draft = await createDistributionOrder(database, {
    vendorId,
    providerIdentifier: 'abc-supply',
    isSubmitted: true,
  })
  const ahead = "updated_at = updated_at + interval '1 hour'"
  await database.query(`update "order" set ${ahead} where id = $1`, [draft.orderId])
  await database.query(`update distribution_order set ${ahead} where id = $1`, [draft.id])
  return draft
}

async function timesOf({ id }: Draft) {
  const [row] = await database.query<{
    readonly order: number
    readonly distributionOrder: number
  }>(
    `select extract(epoch from o.updated_at)::float as "order",
            extract(epoch from d.updated_at)::float as "distributionOrder"
     from distribution_order d join "order" o on o.id = d.order_id where d.id = $1`,
    [id],
  )
  invariant(row !== undefined, 'the order is there')
  return row
}

async function lock(sql: Transaction, { id }: Draft): Promise<LockedDistributionOrder> {
  const locked = await lockDistributionOrder(sql, [1], id)
  invariant(locked !== undefined, 'the distribution order is there')
  return locked
}

async function addDocument(sql: Transaction, orderId: string): Promise<string> {
  const id = newUuid()
  await insertPendingDocuments(sql, {
    orgId: 1,
    productionListId: 28_001,
    userId: 7,
    at,
    documents: [
      { id, orderId, mode: 'supplier', language: 'en', paper: 'letter', csvPreset: 'default' },
    ],
  })
  return id
}
