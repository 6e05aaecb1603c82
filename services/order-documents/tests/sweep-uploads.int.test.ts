import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { newUuid } from '@takeoff/kit/values/ids'
import { createLogger } from '@takeoff/kit/service/logger'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { beforeEach, describe, expect, it } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { DiskFileStore } from '../src/files/disk-file-store.ts'
import type { FileStore } from '../src/files/file-store.ts'
import { storageKeysOf } from '../src/domain/documents/storage-keys.ts'
import { startSweepingUploads, sweepUploads } from '../src/files/sweep-uploads.ts'
import { createVendor } from '../src/testing/create-vendor.ts'

const BYTES = Buffer.from('the bytes of a file')
const TYPE = 'application/pdf'
const KINDS = ['csv', 'pdf'] as const

type Deleting = Pick<FileStore, 'delete'>

let folder: string
let store: FileStore

const database = await disposeAfterAll(
  createTestDatabase({ name: 'order-documents', entities, migrations }),
)
const vendorId = await createVendor(database, { orgId: 1, vendorName: 'Vendor' })

beforeEach(async () => {
  await database.query('truncate order_document_file, file_upload, order_document, "order" cascade')
  folder = await mkdtemp(join(tmpdir(), 'sweep-uploads-'))
  store = new DiskFileStore(folder)
  return () => rm(folder, { recursive: true, force: true })
})

describe('an attempt that died, after another one has completed its document', () => {
  it.each([
    ['before it stored anything', async () => undefined],
    ['while it wrote a file', (key: string) => writeHalf(key)],
    ['with one of its files stored', (key: string) => putPdf(key)],
    ['with both files stored, before or in its commit', (key: string) => putAny(key)],
  ])('%s', async (_, leave) => {
    const id = await insertDocument({ state: 'complete', attempts: 2 })
    for (const key of await insertUploads(id, 1)) await leave(key)
    await complete(id, 2)
    await sweep()

    expect(await keysInStore()).toEqual([`1/${id}/2.csv`, `1/${id}/2.pdf`])
    expect(await keysInRows()).toEqual(await keysInStore())
  })
})

it('the files of a failed document are deleted, with the folders', async () => {
  const id = await insertDocument({ state: 'failed', attempts: 2 })
  for (const attempt of [1, 2]) {
    for (const key of await insertUploads(id, attempt)) await putAny(key)
  }
  await sweep()

  expect(await readdir(folder)).toEqual([])
  expect(await keysInRows()).toEqual([])
})

it('a superseded attempt is swept while its document is still pending, the newest never', async () => {
  const id = await insertDocument({ state: 'pending', attempts: 11 })
  for (const attempt of [1, 10, 11, 111]) {
    for (const key of await insertUploads(id, attempt)) await putAny(key)
  }
  await sweep()

  expect(await keysInRows()).toEqual([`1/${id}/11.csv`, `1/${id}/11.pdf`])
  expect(await keysInStore()).toEqual(await keysInRows())
})

it('the uploads of an attempt that may still be storing are kept', async () => {
  const id = await insertDocument({ state: 'pending', attempts: 2 })
  for (const key of await insertUploads(id, 1)) await putAny(key)

  const settings = { database, store, logger: createLogger('test', 'silent') }
  expect(await sweepUploads(settings)).toMatchObject({ deleted: 0, left: 0 })
  await database.query(`update file_upload set created_at = created_at - interval '5 minutes'`)
  expect(await sweepUploads(settings)).toMatchObject({ deleted: 2, left: 0 })
})

it('a sweep that is killed between bytes and row is repeated by the next', async () => {
  const id = await insertDocument({ state: 'failed', attempts: 1 })
  for (const key of await insertUploads(id, 1)) await putAny(key)
  const killed: Deleting = {
    async delete(key) {
      await store.delete(key)
      await endSweepingConnections()
    },
  }
  await expect(sweep(killed)).rejects.toMatchObject({
    code: 'SUBGRAPH_UNAVAILABLE',
    cause: { message: expect.stringMatching(/connection/i) as string },
  })

  expect(await keysInStore()).toEqual([])
  expect(await keysInRows()).toHaveLength(2)
  await sweep()
  expect(await keysInRows()).toEqual([])
})

it('files that the store does not delete stay recorded, and all others are deleted', async () => {
  const ids = await Promise.all(
    Array.from({ length: 30 }, () => insertDocument({ state: 'failed', attempts: 1 })),
  )
  for (const id of ids) {
    for (const key of await insertUploads(id, 1)) await putAny(key)
  }
  const [stubborn] = await keysInRows()
  const moody: Deleting = {
    delete: (key) =>
      key === stubborn ? Promise.reject(new Error('access denied')) : store.delete(key),
  }

  expect(await sweep(moody)).toMatchObject({ deleted: 59, left: 1 })
  expect(await keysInRows()).toEqual([stubborn])
  expect(await keysInStore()).toEqual([stubborn])
  expect(await sweep()).toMatchObject({ deleted: 1, left: 0 })
})

it('a store that refuses everything does not receive a request for every file', async () => {
  const ids = await Promise.all(
    Array.from({ length: 30 }, () => insertDocument({ state: 'failed', attempts: 1 })),
  )
  for (const id of ids) await insertUploads(id, 1)
  let requests = 0
  const refusing: Deleting = {
    delete() {
      requests += 1
      return Promise.reject(new Error('no connection'))
    },
  }

  expect(await sweep(refusing)).toMatchObject({ deleted: 0, left: 20 })
  expect(requests).toBe(20)
})

it('files that cannot be deleted do not keep the next sweep from the files behind them', async () => {
  const ids = await Promise.all(
    Array.from({ length: 30 }, () => insertDocument({ state: 'failed', attempts: 1 })),
  )
  for (const id of ids) {
    for (const key of await insertUploads(id, 1)) await putAny(key)
  }
  const stubborn = (await keysInRows()).slice(0, 20)
  const moody: Deleting = {
    delete: (key) =>
      stubborn.includes(key) ? Promise.reject(new Error('access denied')) : store.delete(key),
  }

  const first = await sweep(moody)
  expect(first).toEqual({ deleted: 0, left: 20, next: stubborn.at(-1) })
  // The sweep that comes to the end is followed by one that begins anew.
  expect(await sweep(moody, first.next)).toEqual({ deleted: 40, left: 0, next: '' })
  expect(await keysInRows()).toEqual(stubborn)
})

it('files that the store does not delete in time stay recorded, and the transaction ends', async () => {
  const id = await insertDocument({ state: 'failed', attempts: 1 })
  const keys = await insertUploads(id, 1)
  const hanging: Deleting = {
    delete: (key) => (key === keys[0] ? new Promise(() => undefined) : Promise.resolve()),
  }
  const logger = createLogger('test', 'silent')
  const options = { graceSeconds: 0, deleteTimeoutMs: 100 }

  expect(await sweepUploads({ database, store: hanging, logger }, options)).toMatchObject({
    deleted: 1,
    left: 1,
  })
  expect(await keysInRows()).toEqual([keys[0]])
})

it('a stop does not wait for a store that does not respond', async () => {
  const id = await insertDocument({ state: 'failed', attempts: 1 })
  const keys = await insertUploads(id, 1)
  await database.query(`update file_upload set created_at = created_at - interval '5 minutes'`)
  const { promise: isDeleting, resolve: begin } = Promise.withResolvers<void>()
  const { promise: response, reject: refuse } = Promise.withResolvers<void>()
  const hanging: Deleting = {
    delete() {
      begin()
      return response
    },
  }
  const logger = createLogger('test', 'silent')
  const sweeping = startSweepingUploads({ database, store: hanging, logger })
  await isDeleting

  await expect(sweeping[Symbol.asyncDispose]()).resolves.toBeUndefined()
  refuse(new Error('no connection'))
  expect(await keysInRows()).toEqual(keys.toSorted())
})

it('several processes sweep at once, each file once', async () => {
  const ids = await Promise.all(
    Array.from({ length: 40 }, () => insertDocument({ state: 'failed', attempts: 1 })),
  )
  for (const id of ids) {
    for (const key of await insertUploads(id, 1)) await putAny(key)
  }
  const deleted: string[] = []
  const counting: Deleting = {
    delete(key) {
      deleted.push(key)
      return store.delete(key)
    },
  }
  const sweeps = await Promise.all([sweep(counting), sweep(counting), sweep(counting)])

  expect(sweeps.reduce((sum, swept) => sum + swept.deleted, 0)).toBe(80)
  expect(new Set(deleted).size).toBe(deleted.length)
  expect(await readdir(folder)).toEqual([])
})

function sweep(through: Deleting = store, after = '') {
  const logger = createLogger('test', 'silent')
  return sweepUploads({ database, store: through, logger }, { graceSeconds: 0, after })
}

/** Leaves the database in the state of a killed process. */
async function endSweepingConnections(): Promise<void> {
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction'`,
  )
}

const putAny = (key: string): Promise<void> => store.put(key, BYTES, TYPE)

const putPdf = async (key: string): Promise<void> => {
  if (key.endsWith('.pdf')) await putAny(key)
}

async function writeHalf(key: string): Promise<void> {
  await mkdir(dirname(join(folder, key)), { recursive: true })
  await writeFile(join(folder, `${key}.tmp`), BYTES.subarray(0, 5))
}

interface NewDocument {
  readonly state: 'pending' | 'complete' | 'failed'
  readonly attempts: number
}

async function insertDocument({ state, attempts }: NewDocument): Promise<string> {
  const id = newUuid()
  const orderId = newUuid()
  await database.query(
    `insert into "order" (id, org_id, production_list_id, job_id, vendor_id, user_id, kind,
       placement_id, created_at, updated_at)
     values ($1, 1, 1, 1, $2, 1, 'MATERIAL', $1, now(), now())`,
    [orderId, vendorId],
  )
  await database.query(
    `insert into order_document (id, org_id, order_id, production_list_id, user_id, mode, state,
       state_sequence, attempts, next_attempt_at, created_at, updated_at)
     values ($1, 1, $2, 1, 1, 'supplier', $3, $4, $5, $6, now(), now())`,
    [
      id,
      orderId,
      state,
      state === 'pending' ? 0 : 1,
      attempts,
      state === 'pending' ? new Date() : null,
    ],
  )
  return id
}

/** The rows that an attempt writes before it stores anything. */
async function insertUploads(id: string, attempt: number): Promise<string[]> {
  const keys = Object.values(storageKeysOf({ orgId: 1, documentId: id, number: attempt }))
  for (const key of keys) {
    await database.query(
      'insert into file_upload (storage_key, org_id, order_document_id, created_at) values ($1, 1, $2, now())',
      [key, id],
    )
  }
  return keys
}

/** The results of a successful attempt: bytes, and rows that name them. */
async function complete(id: string, attempt: number): Promise<void> {
  for (const kind of KINDS) {
    const key = `1/${id}/${attempt}.${kind}`
    await putAny(key)
    await database.query(
      `insert into order_document_file (id, org_id, order_document_id, kind, storage_key, filename,
         content_type, byte_size, checksum, created_at)
       values ($1, 1, $2, $3, $4, 'file', 'text/plain', 1, repeat('x', 24), now())`,
      [newUuid(), id, kind, key],
    )
  }
}

async function keysInStore(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

async function keysInRows(): Promise<string[]> {
  const rows = await database.query<{ key: string }>(
    'select storage_key as key from order_document_file union all select storage_key from file_upload',
  )
  return rows.map(({ key }) => key).sort()
}
