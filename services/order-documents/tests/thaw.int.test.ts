import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { callProgram } from '@takeoff/kit/testing/run-program'
import { afterAll, expect, test } from 'vitest'
import { claimDistributionOrders } from '../src/db/distribution/claim-distribution-orders.ts'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { createDistributionOrder } from '../src/testing/create-distribution-order.ts'
import { createVendor } from '../src/testing/create-vendor.ts'

const PROGRAM = path.join(import.meta.dirname, '../src/organization.ts')
const PROVIDER = 'abc-supply'

const database = await createTestDatabase({ name: 'order-documents', entities, migrations })
afterAll(() => database[Symbol.asyncDispose]())

test('orders that waited while their organization was frozen are left to processes with an address of their provider', async () => {
  const vendorId = await createVendor(database, { orgId: 1, vendorName: 'ABC' })
  const draft = { orgId: 1, vendorId, providerIdentifier: PROVIDER }
  const waiting = await createDistributionOrder(database, draft)
  const later = await createDistributionOrder(database, draft)
  await database.query(
    `update distribution_order
     set next_attempt_at = now() + case id when $1 then interval '-2 hours' else interval '1 day' end`,
    [waiting.id],
  )
  await database.query('insert into frozen_organization (id) values (1)')
  expect(await claim([PROVIDER])).toEqual([])

  expect(await thaw(1)).toEqual({ code: 0, output: 'Organization 1 can be changed here again.\n' })
  expect(await claim([])).toEqual([])
  expect(await claim([PROVIDER])).toMatchObject([{ id: waiting.id }])
  expect(
    await database.query(
      `select from distribution_order where id = $1 and next_attempt_at > now() + interval '1 hour'`,
      [later.id],
    ),
  ).toHaveLength(1)
})

function claim(identifiers: readonly string[]) {
  return claimDistributionOrders(database, {
    inFlightMax: 50,
    inFlight: {},
    identifiers,
    takesOthers: true,
  })
}

function thaw(orgId: number) {
  const env = {
    DATABASE_URL: database.url,
    DATABASE_MIGRATION_URL: database.ownerUrl,
    FILES_PATH: tmpdir(),
    PROVIDERS_SECRET_KEY: Buffer.alloc(32).toString('base64'),
  }
  return callProgram(PROGRAM, ['thaw', String(orgId)], env)
}
