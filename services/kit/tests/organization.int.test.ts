import { randomBytes } from 'node:crypto'
import { appendFile, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { setIdRange } from '../src/organization/id-range.ts'
import { fileOf, readManifest } from '../src/organization/manifest.ts'
import { openOwnerSession } from '../src/organization/owner-session.ts'
import { sealedColumn } from '../src/operator/rekey.ts'
import { kitMigrations } from '../src/postgres/kit-migrations.ts'
import { statementsOf } from '../src/postgres/statement.ts'
import { createSecretBox } from '../src/security/secret-box.ts'
import { organizationTables } from '../src/testing/fill-tables.ts'
import { MOVED, openMove, OTHER } from './support/open-move.ts'
import { disposeAfterAll } from '../src/testing/dispose-after-all.ts'

const NEWEST_OF_KIT = kitMigrations.at(-1)?.name ?? ''

const move = await disposeAfterAll(openMove())
beforeEach(() => move.reset())

test('every row of each table with an organization, each file and each key of the last day is moved', async () => {
  await move.process
    .ofOrganizations([MOVED])
    .transaction((sql) =>
      sql.query(
        `insert into idempotency_key (user_id, key, operation, fingerprint, result_id) values (1, 'a"\\', 'o', 'f', '2')`,
      ),
    )
  await move.process
    .ofOrganizations([OTHER])
    .transaction((sql) =>
      sql.query(
        `insert into idempotency_key (user_id, key, operation, fingerprint, result_id) values (1, 'b', 'o', 'f', '1')`,
      ),
    )
  await move.export()
  const bytes = move.stored.get('7/a.pdf')
  move.stored.clear()
  await move.import()

  const manifest = await readManifest(move.folder)
  expect(new Set(manifest.tables.map(({ name }) => name))).toEqual(
    new Set((await organizationTables(move.source)).filter((name) => name !== 'outbox_message')),
  )
  for (const { name, rows } of manifest.tables) {
    expect(await move.rowsIn(move.target, name)).toEqual(await move.rowsIn(move.source, name))
    expect(await move.rowsIn(move.target, name)).toHaveLength(rows)
  }
  expect(manifest.tables.map(({ rows }) => rows)).toEqual([2, 1, 2])
  expect(move.stored.get('7/a.pdf')).toEqual(bytes)
  expect(await move.target.query('select key from idempotency_key')).toEqual([{ key: 'a"\\' }])
  expect(await move.verify(move.here)).toBe(0)
  expect(await move.verify(move.there)).toBe(0)
  expect(await move.target.query('select id from frozen_organization')).toEqual([{ id: MOVED }])
})

test('databases of one version may have run its migrations in different orders', async () => {
  await move.target.query(
    `update mikro_orm_migrations set id = id + 1000 where name = 'kit-001-create-outbox'`,
  )
  await move.export()
  await move.import()
  expect(await move.rowsIn(move.target, 'order')).toHaveLength(2)
})

test('texts with line breaks of Unicode, which COPY and JSON leave as they are, are moved', async () => {
  const [name, key] = ['a\u2028b\u2029c\u0085d\re', 'k\u2028\u2029']
  await move.source.query(`update "order" set name = '${name}' where org_id = ${MOVED}`)
  await move.process
    .ofOrganizations([MOVED])
    .transaction((sql) =>
      sql.query(
        `insert into idempotency_key (user_id, key, operation, fingerprint, result_id) values (1, '${key}', 'o', 'f', '2')`,
      ),
    )
  await move.export()
  await move.import()
  expect(await move.rowsIn(move.target, 'order')).toMatchObject([{ name }, { name }])
  expect(await move.target.query('select key from idempotency_key')).toEqual([{ key }])
})

test('an export that names a wrong folder leaves the organization writable', async () => {
  await expect(move.export({ after: [move.folder] })).rejects.toThrow('has no manifest.json')
  expect(await move.source.query('select id from frozen_organization')).toEqual([])
})

test('an export into a folder that cannot be written leaves the organization writable', async () => {
  const [file, link] = [`${move.folder}.txt`, `${move.folder}.link`]
  await writeFile(file, '')
  await expect(move.export({ folder: file })).rejects.toThrow(`${file} cannot be read: ENOTDIR`)
  await symlink(`${move.folder}/nowhere`, link)
  await expect(move.export({ folder: link })).rejects.toThrow(
    `${link} cannot be written to: ENOENT`,
  )
  expect(await move.source.query('select id from frozen_organization')).toEqual([])
})

test('an organization without rows is exported only when that is said', async () => {
  await expect(move.export({ orgId: 70 })).rejects.toThrow('kit has no rows of organization 70.')
  expect(await move.source.query('select id from frozen_organization')).toEqual([])
  await move.export({ orgId: 70, mayBeEmpty: true })
  expect(await move.source.query('select id from frozen_organization')).toEqual([{ id: 70 }])
})

test('an export that fails after the freeze says that the organization stays read-only', async () => {
  const write = vi.spyOn(process.stdout, 'write')
  onTestFinished(() => write.mockRestore())
  move.stored.set('7/a.pdf', Buffer.from('%PDF'))
  const read = vi.spyOn(move.stored, 'get').mockImplementation(() => {
    throw new Error('the store is away')
  })
  onTestFinished(() => read.mockRestore())
  await expect(move.export()).rejects.toThrow('the store is away')
  expect(write).toHaveBeenCalledWith(
    `Organization ${MOVED} stays read-only: delete ${move.folder} and export it again, or make it writable with "thaw ${MOVED}".\n`,
  )
  expect(await move.source.query('select id from frozen_organization')).toEqual([{ id: MOVED }])
})

test('a table whose copy cannot be written ends the session, whose rollback would get no response', async () => {
  await using session = await openOwnerSession(move.options)
  const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('disk full')) })
  await expect(
    session.transaction('begin', () =>
      pipeline(session.copyOut(`select repeat('a', 1000) from generate_series(1, 20_000)`), full),
    ),
  ).rejects.toThrow('disk full')
  await expect(session.rows('select 1')).rejects.toThrow('connection')
})

test('an organization with a file that is missing for good is exported without it when that is said', async () => {
  await move.source.query(`insert into stored values ('7/lost.pdf', ${MOVED}, 4)`)
  await expect(move.export()).rejects.toThrow(
    'file 7/lost.pdf is missing or damaged. Copy it from a backup of the store, or export without it with --incomplete.',
  )
  await rm(move.folder, { recursive: true })
  const write = vi.spyOn(process.stdout, 'write')
  onTestFinished(() => write.mockRestore())
  await move.export({ mayBeIncomplete: true })
  expect(write).toHaveBeenCalledWith('without file 7/lost.pdf, which is missing or damaged\n')
  expect(write).toHaveBeenCalledWith('1 files\n')
  await move.import()
  expect(await move.verify(move.here)).toBe(0)
  expect(await move.verify(move.there)).toBe(0)
})

test('an organization that was erased is imported again, and callers cannot change it in between', async () => {
  const there = await move.openProcess(move.target)
  const write = () =>
    there
      .ofOrganizations([MOVED])
      .query(`insert into stored (storage_key, org_id, byte_size) values ('late', ${MOVED}, 1)`)
  await move.export()
  await move.import()
  await move.eraseThere({ isKilled: true })
  await expect(move.import()).rejects.toThrow('exists here already')
  await move.eraseThere()
  await expect(write()).rejects.toThrow('read-only')

  await rm(move.folder, { recursive: true })
  await move.source.query(`update "order" set name = 'changed' where id = 3`)
  await move.export()
  await move.import()
  expect(await move.verify(move.there)).toBe(0)
  expect(await move.target.query('select from erasure where imported_at is null')).toEqual([])
  await expect(write()).rejects.toThrow('read-only')
  await expect(move.import()).rejects.toThrow('exists here already')
})

test('verify names what differs, here and where it came from', async () => {
  await move.export()
  await move.import()
  await move.source.query(`update line set quantity = 2 where org_id = ${MOVED}`)
  await move.target.query(`delete from line where org_id = ${MOVED}`)
  expect(await move.verify(move.here)).toBe(1)
  move.stored.set('7/a.pdf', Buffer.from('%PDG'))
  expect(await move.verify(move.there)).toBe(2)
})

test('a file that cannot be read is a failure, and no difference', async () => {
  await move.export()
  const read = vi.spyOn(move.stored, 'get').mockImplementation(() => {
    throw new Error('Access Denied')
  })
  onTestFinished(() => read.mockRestore())
  await expect(move.verify(move.here)).rejects.toThrow('Access Denied')
})

describe('an import of texts that are sealed', () => {
  const keys = [randomBytes(32), randomBytes(32)]
  const column = sealedColumn(statementsOf('a test').plainStatement, 'order.name', {
    owner: 'id',
    placeOf: ({ id }) => `order ${id}`,
  })
  const sealed = { box: createSecretBox(keys), columns: [column] }
  const sealNames = async (key: Buffer = randomBytes(32)): Promise<void> => {
    for (const id of [2, 3]) {
      const name = createSecretBox([key]).seal('name', `order ${id}`)
      await move.source.query(`update "order" set name = $2 where id = $1`, [id, name])
    }
    await move.export()
  }

  test('is refused when they do not open here', async () => {
    await sealNames()
    await expect(move.import({ sealed })).rejects.toThrow('order.name: 2 texts do not open here')
  })

  test('locks no row of another organization while files are stored', async () => {
    await sealNames(keys[1])
    const older = `(900, ${OTHER}, 'sealed with another key')`
    await move.target.query(`insert into "order" (id, org_id, name) values ${older}`)
    const put = vi.fn<() => Promise<void>>(
      async () =>
        void (await move.target.query('select from "order" where id = 900 for update nowait')),
    )
    const { files } = move.options
    await move.import({ sealed, ...(files !== undefined && { files: { ...files, put } }) })
    expect(put).toHaveBeenCalled()
    expect(await move.rowsIn(move.target, 'order')).toHaveLength(2)
  })
})

/** The reason of a refusal that has inserted nothing. */
async function refusal(): Promise<string> {
  const reason = await move.import().then(
    () => 'nothing was refused',
    (error: unknown) => (error as Error).message,
  )
  expect(await move.rowsIn(move.target, 'order')).toEqual([])
  expect(await move.rowsIn(move.target, 'line')).toEqual([])
  return reason
}

describe('an import is refused, and inserts nothing,', () => {
  test('when ids are taken, which it names', async () => {
    await move.export()
    await move.target.query(`insert into "order" (id, org_id, name) values (3, ${OTHER}, 'taken')`)
    expect(await refusal()).toMatch(
      /^order: the ids 3 are taken by other organizations\nIds never change/,
    )
  })

  test('when the database would give an id again, until its range is another one', async () => {
    await move.export()
    await move.target.query(`alter sequence order_id_seq restart 1`)
    expect(await refusal()).toContain(
      'order: the id 3 would be given here again, because ids up to 2147483647 are',
    )
    await setIdRange(move.there, { first: 5000, last: 6000 })
    await move.import()
    const [row] = await move.target.query(
      `insert into "order" (org_id, name) values (${OTHER}, 'next') returning id`,
    )
    expect(row).toEqual({ id: 5000 })
    await expect(setIdRange(move.there, { first: 1, last: 100 })).rejects.toThrow('must end later')
  })

  test('when the organization is there', async () => {
    await move.export()
    await move.target.query(`insert into stored values ('x', ${MOVED}, 1)`)
    expect(await refusal()).toContain('Organization 7 exists here already: stored has rows of it.')
    await move.target.query('delete from stored')
    await move.import()
    await expect(move.import()).rejects.toThrow('exists here already')
  })

  test('when a part of the folder is damaged or missing', async () => {
    await move.export()
    const file = fileOf(move.folder, 'order')
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace('\tb\t', '\tc\t'))
    expect(await refusal()).toContain(`${file} is damaged`)
    await writeFile(file, text)
    await appendFile(path.join(move.folder, 'files/7/a.pdf'), 'x')
    expect(await refusal()).toContain('file 7/a.pdf has other bytes')
    await rm(path.join(move.folder, 'files/7/a.pdf'))
    expect(await refusal()).toContain('file 7/a.pdf is missing')
    await rm(path.join(move.folder, 'manifest.json'))
    expect(await refusal()).toContain('has no manifest.json: the export did not end')
  })

  test('when the databases are of two versions', async () => {
    await move.export()
    const manifest = path.join(move.folder, 'manifest.json')
    await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('001-tables', '000-older'))
    expect(await refusal()).toContain(
      `The export is of the migrations 000-older and ${NEWEST_OF_KIT}, and this database has 001-tables and ${NEWEST_OF_KIT}`,
    )
  })

  test('when one of the databases lacks the newest migration that all services share', async () => {
    await move.export()
    const manifest = path.join(move.folder, 'manifest.json')
    const text = await readFile(manifest, 'utf8')
    await writeFile(manifest, text.replace(NEWEST_OF_KIT, 'kit-000-older'))
    expect(await refusal()).toContain(
      `The export is of the migrations 001-tables and kit-000-older, and this database has 001-tables and ${NEWEST_OF_KIT}`,
    )
  })

  test('when the inserted rows are not those of the export, and stores no file', async () => {
    await move.export()
    move.stored.clear()
    await move.target.query(`create function changed() returns trigger language plpgsql as
      $$ begin new.quantity = 9; return new; end $$`)
    await move.target.query(
      'create trigger changed before insert on line for each row execute function changed()',
    )
    onTestFinished(async () => void (await move.target.query('drop function changed cascade')))
    expect(await refusal()).toContain(
      'line: the inserted rows differ from the exported ones. Nothing was imported.',
    )
    expect(move.stored).toEqual(new Map())
  })
})

describe('the range of ids', () => {
  const positions = () =>
    move.target.query(
      `select sequencename, start_value, max_value, last_value from pg_sequences order by 1`,
    )
  /** Sets where a sequence goes on, as if the table had given all ids before. */
  const giveUpTo = (table: string, last: number) =>
    move.target.query(`select setval('${table}_id_seq', ${last})`)
  const nextId = async () =>
    (
      await move.target.query(
        `insert into "order" (org_id, name) values (${OTHER}, 'n') returning id`,
      )
    )[0]

  test('is changed for all tables or for none', async () => {
    await move.there.rows('create table part (id serial primary key, org_id int not null)')
    onTestFinished(async () => void (await move.there.rows('drop table part')))
    await giveUpTo('order', 10)
    await giveUpTo('part', 60)
    const before = await positions()
    await expect(setIdRange(move.there, { first: 1, last: 50 })).rejects.toThrow(
      'The next id of part is 61: the range must end later than at 50. No range was changed.',
    )
    expect(await positions()).toEqual(before)
  })

  test('must leave an id to give', async () => {
    onTestFinished(
      async () => void (await move.target.query(`alter sequence order_id_seq maxvalue 5000`)),
    )
    await setIdRange(move.there, { first: 1, last: 50 })
    await giveUpTo('order', 50)
    await expect(setIdRange(move.there, { first: 1, last: 50 })).rejects.toThrow(
      'The next id of order is 51: the range must end later than at 50.',
    )
    await setIdRange(move.there, { first: 1, last: 51 })
    expect(await nextId()).toEqual({ id: 51 })
  })

  test('can be corrected while a table has no rows', async () => {
    await setIdRange(move.there, { first: 1_000_001, last: 2_000_000 })
    await setIdRange(move.there, { first: 1, last: 500_000 })
    expect(await nextId()).toEqual({ id: 1 })
  })

  test('gives no id a second time when the table has rows from before the range', async () => {
    expect(await nextId()).toEqual({ id: 1001 })
    await setIdRange(move.there, { first: 1_000_001, last: 2_000_000 })
    await expect(setIdRange(move.there, { first: 1, last: 500_000 })).rejects.toThrow(
      'The next id of order is 1000001',
    )
    await setIdRange(move.there, { first: 1_000_001, last: 3_000_000 })
    expect(await nextId()).toEqual({ id: 1_000_001 })
  })
})
