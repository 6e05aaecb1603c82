import { createTestDatabase } from '@takeoff/kit/testing/database'
import { afterAll, expect, test } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { Vendor } from '../src/db/vendors/vendor.ts'
import { loadDevelopmentData } from '../src/development-data.ts'

const database = await createTestDatabase({ name: 'order-documents', entities, migrations })
afterAll(() => database[Symbol.asyncDispose]())
await loadDevelopmentData(database)

/** A vendor of organization 1. */
const id = 1
const nameOf = async () => {
  const [row] = await database.query<{ name: string }>(
    'select vendor_name as name from vendor where id = $1',
    [id],
  )
  return row?.name
}

test('finds the entities of the given organizations', async () => {
  await database.transaction(async (sql) => {
    expect(await sql.entitiesOf([1]).findOne(Vendor, { id })).toMatchObject({ id, orgId: 1 })
    expect(await sql.entitiesOf([2, 1]).count(Vendor)).toBe(5)
  })
})

test('finds, changes and deletes no entity of another organization', async () => {
  const name = await nameOf()
  await database.transaction(async (sql) => {
    const others = sql.entitiesOf([2])
    expect(await others.findOne(Vendor, { id })).toBeNull()
    expect(await others.find(Vendor, { orgId: 1 })).toEqual([])
    expect(await others.nativeUpdate(Vendor, { id }, { vendorName: 'Taken' })).toBe(0)
    expect(await others.nativeDelete(Vendor, { id })).toBe(0)
  })
  expect(await nameOf()).toBe(name)
})

test('reads nothing before the organizations are given', async () => {
  await expect(database.orm.em.fork().findOne(Vendor, { id })).rejects.toThrow(
    "No arguments provided for filter 'organization'",
  )
})

test('writes its changes with the transaction, and none when that fails', async () => {
  const name = await nameOf()
  const rename = (vendorName: string, after: () => void) =>
    database.transaction(async (sql) => {
      const vendor = await sql.entitiesOf([1]).findOneOrFail(Vendor, { id })
      vendor.vendorName = vendorName
      after()
    })

  const fail = () => {
    throw new Error('the use case failed')
  }
  await expect(rename('Lost', fail)).rejects.toThrow('the use case failed')
  expect(await nameOf()).toBe(name)
  await rename('Kept', () => undefined)
  expect(await nameOf()).toBe('Kept')
})
