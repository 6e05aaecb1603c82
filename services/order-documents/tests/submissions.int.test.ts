import type { Envelope } from '@takeoff/contracts/envelope'
import { createLogger } from '@takeoff/kit/service/logger'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { interceptedSql } from '@takeoff/kit/testing/intercepted-sql'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { beginAttempt } from '../src/db/distribution/begin-attempt.ts'
import {
  claimDistributionOrders,
  LEASE_MS,
} from '../src/db/distribution/claim-distribution-orders.ts'
import type { ClaimedOrder } from '../src/db/distribution/claim-distribution-orders.ts'
import { findSubmission } from '../src/db/distribution/find-submission.ts'
import {
  lockDistributionOrder,
  lockLeased,
} from '../src/db/distribution/lock-distribution-order.ts'
import { requestCancellation } from '../src/db/distribution/request-cancellation.ts'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { startSubmissions } from '../src/distribution/start-submissions.ts'
import { workOnOrder } from '../src/distribution/work-on-order.ts'
import type { SubmissionTools } from '../src/distribution/work-on-order.ts'
import { createDistributionOrder } from '../src/testing/create-distribution-order.ts'
import type { Draft } from '../src/testing/create-distribution-order.ts'
import { createVendor } from '../src/testing/create-vendor.ts'
import type { OpenedConnection } from '../src/db/vendors/find-connection.ts'
import { createFakeProvider } from './fake-provider.ts'
import type { FakeProvider } from './fake-provider.ts'

const SETTLE_MS = 120_000
/** After the settling time, however long the request took to go out. */
const SETTLED_MS = SETTLE_MS + 5_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const POLLING = { timeout: 10_000, interval: 20 }
const NOT_CONNECTED = {
  state: 'failed',
  failure: expect.stringContaining('not connected') as string,
  orderState: 'cancelled',
}

let database: Awaited<ReturnType<typeof createTestDatabase>>
/** Of the vendor that is connected with a provider, by its identifier. */
const vendorIds = new Map<string, number>()
let abc: FakeProvider
let srs: FakeProvider
let qxo: FakeProvider
let connection: OpenedConnection['connection'] | undefined

beforeAll(async () => {
  database = await createTestDatabase({ name: 'order-documents', entities, migrations })
  for (const identifier of ['abc-supply', 'srs', 'qxo', 'gone'])
    vendorIds.set(identifier, await createVendor(database, { orgId: 1, vendorName: identifier }))
})

afterAll(() => database[Symbol.asyncDispose]())

beforeEach(async () => {
  ;[abc, srs, qxo] = [
    createFakeProvider('abc-supply', SETTLE_MS),
    createFakeProvider('srs', SETTLE_MS),
    createFakeProvider('qxo', SETTLE_MS),
  ]
  connection = { accountNumber: '1001', branch: null, accessToken: 'token' }
  await database.query('truncate distribution_order, outbox_message')
})

describe('a draft', () => {
  it('is sent once, with everything that the supplier needs', async () => {
    const draft = await createDraft()
    await work()

    expect(await read(draft)).toMatchObject({
      state: 'submitted',
      attempts: 1,
      confirmationNumber: `C-${draft.id}`,
      rawStatus: 'Pending',
      failure: null,
      submitAttemptedAt: null,
    })
    expect(abc.books).toEqual([
      {
        clientOrderId: draft.id,
        purchaseOrderNumber: 'PO-1',
        jobName: '12 Oak Street',
        jobNumber: '55101',
        delivery: null,
        lines: draft.lineIds.map((lineId, index) => ({
          lineId,
          sku: `SH-${index + 1}`,
          name: `Shingles ${index + 1}`,
          quantity: '75.5',
          unit: 'BUNDLES',
          color: 'Charcoal',
        })),
      },
    ])
  })

  it('publishes each state once', async () => {
    const draft = await createDraft()
    await work()
    await passTime(draft, 60_000)
    abc.say('Ready Delivery')
    await work()
    await passTime(draft, DAY_MS)
    abc.say('Delivered')
    await work()
    await passTime(draft, DAY_MS)
    await work()

    expect(await publishedStates(draft)).toEqual([
      'draft',
      'submitted',
      'acknowledged',
      'delivered',
    ])
    expect((await eventsOf(draft))[1]).toMatchObject({
      name: 'distribution-order.state-changed',
      orgId: 1,
      aggregate: { type: 'distribution-order', id: draft.id, sequence: 2 },
      data: { distributionOrderId: draft.id, productionListId: 28_001, jobId: 55_101 },
    })
  })

  it('whose status is the same does not count as changed', async () => {
    const draft = await createDraft()
    await work()
    const { updatedAt } = await read(draft)
    await passTime(draft, DAY_MS)
    await work()
    expect((await read(draft)).updatedAt).toEqual(updatedAt)

    abc.say('Ready Delivery')
    await passTime(draft, DAY_MS)
    await work()
    expect((await read(draft)).updatedAt).not.toEqual(updatedAt)
  })

  it('stores why the supplier does not deliver a line', async () => {
    const draft = await createDraft()
    const [lineId = ''] = draft.lineIds
    const rejectedLines = [
      { lineId, reason: 'discontinued\u0000item' },
      { lineId: 'no line of ours', reason: 'x' },
    ]
    abc.script({ kind: 'accept', rejectedLines })
    await work()

    expect(await read(draft)).toMatchObject({ state: 'submitted', orderState: 'placed' })
    expect(await rejectedReasons(draft)).toEqual(['discontinued item', null])
  })

  it('that is refused frees its items', async () => {
    const draft = await createDraft()
    abc.script({ kind: 'refuse', reason: 'account on hold' })
    await work()

    expect(await read(draft)).toMatchObject({
      state: 'failed',
      failure: 'account on hold',
      nextAttemptAt: null,
      orderState: 'cancelled',
      cancelReason: 'account on hold',
    })
    expect(await publishedStates(draft)).toEqual(['draft', 'failed'])
  })

  it('without an accepted line fails', async () => {
    const draft = await createDraft()
    const rejectedLines = draft.lineIds.map((lineId) => ({ lineId, reason: 'unknown SKU' }))
    abc.script({ kind: 'accept', rejectedLines })
    await work()

    expect(await read(draft)).toMatchObject({ state: 'failed', orderState: 'cancelled' })
    expect(await rejectedReasons(draft)).toEqual(['unknown SKU', 'unknown SKU'])
  })

  it('of which the supplier refuses one line after another fails with the last one', async () => {
    const draft = await createDraft()
    await work()
    for (const lineId of draft.lineIds) {
      abc.refuseLines({ lineId, reason: 'discontinued' })
      await passTime(draft, HOUR_MS)
      await work()
    }

    expect(await read(draft)).toMatchObject({
      state: 'failed',
      failure: 'ABC Supply takes none of the lines.',
      orderState: 'cancelled',
    })
    expect(await rejectedReasons(draft)).toEqual(['discontinued', 'discontinued'])
    expect(await publishedStates(draft)).toEqual(['draft', 'submitted', 'failed'])
  })

  it('that surely did not arrive is sent again later', async () => {
    const draft = await createDraft()
    abc.script({ kind: 'turn-away' })
    await work()

    expect(await read(draft)).toMatchObject({
      state: 'draft',
      failure: 'ABC Supply is busy (429)',
      submitAttemptedAt: null,
    })
    expect(await dueCount()).toBe(0)
    await passTime(draft, 10_000)
    await work()

    expect(await read(draft)).toMatchObject({ state: 'submitted', attempts: 2, failure: null })
    expect(abc.questions()).toBe(0)
    expect(abc.books).toHaveLength(1)
  })

  it('that cannot be sent for a day fails', async () => {
    const draft = await createDraft()
    await database.query('update distribution_order set attempts = 20')
    await passTime(draft, DAY_MS)
    abc.script({ kind: 'turn-away' })
    await work()

    expect(await read(draft)).toMatchObject({
      state: 'failed',
      failure: 'Given up after 21 attempts to send it: ABC Supply is busy (429)',
      orderState: 'cancelled',
    })
  })

  it('fails without the connection, with the reason', async () => {
    connection = undefined
    const draft = await createDraft()
    await work()

    expect(await read(draft)).toMatchObject(NOT_CONNECTED)
    expect(abc.submissions()).toBe(0)
  })

  it('whose provider has no address here is left to other processes, and fails after an hour', async () => {
    const draft = await createDraft('gone')
    await passTime(draft, HOUR_MS - 60_000)
    await work()
    expect(await read(draft)).toMatchObject({ state: 'draft', failure: null })
    await passTime(draft, 60_000)
    await work()

    expect(await read(draft)).toMatchObject(NOT_CONNECTED)
  })
})

describe('a lost response', () => {
  it('is recovered by looking the order up', async () => {
    const draft = await createDraft()
    abc.script({ kind: 'drop-response' })
    await work()
    expect(await read(draft)).toMatchObject({ state: 'draft', failure: 'no response in 10 s' })
    await passTime(draft, 2_000)
    await work()

    expect(await read(draft)).toMatchObject({
      state: 'submitted',
      attempts: 1,
      confirmationNumber: `C-${draft.id}`,
    })
    expect(abc.books).toHaveLength(1)
    expect(await publishedStates(draft)).toEqual(['draft', 'submitted'])
  })

  it('of a refusal is recovered by looking the order up', async () => {
    const draft = await createDraft()
    const [lineId = ''] = draft.lineIds
    abc.script({ kind: 'drop-request' })
    vi.spyOn(abc, 'find').mockResolvedValueOnce({
      kind: 'rejected',
      reason: 'The account is on hold',
      rejectedLines: [{ lineId, reason: 'discontinued' }],
    })
    await work()
    await passTime(draft, 10_000)
    await work()

    expect(await read(draft)).toMatchObject({
      state: 'failed',
      failure: 'The account is on hold',
      orderState: 'cancelled',
    })
    expect((await rejectedReasons(draft))[0]).toBe('discontinued')
    expect(abc.submissions()).toBe(1)
  })

  it('of a lost request lets the order be sent again after the settling time', async () => {
    const draft = await createDraft()
    abc.script({ kind: 'drop-request' })
    await work()
    for (let look = 0; look < 4; look += 1) {
      await passTime(draft, 10_000)
      await work()
    }
    expect(abc.questions()).toBeGreaterThan(0)
    // The request may be a little later than its row.
    await passTime(draft, SETTLE_MS - 40_000 + 1_000)
    await work()
    await work()
    expect(abc.submissions()).toBe(1)
    await passTime(draft, SETTLED_MS)
    await work()
    await work()

    expect(await read(draft)).toMatchObject({ state: 'submitted', attempts: 2 })
    expect(abc.books).toHaveLength(1)
  })
})

describe('a process that is killed', () => {
  it.each([true, false])(
    'after the row of an attempt leaves an order that is looked up (arrived: %s)',
    async (hasArrived) => {
      const draft = await createDraft()
      const claimed = await claimOne()
      await beginAttempt(database, { ...claimed, accountNumber: '1001' })
      if (hasArrived) await abc.submit(await submissionOf(draft), must(connection))
      const before = abc.submissions()

      expect(await dueCount()).toBe(0)
      await passTime(draft, SETTLED_MS)
      await work()
      expect(abc.submissions()).toBe(before)
      await work()

      expect(await read(draft)).toMatchObject({
        state: 'submitted',
        attempts: hasArrived ? 1 : 2,
      })
      expect(abc.books).toHaveLength(1)
    },
  )

  it('before the row of an attempt leaves an order that is sent later', async () => {
    const draft = await createDraft()
    await claimOne()
    await passTime(draft, LEASE_MS)
    await work()

    expect(await read(draft)).toMatchObject({ state: 'submitted', attempts: 1 })
    expect(abc.questions()).toBe(0)
  })
})

describe('a process that was paused after it recorded the attempt', () => {
  afterEach(() => vi.useRealTimers())

  it('does not send: the order is looked up', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const draft = await createDraft()
    const standsStill = interceptedSql(database, async (text, params, send) => {
      const rows = await send(text, params)
      vi.setSystemTime(Date.now() + 10_000)
      return rows
    })
    await workOnOrder(await claimOne(), { ...tools(), database: { ...database, ...standsStill } })

    expect(abc.books).toEqual([])
    expect(await read(draft)).toMatchObject({ state: 'draft', attempts: 1 })
    expect((await read(draft)).submitAttemptedAt).not.toBeNull()
  })
})

describe('a process that lost its lease', () => {
  it('does not send', async () => {
    const draft = await createDraft()
    const late = await claimOne()
    await passTime(draft, LEASE_MS)

    expect(await beginAttempt(database, { ...late, accountNumber: '1001' })).toBe(false)
    const winner = await claimOne()
    expect(await beginAttempt(database, { ...late, accountNumber: '1001' })).toBe(false)
    expect(await beginAttempt(database, { ...winner, accountNumber: '1001' })).toBe(true)
    expect(await beginAttempt(database, { ...winner, accountNumber: '1001' })).toBe(false)
  })

  it('writes nothing while its successor has the lease', async () => {
    const draft = await createDraft()
    const late = await claimOne()
    await passTime(draft, LEASE_MS)
    const winner = await claimOne()

    await database.transaction(async (sql) => {
      expect(await lockLeased(sql, late)).toBeUndefined()
      expect(await lockLeased(sql, winner)).toMatchObject({ id: draft.id })
    })
  })

  it('does not overwrite the outcome of its successor', async () => {
    const draft = await createDraft()
    abc.script({ kind: 'hang' })
    const late = workOnOrder(await claimOne(), tools())
    await expect.poll(() => abc.books).toHaveLength(1)
    await passTime(draft, LEASE_MS)
    abc.say('Ready Delivery')
    await work()
    const found = await read(draft)
    abc.release()
    await late

    expect(found).toMatchObject({ state: 'submitted', rawStatus: 'Ready Delivery' })
    expect(await read(draft)).toEqual(found)
    expect(await publishedStates(draft)).toEqual(['draft', 'submitted'])
  })
})

describe('a lease', () => {
  it('is renewed while a provider is slow', async () => {
    const draft = await createDraft()
    abc.script({ kind: 'hang' })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const working = work()
      await expect.poll(() => abc.books).toHaveLength(1)
      await passTime(draft, LEASE_MS)
      expect(await dueCount()).toBe(1)
      vi.advanceTimersByTime(LEASE_MS / 3)
      await expect.poll(dueCount).toBe(0)
      abc.release()
      await working
    } finally {
      vi.useRealTimers()
    }

    expect(await read(draft)).toMatchObject({ state: 'submitted', attempts: 1 })
    expect(abc.questions()).toBe(0)
  })
})

describe('a cancellation', () => {
  it('of an order that was submitted is sent to the supplier', async () => {
    const draft = await createDraft()
    await work()
    await requestToCancel(draft)
    await work()

    expect(await read(draft)).toMatchObject({
      state: 'cancelled',
      rawStatus: 'Cancelled',
      orderState: 'cancelled',
    })
    expect(await publishedStates(draft)).toEqual(['draft', 'submitted', 'cancelled'])
  })

  it('that the supplier refuses leaves the order as it was, with the reason', async () => {
    const draft = await createDraft()
    await work()
    abc.refuseCancellations('on the truck')
    await requestToCancel(draft)
    await work()

    expect(await read(draft)).toMatchObject({
      state: 'submitted',
      failure: 'ABC Supply did not cancel the order: on the truck',
      cancelRequestedAt: null,
      orderState: 'placed',
    })
  })

  it('while the order is being sent waits for the outcome', async () => {
    const draft = await createDraft()
    abc.script({ kind: 'hang' })
    const working = work()
    await expect.poll(() => abc.books).toHaveLength(1)
    await requestToCancel(draft)
    expect(await dueCount()).toBe(0)
    abc.release()
    await working
    expect(await read(draft)).toMatchObject({ state: 'submitted' })
    await work()

    expect(await read(draft)).toMatchObject({ state: 'cancelled' })
  })

  it('of an order that may have arrived is completed after a look-up', async () => {
    const draft = await createDraft()
    abc.script({ kind: 'drop-request' })
    await work()
    await requestToCancel(draft)
    await passTime(draft, SETTLED_MS)
    await work()

    expect(await read(draft)).toMatchObject({ state: 'cancelled', orderState: 'cancelled' })
    expect(abc.books).toEqual([])
  })

  it('before the order was sent prevents its submission', async () => {
    const draft = await createDraft()
    const claimed = await claimOne()
    await requestToCancel(draft)

    expect(await beginAttempt(database, { ...claimed, accountNumber: '1001' })).toBe(false)
    await passTime(draft, LEASE_MS)
    await work()
    expect(await read(draft)).toMatchObject({ state: 'cancelled' })
    expect(abc.submissions()).toBe(0)
  })
})

describe('an order that may have arrived', () => {
  it('is not looked up under another account', async () => {
    const draft = await createDraft()
    abc.script({ kind: 'drop-response' })
    await work()
    connection = { ...must(connection), accountNumber: '2002' }
    await passTime(draft, SETTLED_MS)
    await work()

    expect(await read(draft)).toMatchObject({
      state: 'draft',
      failure: expect.stringContaining('account 1001') as string,
      orderState: 'placed',
    })
    expect(abc.questions()).toBe(0)
  })

  it('is looked up under the account of its last attempt', async () => {
    const draft = await createDraft()
    abc.script({ kind: 'turn-away' }, { kind: 'drop-response' })
    await work()
    connection = { ...must(connection), accountNumber: '2002' }
    await passTime(draft, 10_000)
    await work()
    expect(await read(draft)).toMatchObject({ state: 'draft', attempts: 2 })
    await passTime(draft, 10_000)
    await work()

    expect(await read(draft)).toMatchObject({ state: 'submitted' })
  })

  it('waits for its vendor to be connected again', async () => {
    const draft = await createDraft()
    abc.script({ kind: 'drop-response' })
    await work()
    const before = connection
    connection = undefined
    await passTime(draft, SETTLED_MS)
    await work()
    expect(await read(draft)).toMatchObject({ state: 'draft', orderState: 'placed' })
    connection = before
    await passTime(draft, 3_600_000)
    await work()

    expect(await read(draft)).toMatchObject({ state: 'submitted', failure: null })
  })
})

describe('an order that was submitted', () => {
  it('needs no attention after its vendor is connected again', async () => {
    const draft = await createDraft()
    await work()
    const before = connection
    connection = undefined
    await passTime(draft, DAY_MS)
    await work()
    const found = { state: 'submitted', orderState: 'placed' }
    expect(await read(draft)).toMatchObject({
      ...found,
      failure: expect.stringContaining('Connect it again') as string,
    })
    connection = before
    await passTime(draft, 3_600_000)
    await work()

    expect(await read(draft)).toMatchObject({ ...found, failure: null })
  })
})

describe('the worker', () => {
  it('sends an order once, however many workers there are', async () => {
    const drafts = await Promise.all(Array.from({ length: 30 }, () => createDraft()))
    {
      await using _first = startSubmissions(tools())
      await using _second = startSubmissions(tools())
      await using _third = startSubmissions(tools())
      await expect.poll(() => countIn('submitted'), { timeout: 10_000 }).toBe(30)
    }

    expect(abc.submissions()).toBe(30)
    expect(new Set(abc.books.map(({ clientOrderId }) => clientOrderId))).toEqual(
      new Set(drafts.map(({ id }) => id)),
    )
  })

  it('is not delayed by a provider that hangs', async () => {
    const hanging = Array.from({ length: 20 }, () => ({ kind: 'hang' }) as const)
    srs.script(...hanging)
    await Promise.all(hanging.map(() => createDraft('srs')))
    await using worker = startSubmissions(tools())
    await expect.poll(() => srs.books).toHaveLength(8)
    const drafts = await Promise.all([createDraft(), createDraft('qxo')])
    worker.claimNow()

    const states = () => Promise.all(drafts.map(async (draft) => (await read(draft)).state))
    await expect.poll(states).toEqual(['submitted', 'submitted'])
    expect(srs.books).toHaveLength(8)
    srs.release()
    await expect.poll(() => srs.books).toHaveLength(16)
    srs.release()
    await expect.poll(() => srs.books).toHaveLength(20)
    srs.release()
    await expect.poll(() => countIn('submitted')).toBe(22)
  })

  it('sends orders before it requests statuses', async () => {
    const old = await createDraft()
    await work()
    await passTime(old, DAY_MS)
    const draft = await createDraft()
    const [first] = await claim(1)

    expect(first?.id).toBe(draft.id)
  })

  it('takes orders of a provider without an address here when it has claimed for an hour without an error', async () => {
    let passedMs = 0
    const realNow = performance.now.bind(performance)
    using _clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + passedMs)
    let failures = 0
    const unreliable = interceptedSql(database, (text, values, send) => {
      if (failures === 0) return send(text, values)
      failures -= 1
      return Promise.reject(new Error('the database is away'))
    })
    const draft = await createDraft('gone')
    await passTime(draft, DAY_MS)
    await using worker = startSubmissions({ ...tools(), database: { ...database, ...unreliable } })
    /** A later order is submitted, so it was claimed after this one could have been. */
    const claimsMore = async () => {
      const later = await createDraft()
      worker.claimNow()
      await expect.poll(async () => (await read(later)).state, POLLING).toBe('submitted')
    }
    const isClaimed = () =>
      database.query('select from distribution_order where id = $1 and fence > 0', [draft.id])

    await claimsMore()
    expect(await isClaimed()).toEqual([])
    failures = 1
    await claimsMore()
    expect(failures).toBe(0)
    passedMs += HOUR_MS - 60_000
    await claimsMore()
    expect(await isClaimed()).toEqual([])
    passedMs += 60_000
    worker.claimNow()
    await expect.poll(() => read(draft), POLLING).toMatchObject(NOT_CONNECTED)
  })

  it('stops while a call hangs, and leaves an order that the next worker looks up', async () => {
    const draft = await createDraft()
    abc.script({ kind: 'hang' })
    const worker = startSubmissions({ ...tools(), stopWaitMs: 0 })
    await expect.poll(() => abc.books).toHaveLength(1)
    await worker[Symbol.asyncDispose]()

    expect(await read(draft)).toMatchObject({ state: 'draft', attempts: 1 })
    await passTime(draft, LEASE_MS)
    await work()
    expect(await read(draft)).toMatchObject({ state: 'submitted' })
    expect(abc.books).toHaveLength(1)
    abc.release()
  })
})

function createDraft(providerIdentifier = 'abc-supply'): Promise<Draft> {
  const vendorId = must(vendorIds.get(providerIdentifier))
  return createDistributionOrder(database, { vendorId, providerIdentifier })
}

function tools(): SubmissionTools {
  const providers = new Map([abc, srs, qxo].map((provider) => [provider.identifier, provider]))
  return {
    database,
    providers: {
      identifiers: [...providers.keys()],
      providerOf: (identifier) => providers.get(identifier),
    },
    findConnection: (_orgId, vendorId) => Promise.resolve(connectionOf(vendorId)),
    random: () => 0.5,
    logger: createLogger('test', 'silent'),
  }
}

function connectionOf(vendorId: number): OpenedConnection | undefined {
  const [providerIdentifier] = must([...vendorIds].find(([, id]) => id === vendorId))
  return connection === undefined ? undefined : { providerIdentifier, connection }
}

function claim(limit: number): Promise<ClaimedOrder[]> {
  const { identifiers } = tools().providers
  return claimDistributionOrders(database, {
    inFlightMax: limit,
    inFlight: {},
    identifiers,
    takesOthers: true,
  })
}

async function claimOne(): Promise<ClaimedOrder> {
  return must((await claim(1))[0])
}

/** One round of the worker: the orders that are due now. */
async function work(): Promise<void> {
  await Promise.all((await claim(50)).map((claimed) => workOnOrder(claimed, tools())))
}

/** Moves all times of a draft so far into the past. */
async function passTime({ id }: Draft, ms: number): Promise<void> {
  const columns = [
    'created_at',
    'submit_attempted_at',
    'submitted_at',
    'cancel_requested_at',
    'next_attempt_at',
  ].map((column) => `${column} = ${column} - $2 * interval '1 millisecond'`)
  await database.query(`update distribution_order set ${columns.join(', ')} where id = $1`, [
    id,
    ms,
  ])
}

async function requestToCancel({ id }: Draft): Promise<void> {
  await database.transaction(async (sql) => {
    await requestCancellation(sql, must(await lockDistributionOrder(sql, [1], id)))
  })
}

function submissionOf({ id, orderId }: Draft) {
  return findSubmission(database, { id, orderId })
}

async function read({ id }: Draft) {
  const [row] = await database.query<Record<string, unknown>>(
    `select d.state, d.attempts, d.confirmation_number as "confirmationNumber", d.failure,
            d.raw_status as "rawStatus", d.submit_attempted_at as "submitAttemptedAt",
            d.cancel_requested_at as "cancelRequestedAt", d.next_attempt_at as "nextAttemptAt",
            d.updated_at as "updatedAt", o.state as "orderState", o.cancel_reason as "cancelReason"
     from distribution_order d join "order" o on o.id = d.order_id where d.id = $1`,
    [id],
  )
  return must(row)
}

async function rejectedReasons({ orderId }: Draft): Promise<unknown[]> {
  const rows = await database.query<{ reason: string | null }>(
    `select rejected_reason as reason from order_list_item where order_id = $1 order by position`,
    [orderId],
  )
  return rows.map(({ reason }) => reason)
}

async function eventsOf({ id }: Draft): Promise<Envelope[]> {
  const rows = await database.query<{ envelope: Envelope }>(
    `select envelope from outbox_message where envelope -> 'aggregate' ->> 'id' = $1
     order by (envelope -> 'aggregate' ->> 'sequence')::int`,
    [id],
  )
  return rows.map(({ envelope }) => envelope)
}

async function publishedStates(draft: Draft): Promise<unknown[]> {
  return (await eventsOf(draft)).map(({ data }) => 'state' in data && data.state)
}

async function countIn(state: string): Promise<number> {
  const rows = await database.query('select 1 from distribution_order where state = $1', [state])
  return rows.length
}

async function dueCount(): Promise<number> {
  const rows = await database.query(
    'select 1 from distribution_order where next_attempt_at <= now()',
  )
  return rows.length
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('expected a value')
  return value
}
