import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { schemaDifference } from '@takeoff/kit/testing/schema-difference'
import { expect, it } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { loadDevelopmentData } from '../src/development-data.ts'
import { createVendor } from '../src/testing/create-vendor.ts'

const database = await disposeAfterAll(
  createTestDatabase({ name: 'order-documents', entities, migrations }),
)

it('migrations create the tables that the entities describe', async () => {
  expect(await schemaDifference(database)).toEqual([])
})

it('every foreign key starts an index', async () => {
  const bare = await database.query(`
    select c.conrelid::regclass::text as "table", c.conname as "foreignKey"
    from pg_constraint c
    where c.contype = 'f' and not exists (
      select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
    )`)

  expect(bare).toEqual([])
})

it('every table of an organization has its id', async () => {
  const tables = await database.query(`
    select table_name from information_schema.tables t
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('outbox_message', 'idempotency_key', 'erasure', 'frozen_organization', 'mikro_orm_migrations')
      and not exists (
        select 1 from information_schema.columns c
        where c.table_name = t.table_name and c.column_name = 'org_id' and c.is_nullable = 'NO'
      )`)

  expect(tables).toEqual([])
})

it('development data can be loaded again, and the ids after it are free', async () => {
  await loadDevelopmentData(database)
  await loadDevelopmentData(database)
  const vendors = await database.query('select id, org_id as "orgId" from vendor order by id')
  const profiles = await database.query(
    'select name, logo_type as logo from organization_profile order by org_id',
  )

  expect(vendors).toEqual([
    { id: 1, orgId: 1 },
    { id: 2, orgId: 1 },
    { id: 3, orgId: 1 },
    { id: 4, orgId: 2 },
    { id: 5, orgId: 2 },
  ])
  expect(profiles).toEqual([
    { name: 'Ridgeline Exteriors', logo: 'png' },
    { name: 'Harbor Roofing & Siding', logo: null },
  ])
  expect(await createVendor(database, { orgId: 1, vendorName: 'New' })).toBe(6)
})
