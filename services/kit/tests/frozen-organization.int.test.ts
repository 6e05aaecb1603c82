import { beforeEach, describe, expect, test } from 'vitest'
import { thaw } from '../src/organization/freeze.ts'
import { readManifest } from '../src/organization/manifest.ts'
import type { Database } from '../src/postgres/database.ts'
import { measureFrozenOrganizations } from '../src/postgres/frozen-organization.ts'
import { createMetrics } from '../src/service/metrics.ts'
import { MOVED, openMove, OTHER } from './support/open-move.ts'
import { disposeAfterAll } from '../src/testing/dispose-after-all.ts'

const NOW = { waitSeconds: 0 }

const move = await disposeAfterAll(openMove())
beforeEach(() => move.reset())

describe('a frozen organization', () => {
  const insert = `insert into "order" (org_id, name) values (${MOVED}, 'new')`
  const readOnly = { code: 'ORGANIZATION_READ_ONLY', extensions: { retryAfterSeconds: 60 } }

  test.each([
    ['insert', insert],
    ['update', `update "order" set name = 'x' where org_id = ${MOVED}`],
    ['delete', `delete from line where org_id = ${MOVED}`],
    [
      'upsert',
      `insert into "order" (id, org_id, name) values (2, ${MOVED}, 'x') on conflict (id) do update set name = 'x'`,
    ],
    [
      'message',
      `insert into outbox_message (id, envelope) values (gen_random_uuid(), '{"orgId": ${MOVED}}')`,
    ],
  ])('refuses an %s of callers, in a transaction and outside of one', async (_, statement) => {
    await move.export()
    const both = move.process.ofOrganizations([MOVED, OTHER])
    await expect(both.transaction((sql) => sql.query(statement))).rejects.toMatchObject(readOnly)
    await expect(both.query(statement)).rejects.toMatchObject(readOnly)
  })

  test('is read, and work in the background may finish what it has begun', async () => {
    await move.export()
    expect(await move.process.ofOrganizations([MOVED]).query('select from "order"')).toHaveLength(2)
    await move.process
      .forWork('work')
      .query(`update "order" set name = 'done' where org_id = ${MOVED}`)
  })

  test('does not keep others from writing, and can be changed again when it is thawed', async () => {
    await move.export()
    await move.process
      .ofOrganizations([MOVED, OTHER])
      .query(`insert into "order" (org_id, name) values (${OTHER}, 'new')`)
    expect(await thaw(move.here, MOVED)).toBe(true)
    await move.process.ofOrganizations([MOVED]).query(insert)
  })

  test('is exported when the transactions that may still write it have ended, with what they wrote', async () => {
    let running: Promise<void> | undefined
    await move.process.ofOrganizations([MOVED]).transaction(async (sql) => {
      await sql.query(insert)
      await expect(move.export(NOW)).rejects.toThrow('1 transactions have not ended')
      running = move.export()
    })
    await running
    const manifest = await readManifest(move.folder)
    expect(manifest.tables.find(({ name }) => name === 'order')?.rows).toBe(3)
  })

  test('is exported when its messages are published', async () => {
    await move.source.query(
      `insert into outbox_message (id, envelope) values (gen_random_uuid(), '{"orgId": ${MOVED}}'), (gen_random_uuid(), '{"orgId": ${OTHER}}')`,
    )
    await expect(move.export(NOW)).rejects.toThrow(
      '1 rows of outbox_message are under way after 0 seconds.',
    )
    await move.source.query(`delete from outbox_message where envelope ->> 'orgId' = '${MOVED}'`)
    await move.export(NOW)
  })
})

test('a metric counts the frozen organizations, without those that were erased since', async () => {
  const metrics = createMetrics('kit')
  const gauge = async () => /^organizations_read_only\S* (.*)$/m.exec(await metrics.metrics())?.[1]
  await using away: Database = await move.openProcess(move.target)
  measureFrozenOrganizations(away, metrics)
  expect(await gauge()).toBe('0')
  await move.export()
  await move.import()
  expect(await gauge()).toBe('1')
  await move.eraseThere({ isKilled: true })
  expect(await gauge()).toBe('1')
  await move.eraseThere()
  expect(await gauge()).toBe('0')
  await away[Symbol.asyncDispose]()
  expect(await gauge()).toBe('Nan')
})
