import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { Migration } from '@mikro-orm/migrations'
import { onTestFinished } from 'vitest'
import { OutboxMessage } from '../../src/events/outbox.ts'
import { exportOrganization } from '../../src/organization/export-organization.ts'
import { importOrganization } from '../../src/organization/import-organization.ts'
import { readManifest } from '../../src/organization/manifest.ts'
import type { OrganizationOptions } from '../../src/organization/organization-options.ts'
import { openOwnerSession } from '../../src/organization/owner-session.ts'
import type { OwnerSession } from '../../src/organization/owner-session.ts'
import { verifyOrganization } from '../../src/organization/verify-organization.ts'
import { openDatabase } from '../../src/postgres/database.ts'
import type { Database } from '../../src/postgres/database.ts'
import { beginErasure, finishErasure } from '../../src/postgres/erasure.ts'
import { freezableTablesSql } from '../../src/postgres/frozen-organization.ts'
import { kitMigrations } from '../../src/postgres/kit-migrations.ts'
import { rowSecurityOf } from '../../src/postgres/row-access.ts'
import { createLogger } from '../../src/service/logger.ts'
import { createTestDatabase } from '../../src/testing/database.ts'
import type { TestDatabase } from '../../src/testing/database.ts'

/** Both are in the source. */
export const [MOVED, OTHER] = [7, 8]

/** Tables in the order of their names, which is not that of their references. */
class CreateTables extends Migration {
  override up(): void {
    this.addSql(`create table "order" (id serial primary key, org_id int not null, name text not null,
      name_key text generated always as (lower(name)) stored, replaces_id int null references "order" (id))`)
    this.addSql(`create table line (id uuid primary key, org_id int not null, order_id int not null references "order" (id),
      quantity numeric(18,5) not null, at timestamptz not null, data jsonb not null, bytes bytea null, tags text[] not null)`)
    this.addSql(
      `create table stored (storage_key text primary key, org_id int not null, byte_size int not null)`,
    )
    for (const table of ['order', 'line', 'stored'])
      for (const statement of rowSecurityOf(table, ['work'])) this.addSql(statement)
    this.addSql(freezableTablesSql)
  }
}

const tables = {
  name: 'kit-organization',
  entities: [OutboxMessage],
  migrations: [...kitMigrations, { name: '001-tables', class: CreateTables }],
}

const variablesOf = ({ url, ownerUrl }: TestDatabase): OrganizationOptions => ({
  databaseUrl: url,
  databaseMigrationUrl: ownerUrl,
  databaseCertificates: undefined,
  databasePooled: false,
  databaseMigrate: false,
  databasePoolSize: 3,
  migrationLockTimeoutMs: 5_000,
  service: 'kit',
  entities: tables.entities,
  migrations: tables.migrations,
})

/** An export without options. */
const PLAIN_EXPORT = {
  orgId: MOVED,
  after: [],
  waitSeconds: 30,
  mayBeEmpty: false,
  mayBeIncomplete: false,
}

/** Opens two databases, and an organization that can be moved from one to the other; `reset` is to be called before each test. */
export async function openMove() {
  const opened = new AsyncDisposableStack()
  const source = opened.use(await createTestDatabase(tables))
  const target = opened.use(await createTestDatabase(tables))
  const logger = createLogger('test', 'silent')
  const openProcess = async ({ url }: TestDatabase): Promise<Database> =>
    opened.use(await openDatabase({ ...tables, url, poolSize: 3, logger }))
  /** The source as a process sees it. */
  const process = await openProcess(source)
  const open = async (database: TestDatabase): Promise<OwnerSession> =>
    opened.use(await openOwnerSession(variablesOf(database)))
  const [here, there] = [await open(source), await open(target)]
  const stored = new Map<string, Uint8Array>()
  const options: OrganizationOptions = {
    ...variablesOf(source),
    files: {
      next: `select storage_key as key, byte_size as "byteSize", 'application/pdf' as "contentType" from stored
        where org_id = $1 and storage_key > $2 order by storage_key limit 16`,
      read: (key) =>
        Promise.resolve(stored.get(key)).then((bytes) => bytes && Readable.from([bytes])),
      put: (key, bytes) => Promise.resolve(void stored.set(key, bytes)),
    },
  }
  let folder = ''
  return {
    options,
    source,
    target,
    process,
    /** A database as a process sees it. */
    openProcess,
    here,
    there,
    stored,
    get folder() {
      return folder
    },
    export(given: Partial<Parameters<typeof exportOrganization>[1]> = {}) {
      return exportOrganization(here, { ...PLAIN_EXPORT, folder, ...given }, options)
    },
    import: async (given: Partial<OrganizationOptions> = {}) =>
      importOrganization(
        there,
        { folder, manifest: await readManifest(folder) },
        { ...options, ...given },
      ),
    verify: async (session: OwnerSession) =>
      verifyOrganization(session, { folder, manifest: await readManifest(folder) }, options),
    rowsIn: (database: TestDatabase, table: string) =>
      database.query(`select * from "${table}" where org_id = ${MOVED} order by 2, 1`),
    /** As the program does; it may be killed before the end. */
    async eraseThere({ isKilled = false } = {}) {
      const id = await beginErasure(target, { subject: 'organization', subjectId: MOVED })
      for (const table of ['line', 'order', 'stored'])
        await target.query(`delete from "${table}" where org_id = ${MOVED}`)
      if (!isKilled) await finishErasure(target, id)
    },
    async reset() {
      const parent = await mkdtemp(path.join(tmpdir(), 'organization-'))
      onTestFinished(() => rm(parent, { recursive: true }))
      folder = path.join(parent, 'moved')
      stored.clear()
      stored.set('7/a.pdf', Buffer.from('%PDF'))
      for (const database of [source, target]) await empty(database)
      await fill(source)
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

async function empty(database: TestDatabase): Promise<void> {
  await database.query(
    'truncate "order", line, stored, outbox_message, frozen_organization, idempotency_key, erasure',
  )
  await database.query(`select setval('order_id_seq', 1000)`)
}

/** One order of another organization and two of the one that is moved, with values that a copy has to escape. */
async function fill(database: TestDatabase): Promise<void> {
  await database.query(`insert into "order" (id, org_id, name, replaces_id) values
    (1, ${OTHER}, 'other', null), (2, ${MOVED}, E'tab\\t line\\n back\\\\slash', null), (3, ${MOVED}, 'b', 2)`)
  await database.query(`insert into line select gen_random_uuid(), org_id, id, 1.50000, clock_timestamp(),
    jsonb_build_object('text', E'"\\\\\\n'), '\\x00ff0a', array['a b', null, '{"'] from "order"`)
  await database.query(`insert into stored values ('7/a.pdf', ${MOVED}, 4)`)
}
