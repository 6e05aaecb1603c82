import path from 'node:path'
import { createLogger } from '@takeoff/kit/service/logger'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { callProgram } from '@takeoff/kit/testing/run-program'
import { afterAll, expect, test } from 'vitest'
import { claimDistributionOrders } from '../src/db/distribution/claim-distribution-orders.ts'
import { findSubmission } from '../src/db/distribution/find-submission.ts'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import type { ProviderConnection } from '../src/domain/distribution/provider.ts'
import { workOnOrder } from '../src/distribution/work-on-order.ts'
import { createDistributionOrder } from '../src/testing/create-distribution-order.ts'
import type { Draft } from '../src/testing/create-distribution-order.ts'
import { createVendor } from '../src/testing/create-vendor.ts'
import { createFakeProvider } from './fake-provider.ts'

const PROGRAM = path.join(import.meta.dirname, '../src/look-up-drafts.ts')
const CONNECTION = { accountNumber: '2002', branch: null, accessToken: 'token' }
const PROVIDER = 'abc-supply'

const database = await createTestDatabase({ name: 'order-documents', entities, migrations })
afterAll(() => database[Symbol.asyncDispose]())
const supplier = createFakeProvider(PROVIDER)

test('a draft that a restore brought back is looked up, and sent only if the supplier does not have it', async () => {
  const vendorId = await connectedVendor()
  const [arrived, unsent] = [await createDraft(vendorId), await createDraft(vendorId)]
  await database.query(`update distribution_order set account_number = '1001', attempts = 3`)
  // After the moment to which the database is restored.
  await supplier.submit(await findSubmission(database, arrived), CONNECTION)

  expect(await lookUpDrafts()).toEqual({ code: 0, output: 'Drafts to look up: 2.\n' })
  await work()
  expect([await stateOf(arrived), await stateOf(unsent)]).toEqual(['submitted', 'draft'])
  expect(supplier.submissions()).toBe(1)

  await database.query(
    `update distribution_order set next_attempt_at = now(),
      submit_attempted_at = submit_attempted_at - interval '1 hour'
     where state = 'draft'`,
  )
  await work()
  await work()
  expect(await stateOf(unsent)).toBe('submitted')
  expect(supplier.books.map(({ clientOrderId }) => clientOrderId)).toEqual([arrived.id, unsent.id])
})

test('a draft that was being sent is looked up under the account of its attempt', async () => {
  const draft = await createDraft(await connectedVendor())
  await database.query(
    `update distribution_order set account_number = '1001', attempts = 3,
      submit_attempted_at = now() - interval '1 hour' where id = $1`,
    [draft.id],
  )

  expect(await lookUpDrafts()).toEqual({ code: 0, output: 'Drafts to look up: 1.\n' })
  const [row] = await database.query(
    `select account_number as account, attempts, submit_attempted_at > now() - interval '1 minute' as "settlesAnew"
     from distribution_order where id = $1`,
    [draft.id],
  )
  expect(row).toEqual({ account: '1001', attempts: 3, settlesAnew: true })
})

test('a draft of a vendor without a connection waits for one, and is looked up under its account', async () => {
  const draft = await createDraft(await createVendor(database, { orgId: 1, vendorName: 'ABC' }))
  // An attempt before the moment, under another account, did not arrive; this one after it did.
  await database.query(
    `update distribution_order set account_number = '1001', attempts = 3 where id = $1`,
    [draft.id],
  )
  await supplier.submit(await findSubmission(database, draft), CONNECTION)
  const submissions = supplier.submissions()

  expect(await lookUpDrafts()).toMatchObject({ code: 0 })
  await work(null)
  expect(await stateOf(draft)).toBe('draft')

  await database.query('update distribution_order set next_attempt_at = now() where id = $1', [
    draft.id,
  ])
  await work()
  expect(await stateOf(draft)).toBe('submitted')
  expect(supplier.submissions()).toBe(submissions)
})

test('a draft that was being sent under an account that its vendor had before waits, until its account is corrected', async () => {
  const draft = await createDraft(await connectedVendor())
  await database.query(
    `update distribution_order set account_number = '1001', attempts = 1, submit_attempted_at = now() where id = $1`,
    [draft.id],
  )
  await supplier.submit(await findSubmission(database, draft), CONNECTION)
  const submissions = supplier.submissions()

  expect(await lookUpDrafts()).toMatchObject({ code: 0 })
  await work()
  expect(await stateOf(draft)).toBe('draft')

  await database.query(
    'update distribution_order set account_number = $2, next_attempt_at = now() where id = $1',
    [draft.id, CONNECTION.accountNumber],
  )
  await work()
  expect(await stateOf(draft)).toBe('submitted')
  expect(supplier.submissions()).toBe(submissions)
})

function lookUpDrafts() {
  const env = { DATABASE_URL: database.url, DATABASE_MIGRATION_URL: database.ownerUrl }
  return callProgram(PROGRAM, [], env)
}

async function connectedVendor(): Promise<number> {
  const vendorId = await createVendor(database, { orgId: 1, vendorName: 'ABC' })
  await database.query(
    `insert into vendor_connection
      (vendor_id, org_id, provider_identifier, account_number, access_token_sealed, connected_at)
     values ($1, 1, $2, $3, 'sealed', now())`,
    [vendorId, PROVIDER, CONNECTION.accountNumber],
  )
  return vendorId
}

function createDraft(vendorId: number): Promise<Draft> {
  return createDistributionOrder(database, { vendorId, providerIdentifier: PROVIDER })
}

/** One round of a worker: the orders that are due now. */
async function work(connection: ProviderConnection | null = CONNECTION): Promise<void> {
  const identifiers = [PROVIDER]
  const claimed = await claimDistributionOrders(database, {
    inFlightMax: 50,
    inFlight: {},
    identifiers,
    takesOthers: false,
  })
  const tools = {
    database,
    providers: { identifiers, providerOf: () => supplier },
    findConnection: () =>
      Promise.resolve(
        connection === null ? undefined : { providerIdentifier: PROVIDER, connection },
      ),
    random: () => 0.5,
    logger: createLogger('test', 'silent'),
  }
  await Promise.all(claimed.map((order) => workOnOrder(order, tools)))
}

async function stateOf({ id }: Draft): Promise<unknown> {
  const [row] = await database.query<{ state: string }>(
    'select state from distribution_order where id = $1',
    [id],
  )
  return row?.state
}
