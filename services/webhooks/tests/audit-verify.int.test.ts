import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import type { AuditChanges } from '@takeoff/contracts/audit-record'
import { createAuditRecord } from '@takeoff/kit/events/audit'
import type { Database } from '@takeoff/kit/postgres/database'
import { jsonLine } from '@takeoff/kit/values/json'
import { createLogger } from '@takeoff/kit/service/logger'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { appendRecords } from '../src/audit/append-records.ts'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { BATCH_SIZE } from '../src/maintenance/delete-old-rows.ts'
import { createMaintenanceMetrics } from '../src/maintenance/maintenance-metrics.ts'
import { runMaintenance } from '../src/maintenance/run-maintenance.ts'
import { oldAuditRecords } from '../src/maintenance/trim-audit-log.ts'
import { readChain } from './support/read-chain.ts'
import { startOperator } from './support/start-operator.ts'

const RECORDS = 450
const DAY_MS = 86_400_000

const opened = new AsyncDisposableStack()
let database: Database
let operator: Awaited<ReturnType<typeof startOperator>>
let folder: string
let lastOrgId = 0

beforeAll(async () => {
  database = opened.use(await createTestDatabase({ name: 'webhooks', entities, migrations }))
  operator = opened.use(await startOperator(database))
  folder = opened.use(await openTemporaryFolder('takeoff-audit')).path
})
afterAll(() => opened.disposeAsync())

/** An organization with a log of some records. */
async function newLog(count = RECORDS, changes: AuditChanges = {}): Promise<number> {
  const orgId = (lastOrgId += 1)
  const target = { type: 'vendor' as const, id: 3 }
  const records = Array.from({ length: count }, () =>
    createAuditRecord({}, { orgId, operation: 'vendorConnect', target, changes }),
  )
  await database.transaction((sql) => appendRecords(sql, records))
  return orgId
}

/** What only the owner of the tables can do: the triggers refuse it to every statement of the service. */
async function tamper(statement: string): Promise<void> {
  await database.transaction(async (sql) => {
    await sql.query('alter table audit_record disable trigger user')
    await sql.query('alter table audit_chain disable trigger user')
    for (const one of statement.split(';')) await sql.query(one)
    await sql.query('alter table audit_record enable trigger user')
    await sql.query('alter table audit_chain enable trigger user')
  })
}

const verify = (orgId: number, ...args: readonly string[]) =>
  operator.run(['audit', 'verify', '--org', String(orgId), ...args])

describe('npm run audit -- verify', () => {
  test('confirms a log that is intact, and names its last record', async () => {
    const orgId = await newLog()
    const hash = (await readChain(database, orgId)).at(-1)?.hash
    expect(await verify(orgId)).toEqual({
      code: 0,
      err: '',
      out: `organization ${orgId}: ${RECORDS} records are intact; the last one is ${RECORDS}, ${hash}\n`,
    })
  })

  test.each([
    [
      'an altered record',
      `update audit_record set operation = 'x' where sequence = 300`,
      'record 300 was altered',
    ],
    [
      'an altered change',
      `update audit_record set changes = '{"a": 1}' where sequence = 7`,
      'record 7 was altered',
    ],
    [
      'a record of another user',
      'update audit_record set user_id = 8 where sequence = 7',
      'record 7 was altered',
    ],
    [
      'removed records',
      'delete from audit_record where sequence between 200 and 203',
      'records 200 to 203 were removed',
    ],
    [
      'a removed begin',
      'delete from audit_record where sequence = 1',
      'records 1 to 1 were removed',
    ],
    [
      'a removed end',
      'delete from audit_record where sequence > 448',
      'records 449 to 450 were removed',
    ],
    [
      'exchanged records',
      `update audit_record set sequence = case sequence when 5 then -6 else -5 end where sequence in (5, 6);
       update audit_record set sequence = -sequence where sequence < 0`,
      'record 5 was altered',
    ],
  ])('finds %s', async (_what, statement, violation) => {
    const orgId = await newLog()
    await tamper(statement.replaceAll(' where ', ` where org_id = ${orgId} and `))
    expect(await verify(orgId)).toEqual({
      code: 1,
      err: '',
      out: `organization ${orgId}: ${violation}\n`,
    })
  })

  test('finds a log that was cut or written again, by an earlier output of --json', async () => {
    const orgId = await newLog(10)
    const heads = path.join(folder, 'heads.json')
    await writeFile(heads, (await verify(orgId, '--json')).out)
    expect((await verify(orgId, '--against', heads)).code).toBe(0)

    await tamper(`delete from audit_record where org_id = ${orgId}`)
    await tamper(`delete from audit_chain where org_id = ${orgId}`)
    const gone = await operator.run(['audit', 'verify', '--against', heads])
    expect(gone).toMatchObject({ code: 1 })
    expect(gone.out).toContain(`organization ${orgId}: the whole log was removed`)

    lastOrgId = orgId - 1
    await newLog(8)
    expect((await verify(orgId)).code).toBe(0)
    expect((await verify(orgId, '--against', heads)).out).toContain('records 9 to 10 were removed')

    await tamper(`delete from audit_record where org_id = ${orgId}`)
    await tamper(`delete from audit_chain where org_id = ${orgId}`)
    lastOrgId = orgId - 1
    await newLog(12)
    expect((await verify(orgId, '--against', heads)).out).toContain(
      'record 10 is not the one that it was',
    )
  })

  test.each([4, 10])(
    'finds that the first %d of 10 were removed before their time',
    async (count) => {
      const orgId = await newLog(10)
      const heads = path.join(folder, 'before-removal.json')
      await writeFile(heads, (await verify(orgId, '--json')).out)
      const place = `org_id = ${orgId} and sequence`
      await tamper(`update audit_chain set trimmed_sequence = ${count},
      trimmed_hash = (select hash from audit_record where ${place} = ${count}) where org_id = ${orgId};
      delete from audit_record where ${place} <= ${count}`)
      expect((await verify(orgId)).out).toContain(`; those up to ${count} are no longer in it`)
      expect(await verify(orgId, '--against', heads)).toMatchObject({
        code: 1,
        out: `organization ${orgId}: records 1 to ${count} were removed before the end of their retention\n`,
      })

      // An output of a former version has no times.
      await writeFile(
        heads,
        JSON.stringify({ chains: [{ orgId, sequence: 2, hash: 'f'.repeat(64) }] }),
      )
      expect(await verify(orgId, '--against', heads)).toMatchObject({
        code: 1,
        out: expect.stringContaining('the log begins after record 2, which cannot be compared'),
      })
    },
  )

  test('refuses to compare an organization that the earlier output does not have', async () => {
    const orgId = await newLog(1)
    const heads = path.join(folder, 'of-others.json')
    await writeFile(heads, '{"chains":[]}')
    expect(await verify(orgId, '--against', heads)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`has no log of organization ${orgId}`),
    })
  })

  test('verifies an exported file', async () => {
    const orgId = await newLog(5)
    const records = await readChain(database, orgId)
    const exported = path.join(folder, 'audit.ndjson')
    await writeFile(exported, records.slice(1).map(jsonLine).join(''))
    const intact = await operator.run(['audit', 'verify', '--export', exported])
    expect(intact.out).toContain(`organization ${orgId}: 4 records are intact`)

    await writeFile(exported, [records[1], records[3]].map((one) => jsonLine(one ?? {})).join(''))
    const broken = await operator.run(['audit', 'verify', '--export', exported])
    expect(broken).toMatchObject({
      code: 1,
      out: `organization ${orgId}: records 3 to 3 were removed\n`,
    })
  })

  test('verifies an exported file that another program has written with other escapes and line ends', async () => {
    const orgId = await newLog(3, { branch: { before: null, after: 'a\u2028b\u2029' } })
    const records = await readChain(database, orgId)
    const exported = path.join(folder, 'rewritten.ndjson')
    await writeFile(exported, `${records.map((one) => JSON.stringify(one)).join('\r\n')}\r\n\r\n`)
    const verified = await operator.run(['audit', 'verify', '--export', exported])
    expect(verified.out).toContain(`organization ${orgId}: 3 records are intact`)
  })

  test('compares an exported file with an earlier output of --json', async () => {
    const orgId = await newLog(5)
    const records = await readChain(database, orgId)
    const heads = path.join(folder, 'heads-of-export.json')
    const exported = path.join(folder, 'compared.ndjson')
    await writeFile(heads, (await verify(orgId, '--json')).out)
    const compare = async (kept: typeof records, ...args: readonly string[]) => {
      // With a byte order mark.
      await writeFile(exported, `\uFEFF${kept.map(jsonLine).join('')}`)
      return operator.run(['audit', 'verify', '--export', exported, '--against', heads, ...args])
    }
    expect(await compare(records, '--org', String(orgId))).toMatchObject({ code: 0, err: '' })
    expect((await compare(records.slice(0, 4))).out).toContain(
      'the file ends before record 5, which the log had',
    )
    expect(await compare(records, '--org', String(orgId + 1))).toMatchObject({
      code: 2,
      err: expect.stringContaining(`has records of organization ${orgId}, not of ${orgId + 1}`),
    })

    // Written again, so that the file itself is whole.
    await tamper(`delete from audit_record where org_id = ${orgId}`)
    await tamper(`delete from audit_chain where org_id = ${orgId}`)
    lastOrgId = orgId - 1
    await newLog(7)
    const other = await readChain(database, orgId)
    for (const kept of [other, other.slice(5)])
      expect(await compare(kept)).toMatchObject({
        code: 1,
        out: expect.stringContaining('record 5 is not the one that it was'),
      })
    expect(await compare(other.slice(6))).toMatchObject({
      code: 1,
      err: expect.stringContaining('The file begins after record 5'),
    })

    await writeFile(heads, '{"chains":[]}')
    expect(await compare(other)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`has no log of organization ${orgId}`),
    })
  })

  test('refuses a file of --against whose chains lack a key', async () => {
    const heads = path.join(folder, 'no-heads.json')
    for (const text of ['{"chains":[{}]}', '{"chains":[{"orgId":1,"sequence":1}]}', 'null']) {
      await writeFile(heads, text)
      expect(await operator.run(['audit', 'verify', '--against', heads])).toEqual({
        code: 1,
        out: '',
        err: `${heads} is no output of "audit verify --json".\n`,
      })
    }
  })

  test.each([
    [['--org', 'x'], '--org must be the id of an organization.', 2],
    [['--org', '2000000000'], 'Organization 2000000000 has no audit log.', 1],
    [['--export', '/nowhere'], '/nowhere cannot be read', 1],
    [['--against', '/dev/null'], '/dev/null is no output of "audit verify --json".', 1],
  ])('says what is wrong with %j', async (args, message, expectedCode) => {
    const { code, err } = await operator.run(['audit', 'verify', ...args])
    expect({ code, err }).toEqual({
      code: expectedCode,
      err: expect.stringContaining(message) as string,
    })
  })
})

describe('the retention of the audit log', () => {
  // A removal covers the logs of all organizations, also those of other tests.
  beforeEach(() => tamper('delete from audit_chain'))

  const age = (orgId: number, count: number, days: number) =>
    tamper(`update audit_record set recorded_at = now() - interval '${days} days'
      where org_id = ${orgId} and sequence <= ${count}`)

  async function trim(days = 90): Promise<number> {
    const { deleteBatch } = oldAuditRecords(new Date(), days)
    let deleted = 0
    for (let from: number | undefined = 0; from !== undefined;) {
      const begin: number = from
      const batch = await database.transaction((sql) => deleteBatch(sql, begin))
      deleted += batch.deleted
      from = batch.next
    }
    return deleted
  }

  test('removes the oldest records only, and the rest verifies like a whole log', async () => {
    const [orgId, otherId, young] = [await newLog(10), await newLog(5), await newLog(5)]
    await age(orgId, 6, 91)
    await age(otherId, 5, 91)
    await age(young, 5, 89)
    const [hash] = (await readChain(database, orgId)).slice(5).map((record) => record.hash)
    expect(await trim()).toBe(11)

    const ends = await database.query(
      `select sequence::int, trimmed_sequence::int as trimmed, trimmed_hash as hash
       from audit_chain where org_id = $1`,
      [orgId],
    )
    expect(ends).toEqual([{ sequence: 10, trimmed: 6, hash }])
    expect((await verify(orgId)).out).toContain('4 records are intact')
    expect((await verify(otherId)).out).toContain('0 records are intact')

    // The hash of the last removed record is still compared.
    const heads = path.join(folder, 'trimmed.json')
    const against = async (lastHash: string | undefined) => {
      const chains = [{ orgId, sequence: 6, hash: lastHash }]
      await writeFile(heads, JSON.stringify({ chains }))
      return verify(orgId, '--against', heads)
    }
    expect((await against(hash)).code).toBe(0)
    expect((await against('f'.repeat(64))).out).toContain('record 6 is not the one that it was')
    expect((await readChain(database, young)).length).toBe(5)
    expect(await trim()).toBe(0)
  })

  test('goes on with the chain where it was, after everything was removed', async () => {
    const orgId = await newLog(3)
    await age(orgId, 3, 91)
    await trim()
    lastOrgId = orgId - 1
    await newLog(2)
    expect((await readChain(database, orgId)).map(({ sequence }) => sequence)).toEqual([4, 5])
    expect((await verify(orgId)).out).toContain('2 records are intact; the last one is 5')
  })

  test('never removes a record that is younger than 30 days, whatever is configured', async () => {
    const orgId = await newLog(3)
    await age(orgId, 3, 29)
    await expect(trim(7)).rejects.toMatchObject({ code: '42501' })
    expect(await readChain(database, orgId)).toHaveLength(3)
  })

  test('goes from one organization to the next: it looks at each log once', async () => {
    const [first, second] = [await newLog(3), await newLog(3)]
    await age(first, 3, 91)
    await age(second, 1, 91)
    const { deleteBatch } = oldAuditRecords(new Date(), 90)
    const batch = (from: number) => database.transaction((sql) => deleteBatch(sql, from))
    expect(await batch(second)).toEqual({ deleted: 1, next: second + 1 })
    expect(await batch(0)).toEqual({ deleted: 3, next: first + 1 })
    expect(await batch(first + 1)).toEqual({ deleted: 0, next: undefined })
  })

  test('commits after each organization, so that the log of none is locked for long', async () => {
    const [first, locked] = [await newLog(3), await newLog(3)]
    await age(first, 3, 91)
    await age(locked, 3, 91)
    const metrics = createMaintenanceMetrics(new Registry())
    const logger = createLogger('test', 'silent')
    await database.transaction(async (sql) => {
      await sql.query('select from audit_chain where org_id = $1 for update', [locked])
      await runMaintenance({
        database,
        logger,
        metrics,
        retentionDays: 90,
        auditRetentionDays: 90,
      })
    })
    expect(await readChain(database, first)).toEqual([])
    expect(await readChain(database, locked)).toHaveLength(3)
  })

  test('removes many in batches', async () => {
    const count = BATCH_SIZE + 100
    const orgId = await newLog(count)
    const before = new Date(Date.now() - 91 * DAY_MS).toISOString()
    await tamper(`update audit_record set recorded_at = '${before}' where org_id = ${orgId}`)
    expect(await trim()).toBe(count)
  })
})
