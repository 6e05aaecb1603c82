import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { fillTables } from '@takeoff/kit/testing/fill-tables'
import { callProgram } from '@takeoff/kit/testing/run-program'
import { afterAll, expect, test } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { DiskFileStore } from '../src/files/disk-file-store.ts'

const PROGRAM = path.join(import.meta.dirname, '../src/verify.ts')
const LONG_AGO = '2020-01-01T00:00:00.000Z'
const NOW = new Date(Date.now() + 60_000).toISOString()
const DOCUMENTS = 20

const opened = new AsyncDisposableStack()
afterAll(() => opened.disposeAsync())
const database = opened.use(
  await createTestDatabase({ name: 'order-documents', entities, migrations }),
)
const { path: folder } = opened.use(await openTemporaryFolder('verify'))
const files = path.join(folder, 'files')
const store = new DiskFileStore(files)
const listsFile = path.join(folder, 'lists.ndjson')

await fillTables(database, { orgId: 1, from: 1, to: DOCUMENTS })
await database.query(`update order_document_file set byte_size = length(storage_key),
  checksum = encode(decode(md5(storage_key), 'hex'), 'base64')`)
const keys = await database.query<{ key: string; document: string }>(
  `select storage_key as key, order_document_id as document from order_document_file order by key`,
)
for (const { key } of keys) await store.put(key, Buffer.from(key))
const lists = (
  await database.query<{ id: number }>(
    'select distinct production_list_id as id from "order" order by id',
  )
).map(({ id }) => id)

function verify(...args: string[]) {
  const env = {
    DATABASE_URL: database.url,
    DATABASE_MIGRATION_URL: database.ownerUrl,
    FILES_PATH: files,
    INIT_CWD: folder,
  }
  return callProgram(PROGRAM, args, env)
}

/** A file as production-lists writes it. */
function writeLists(ids: readonly number[], createdAt: (id: number) => string) {
  const header = { service: 'production-lists', at: NOW, types: ['production-list'] }
  const states = ids.map((id) => ({
    type: 'production-list',
    id: String(id),
    sequence: 1,
    createdAt: createdAt(id),
    updatedAt: createdAt(id),
    waiting: [],
  }))
  const lines = [header, ...states, { aggregates: states.length }]
  return writeFile(listsFile, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

test('files and lists that agree are no findings', async () => {
  await writeLists(lists, () => LONG_AGO)

  const { code, output } = await verify('--content', '--age', '0', '--read', listsFile)

  expect(output).toBe(
    `${keys.length} files of documents, ${keys.length} files in the store.\norder-documents: everything agrees.\n`,
  )
  expect(code).toBe(0)
  expect(keys.length).toBeGreaterThanOrEqual(DOCUMENTS)
})

test('without the lists it verifies the files and writes its own, and names what was not compared', async () => {
  const written = path.join(folder, 'orders.ndjson')

  const { code, output } = await verify('--age', '0', '--write', 'orders.ndjson')

  expect(output).toContain(
    'order-documents: what was verified agrees.\nNot compared with production-lists',
  )
  expect(code).toBe(1)
  expect(await readFile(written, 'utf8')).toMatch(/"aggregates":\d+}\n$/)
})

test('missing, damaged and orphan files are reported, and lists that orders cannot have', async () => {
  const [missing, short, changed] = keys
  if (missing === undefined || short === undefined || changed === undefined)
    throw new Error('no files')
  const [unknown = 0, other = 0] = lists
  await store.delete(missing.key)
  await store.put(short.key, Buffer.from('short'))
  await store.put(changed.key, Buffer.from(changed.key.toUpperCase()))
  await store.put('1/of-no-row/1.pdf', Buffer.from('orphan'))
  await writeLists(
    lists.filter((id) => id !== unknown),
    (id) => (id === other ? '2100-01-01T00:00:00.000Z' : LONG_AGO),
  )

  const young = await verify('--age', '86400')
  const { code, output } = await verify('--content', '--age', '0', '--read', listsFile)

  expect(output.split('\n').toSorted()).toEqual(
    [
      '',
      `missing file: ${missing.key} of order document ${missing.document}`,
      `damaged file (5 bytes instead of ${short.key.length}): ${short.key} of order document ${short.document}`,
      `damaged file (another checksum): ${changed.key} of order document ${changed.document}`,
      'orphan file: 1/of-no-row/1.pdf',
      `unknown list: ${unknown} has 1 orders, and production-lists has no such list`,
      expect.stringMatching(
        `^another list: ${other} has orders since .*, and production-lists made a list with this id later$`,
      ),
      `${keys.length} files of documents, ${keys.length} files in the store.`,
      'order-documents: 6 findings.',
    ].toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
  )
  expect(code).toBe(1)
  // A file that is younger than uploads may take is no orphan; one that a row names is missing at any age.
  expect(young.output).not.toContain('orphan')
  expect(young.output).toContain('missing file')
})

test('a file is searched in the folder in which npm was called', async () => {
  const { code, output } = await verify('--read', 'none.ndjson')

  expect(output).toContain(`${path.join(folder, 'none.ndjson')} cannot be read`)
  expect(code).toBe(2)
})

test('a file of a service that it does not compare with is refused', async () => {
  const lines = [`{"service":"order-documents","at":"${NOW}","types":[]}`, '{"aggregates":0}', '']
  await writeFile(listsFile, lines.join('\n'))

  const { code, output } = await verify('--read', listsFile)

  expect(output).toBe(
    `${listsFile} is of order-documents: order-documents does not compare with it.\n`,
  )
  expect(code).toBe(2)
})
