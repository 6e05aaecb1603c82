import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { openAsProcess } from '@takeoff/kit/testing/row-security'
import { newUuid } from '@takeoff/kit/values/ids'
import { expect, test } from 'vitest'
import { findDistributionOrderPage } from '../src/db/distribution/distribution-order-pages.ts'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { createVendor } from '../src/testing/create-vendor.ts'

const options = { name: 'order-documents', entities, migrations }
const database = await disposeAfterAll(createTestDatabase(options))
const asProcess = await disposeAfterAll(openAsProcess(database, options))
const vendorId = await createVendor(database, { orgId: 1, vendorName: 'ABC Supply' })
let lists = 0

interface Placed {
  readonly list: number
  readonly items: readonly number[]
  readonly age?: string
  readonly state?: 'placed' | 'cancelled' | 'replaced'
  /** The order whose items it credits. */
  readonly credits?: string
  /** Why the vendor refuses its items. */
  readonly refusal?: string
}

/** An order for items of a list. */
async function place({
  list,
  items,
  age = '1 hour',
  state = 'placed',
  credits,
  refusal,
}: Placed): Promise<string> {
  const id = newUuid()
  await database.query(
    `insert into "order" (id, org_id, production_list_id, job_id, vendor_id, user_id, kind, placement_id, state,
       created_at, updated_at, cancelled_at)
     values ($1, 1, $2, 1, $3, 1, 'MATERIAL', gen_random_uuid(), $4, now() - $5::interval, now(), $6)`,
    [id, list, vendorId, state, age, state === 'cancelled' ? new Date() : null],
  )
  for (const [position, item] of items.entries()) {
    await database.query(
      `insert into order_list_item (id, org_id, order_id, list_item_id, position, name, quantity, quantity_units,
         unit_cost, credits_id, rejected_reason)
       values (gen_random_uuid(), 1, $1, $2, $3, 'Shingles', $4, 'SQ', 1,
         (select id from order_list_item where order_id = $5 and list_item_id = $2), $6)`,
      [id, item, position + 1, credits === undefined ? 1 : -1, credits, refusal],
    )
  }
  return id
}

/** A distribution order of an hour ago for the items 1 and 2 of a list of its own. */
async function distribute(columns: Readonly<Record<string, string>>) {
  lists += 1
  const list = lists
  const age = columns['age'] ?? '1 hour'
  const id = await place({
    list,
    items: [list * 10 + 1, list * 10 + 2],
    age,
    state: columns['state'] === 'failed' ? 'cancelled' : 'placed',
  })
  const { state = 'submitted', failure, raw_status: rawStatus, asked, watched } = columns
  const isWatched = ['draft', 'submitted', 'acknowledged'].includes(state) && watched === undefined
  await database.query(
    `insert into distribution_order (id, org_id, order_id, vendor_id, provider_identifier, state, state_sequence,
       failure, raw_status, cancel_requested_at, next_attempt_at, created_at, updated_at)
     values ($1, 1, $1, $2, 'abc-supply', $3, 1, $4, $5, now() - $6::interval, $7, now() - $8::interval, now())`,
    [id, vendorId, state, failure, rawStatus, asked, isWatched ? new Date() : null, age],
  )
  return { id, list }
}

async function needsAttention(id: string): Promise<boolean> {
  const rows = await findDistributionOrderPage(asProcess.ofOrganizations([1]), {
    filter: {
      orgId: 1,
      productionListId: undefined,
      vendorId: undefined,
      state: undefined,
      updatedSinceMs: undefined,
      needsAttention: true,
    },
    after: undefined,
    limit: 200,
  })
  return rows.some((row) => row.id === id)
}

test.each<[string, boolean, Readonly<Record<string, string>>]>([
  ['a new draft', false, { state: 'draft', age: '1 minute', failure: 'connection refused' }],
  ['a draft of an hour', true, { state: 'draft' }],
  ['a submitted order', false, {}],
  ['one that the supplier reviews', true, { raw_status: 'Needs approval' }],
  ['one that the supplier reviews, in other letters', true, { raw_status: 'NEEDS_APPROVAL' }],
  ['one with another status', false, { raw_status: 'Scheduled' }],
  [
    'one that the supplier did not cancel',
    true,
    { failure: 'ABC Supply did not cancel the order' },
  ],
  ['one that is asked to be cancelled', false, { asked: '1 minute' }],
  [
    'one that is asked to be cancelled for long',
    true,
    { state: 'acknowledged', asked: '6 minutes' },
  ],
  ['one that is not watched any more', true, { watched: 'no' }],
  ['a delivered one', false, { state: 'delivered', failure: 'late' }],
  ['a cancelled one', false, { state: 'cancelled', failure: 'ABC Supply cancelled the order.' }],
  ['a failed one', true, { state: 'failed', failure: 'refused' }],
  ['a failed one of last year', false, { state: 'failed', age: '365 days' }],
])('%s needs attention: %s', async (_, expected, columns) => {
  const { id } = await distribute(columns)
  expect(await needsAttention(id)).toBe(expected)
})

test('a failed order needs attention until one of its items is ordered again', async () => {
  const { id, list } = await distribute({ state: 'failed' })
  const [first, other] = [list * 10 + 1, list * 10 + 7]
  const former = await place({ list, items: [first], age: '2 hours' })
  await place({ list, items: [other], age: '10 minutes' })
  await place({ list, items: [first], age: '10 minutes', state: 'cancelled' })
  await place({ list, items: [first], age: '10 minutes', credits: former })
  await place({ list, items: [first], age: '10 minutes', refusal: 'out of stock' })
  expect(await needsAttention(id)).toBe(true)
  await place({ list, items: [first, other], age: '5 minutes' })
  expect(await needsAttention(id)).toBe(false)
})
