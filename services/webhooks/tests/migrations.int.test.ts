import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { createLogger } from '@takeoff/kit/service/logger'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { schemaDifference } from '@takeoff/kit/testing/schema-difference'
import { firstUuidOf } from '@takeoff/kit/values/ids'
import { expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { startService } from '../src/service.ts'
import { firstUuidSql, uuidsV7Sql, uuidV7Sql } from '../src/db/uuid-v7.ts'

const database = await disposeAfterAll(
  createTestDatabase({ name: 'webhooks', entities, migrations }),
)

test('entities and migrations agree, whatever partitions exist', async () => {
  await database.query(
    `create table finished_delivery_2026_03 partition of finished_delivery
     for values from ('${firstUuidOf(new Date('2026-03-01'))}') to ('${firstUuidOf(new Date('2026-04-01'))}')`,
  )
  expect(await schemaDifference(database)).toEqual([])
})

test('the first id of a time is the same in SQL', async () => {
  const at = '2026-03-14T15:09:26.535Z'
  const [row] = await database.query(`select ${firstUuidSql('$1::timestamptz')} as id`, [at])
  expect(row).toEqual({ id: firstUuidOf(new Date(at)) })
})

const AT = '2026-03-14T15:09:26.535Z'
const V7_OF_AT = new RegExp(
  `^${firstUuidOf(new Date(AT)).slice(0, 13)}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`,
)

test('ids made in SQL are UUIDs version 7 of their time', async () => {
  const [row] = await database.query<{ id: string }>(
    `select ${uuidV7Sql('$1::timestamptz')} as id`,
    [AT],
  )
  expect(row?.id).toMatch(V7_OF_AT)
})

test('ids of many rows follow their row numbers, and each statement starts from another value', async () => {
  const make = async (): Promise<string[]> => {
    const rows = await database.query<{ id: string }>(
      `select ${uuidsV7Sql('$1::timestamptz', 'n')} as id from generate_series(1, 5000) n`,
      [AT],
    )
    return rows.map(({ id }) => id)
  }
  const [some, others] = [await make(), await make()]
  for (const id of [...some, ...others]) expect(id).toMatch(V7_OF_AT)
  expect(some.toSorted()).toEqual(some)
  expect(new Set([...some, ...others]).size).toBe(10_000)
})

test('the database of another service is refused also by a process that does not migrate', async () => {
  await using foreign = await createTestDatabase({
    name: 'other-service',
    entities,
    migrations: migrations.map(({ name, class: migration }) => ({
      name: name.startsWith('kit-') ? name : `other-${name}`,
      class: migration,
    })),
  })
  const config = readConfig({
    DATABASE_URL: database.url,
    DATABASE_MIGRATION_URL: foreign.ownerUrl,
    DATABASE_MIGRATE: 'false',
    AUTH_ISSUER: 'http://127.0.0.1:9/',
    SERVICE_SECRET: 's'.repeat(32),
    EVENTS_URL: 'http://127.0.0.1:9/events',
    WEBHOOKS_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  })

  await expect(startService(config, createLogger('webhooks', 'silent'))).rejects.toThrow(
    /DATABASE_MIGRATION_URL must be addresses of this service's database.*has the migration other-/,
  )
})
