import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { TransferLimits } from '@takeoff/kit/http/transfer-limits'
import { createHttpServer } from '@takeoff/kit/http/http-server'
import type { Caller } from '@takeoff/kit/security/auth'
import { createLogger } from '@takeoff/kit/service/logger'
import { openAsProcess } from '@takeoff/kit/testing/row-security'
import { UnauthenticatedError } from '@takeoff/kit/values/errors'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { createFileReader } from '../src/file-reader/file-reader.ts'
import type { FileReader } from '../src/file-reader/file-reader.ts'
import { createStoredFiles } from '../src/file-reader/stored-files.ts'
import { addMeasurementFileRoutes } from '../src/http/measurement-file-routes.ts'
import { sweepMeasurementFiles } from '../src/jobs/start-sweeping-measurement-files.ts'
import { createJob } from '../src/testing/create-job.ts'
import { createHarness } from './harness.ts'
import type { TestCaller } from './harness.ts'
import { largestEagleviewXml } from './measurement-files/largest.ts'

const example = (name: string) =>
  readFileSync(new URL(`../../../docs/examples/measurement-files/${name}`, import.meta.url))
const [EAGLEVIEW, HOVER] = [example('eagleview.xml'), example('hover.xml')]
const DAY_MS = 86_400_000
const NOW = new Date('2026-03-14T12:00:00.000Z')

const harness = await createHarness()
const options = { name: 'production-lists', entities, migrations }
const process = await openAsProcess(harness.database, options)
const logger = createLogger('test', 'silent')
/** Threads start slowly on a busy machine. */
const patient = { logger, limitMs: 60_000 }
const callers: Readonly<Record<string, Partial<Caller>>> = {
  writer: {},
  other: { orgIds: [2] },
  reader: { scopes: new Set(['lists:read']) },
}
/** Runs when the reading of an uploaded file has begun. */
let whileReading: ((reading: Promise<unknown>) => Promise<void>) | undefined
const app = createHttpServer({ logger })
await addMeasurementFileRoutes(app, {
  database: process,
  authenticator: {
    authenticate: (authorization) => {
      const caller = callers[authorization?.replace('Bearer ', '') ?? '']
      if (caller === undefined) return Promise.reject(new UnauthenticatedError('Send a token.'))
      const scopes = new Set(['lists:read', 'lists:write'])
      return Promise.resolve({ userId: 7, orgIds: [1], scopes, token: 't', ...caller })
    },
  },
  uploads: new TransferLimits({ noun: 'uploads', atOnce: 4, perMinute: 1_000 }),
  downloads: new TransferLimits({ noun: 'downloads', atOnce: 4, perMinute: 1_000 }),
  fileReader: {
    read: async (orgId, load) => {
      const reading = harness.fileReader.read(orgId, load)
      await whileReading?.(reading)
      return reading
    },
  },
  now: () => NOW,
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await app.close()
  await process[Symbol.asyncDispose]()
  await harness[Symbol.asyncDispose]()
})
beforeEach(() => {
  whileReading = undefined
  return harness.database.query('truncate measurement_file, idempotency_key')
})

interface Uploaded {
  readonly id: string
  readonly filename: string
}

function post(body: Uint8Array | string, { token = 'writer', orgId = '1', headers = {} } = {}) {
  return fetch(`${url}/measurement-files?orgId=${orgId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: Buffer.from(body),
  })
}

async function upload(body: Uint8Array | string, request?: Parameters<typeof post>[1]) {
  const response = await post(body, request)
  expect(response.status).toBe(201)
  return (await response.json()) as Uploaded
}

const addWaitingFiles = (count: number) =>
  harness.database.query(
    `insert into measurement_file (id, org_id, user_id, filename, vendor, format, byte_size, sha256, bytes, created_at)
     select gen_random_uuid(), 1, 7, 'a', 'GAF', 'JSON', 1, gen_random_uuid(), '', now() from generate_series(1, $1)`,
    [count],
  )

const download = (id: string, token = 'writer') =>
  fetch(`${url}/measurement-files/${id}`, { headers: { authorization: `Bearer ${token}` } })

async function isLockAwaited(): Promise<boolean> {
  const waiting = await harness.database.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return waiting.length > 0
}

const newJob = async (orgId = 1) =>
  (await createJob(harness.database, { orgId, name: null, measurements: {} })).jobId

async function preview(id: string, jobId?: number, caller?: TestCaller) {
  const { data, errors } = await harness.ask(
    `query ($id: ID!, $jobId: Int) { measurementFilePreview(id: $id, jobId: $jobId) {
      file { id filename contentType byteSize sha256 path importedAt }
      source { vendor format version reportId file { id } provenances }
      figures { name value unit provenance currentValue } warnings measurements
      unreadable { code message } } }`,
    { id, jobId },
    caller,
  )
  return { errors, preview: data?.measurementFilePreview }
}

async function importFile(jobId: number, fileId: string, caller?: TestCaller) {
  const { data, errors, warnings } = await harness.ask(
    `mutation ($jobId: Int!, $fileId: ID!) { jobMeasurementFileImport(jobId: $jobId, fileId: $fileId) {
      job { id measurement { version } }
      measurement { version measurements source { vendor reportId file { id filename } provenances } } } }`,
    { jobId, fileId },
    caller,
  )
  return { errors, warnings, payload: data?.jobMeasurementFileImport }
}

describe('an upload', () => {
  test('beyond those of its organization that are under way is refused before its body is sent', async () => {
    const { hostname, port } = new URL(url)
    const head = [
      'POST /measurement-files?orgId=1 HTTP/1.1',
      'host: x',
      'authorization: Bearer writer',
      'content-length: 5000000',
    ]
    const uploads = Array.from({ length: 5 }, () => connect(Number(port), hostname))
    for (const upload of uploads) upload.write(`${head.join('\r\n')}\r\n\r\n`)
    const [response] = await Promise.race(uploads.map((upload) => once(upload, 'data')))
    expect(String(response)).toMatch(/^HTTP\/1.1 429 /)
    for (const upload of uploads) upload.destroy()
    await expect.poll(async () => (await post(HOVER)).status).toBe(201)
  })

  test('is stored under its name, with its size and hash, and downloaded as it was', async () => {
    const name = `attachment; filename*=UTF-8''..%2F%C3%A9t%C3%A9%0A.xml`
    const response = await post(EAGLEVIEW, { headers: { 'content-disposition': name } })
    expect(response.headers.get('location')).toMatch(/^\/measurement-files\/[\da-f-]{36}$/)
    const file = (await response.json()) as Uploaded
    expect(file).toMatchObject({
      filename: 'été .xml',
      byteSize: EAGLEVIEW.byteLength,
      sha256: expect.stringMatching(/^[\da-f]{64}$/) as string,
      contentType: 'application/xml',
      vendor: 'EAGLEVIEW',
      format: 'XML',
      importedAt: null,
      unreadable: null,
    })

    const downloaded = await download(file.id)
    expect(Buffer.from(await downloaded.arrayBuffer()).equals(EAGLEVIEW)).toBe(true)
    expect(Object.fromEntries(downloaded.headers)).toMatchObject({
      'content-type': 'application/xml',
      'content-disposition': expect.stringContaining('attachment') as string,
      'x-content-type-options': 'nosniff',
    })
    expect(await harness.audited()).toMatchObject([
      { operation: '/measurement-files', target: { type: 'file', id: file.id } },
    ])
  })

  test('of the same bytes is the same file, in each organization its own', async () => {
    const [first, second] = [await upload(EAGLEVIEW), await upload(EAGLEVIEW)]
    expect(second).toEqual(first)
    const other = await upload(EAGLEVIEW, { token: 'other', orgId: '2' })
    expect(other.id).not.toBe(first.id)
  })

  test('without a name gets one by its format', async () => {
    const broken = await upload(HOVER, { headers: { 'content-disposition': 'nonsense;;' } })
    expect([broken.filename, (await upload(EAGLEVIEW)).filename]).toEqual([
      'measurements.xml',
      'measurements.xml',
    ])
  })

  test.each([
    ['nothing', '', {}, { status: 400, code: 'BAD_USER_INPUT', detail: 'is empty' }],
    [
      'too much',
      'x'.repeat(5_000_001),
      {},
      { status: 413, code: 'BAD_REQUEST', detail: 'The file has more than 5000000 bytes.' },
    ],
    [
      'no token',
      '{}',
      { token: 'none' },
      { status: 401, code: 'UNAUTHENTICATED', detail: 'token' },
    ],
    [
      'no scope',
      '{}',
      { token: 'reader' },
      { status: 403, code: 'FORBIDDEN', detail: 'lists:write' },
    ],
    [
      'another organization',
      '{}',
      { orgId: '2' },
      { status: 403, code: 'FORBIDDEN', detail: 'organization 2' },
    ],
    [
      'no organization',
      '{}',
      { orgId: 'x' },
      { status: 400, code: 'BAD_USER_INPUT', detail: 'orgId' },
    ],
  ])(
    'with %s is refused, and nothing is stored',
    async (_name, body, request, { status, code, detail }) => {
      const response = await post(body, request)
      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({
        code,
        detail: expect.stringContaining(detail) as string,
      })
      expect(await harness.database.query('select 1 from measurement_file')).toEqual([])
    },
  )

  test('is refused without being read while 200 files wait for their import', async () => {
    await addWaitingFiles(200)
    const read = vi.fn<() => Promise<void>>(() => Promise.resolve())
    whileReading = read
    const response = await post(EAGLEVIEW)
    expect([response.status, await response.json()]).toMatchObject([409, { code: 'CONFLICT' }])
    expect(read).not.toHaveBeenCalled()
    expect((await post(EAGLEVIEW, { token: 'other', orgId: '2' })).status).toBe(201)
    expect(read).toHaveBeenCalledTimes(1)
  })

  test('of a file that the organization has is accepted while 200 files wait, whether it was imported or not', async () => {
    const { id } = await upload(EAGLEVIEW)
    await addWaitingFiles(199)
    expect(await upload(EAGLEVIEW)).toMatchObject({ id })
    await harness.database.query('update measurement_file set imported_at = now() where id = $1', [
      id,
    ])
    await addWaitingFiles(1)
    expect(await upload(EAGLEVIEW)).toMatchObject({ id })
  })
})

test('other requests are answered while a file of the largest size is read', async () => {
  const order: string[] = []
  whileReading = async (reading) => {
    void reading.then(() => order.push('the file'))
    const health = await fetch(`${url}/health/live`)
    order.push(`health ${health.status}`)
  }
  const { id } = await upload(largestEagleviewXml())
  expect(order).toEqual(['health 200', 'the file'])
  whileReading = undefined
  const { preview: found } = await preview(id)
  expect(found?.unreadable).toBeNull()
})

test('a file that takes too long or too much memory is unreadable, and the next one is read', async () => {
  const bytes = Buffer.from(largestEagleviewXml(1_000_000))
  for (const limits of [{ limitMs: 1 }, { heapMbMax: 16 }]) {
    await using reader = createFileReader({ ...patient, ...limits })
    const read = await reader.read(1, () => Promise.resolve(bytes))
    expect(read).toMatchObject({ unreadable: { code: 'TOO_MUCH' } })
  }
  const next = await harness.fileReader.read(1, () => Promise.resolve(EAGLEVIEW))
  expect(next).toMatchObject({ kind: 'read' })
})

test('a thread that fails when its task has ended is logged and replaced', async () => {
  const failed = Promise.withResolvers<unknown>()
  await using reader = createFileReader({
    ...patient,
    logger: { error: failed.resolve },
    worker: new URL('./failing-reader.ts', import.meta.url),
  })
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const read = () => reader.read(1, () => Promise.resolve(new Uint8Array(gate.buffer)))
  expect(await read()).toEqual({ kind: 'read' })
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
  expect(await failed.promise).toMatchObject({ err: { message: 'too late' } })
  Atomics.store(gate, 0, 0)
  expect(await read()).toEqual({ kind: 'read' })
})

test('a file that waits too long for the ones before it is refused, and its bytes are not loaded', async () => {
  await using reader = createFileReader({ ...patient, waitMs: 1 })
  const first = Promise.withResolvers<Buffer>()
  const reading = reader.read(1, () => first.promise)
  const load = vi.fn<() => Promise<Buffer>>(() => Promise.resolve(EAGLEVIEW))
  await expect(reader.read(1, load)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    retryAfterSeconds: 5,
  })
  expect(load).not.toHaveBeenCalled()

  first.resolve(EAGLEVIEW)
  expect(await reading).toMatchObject({ kind: 'read' })
  expect(await reader.read(1, load)).toMatchObject({ kind: 'read' })
})

test('files are read while reads of the same organization use its share of the connections', async () => {
  const { id } = await upload(EAGLEVIEW)
  const database = process.ofOrganizations([1])
  let waiting: Promise<unknown> | undefined
  const fileReader: Pick<FileReader, 'read'> = {
    async read(orgId, load) {
      waiting = database.query(`select pg_advisory_xact_lock_shared(1)`)
      await expect.poll(isLockAwaited, { timeout: 10_000, interval: 5 }).toBe(true)
      return harness.fileReader.read(orgId, load)
    },
  }
  await harness.database.transaction(async (sql) => {
    await sql.query(`select pg_advisory_xact_lock(1)`)
    const stored = createStoredFiles({ database, orgIds: [1], fileReader }).load(id)
    expect(await stored).toMatchObject({ file: { id }, read: { kind: 'read' } })
  })
  await waiting
})

describe('a file that cannot be read', () => {
  test.each([
    ['house.pdf', '%PDF-1.7', 'PDF', 'is a PDF'],
    ['house.xlsx', 'PK\u0003\u0004', 'ARCHIVE', 'ZIP archive'],
    ['house.xml', '<HOUSE><ROOM/></HOUSE>', 'UNKNOWN_CONTENT', 'the root HOUSE'],
    ['house.json', '{', 'MALFORMED', 'not valid JSON'],
    ['notes', '   ', 'EMPTY', 'is empty'],
  ])('is kept, and says why: %s', async (name, body, code, message) => {
    const headers = { 'content-disposition': `attachment; filename="${name}"` }
    const uploaded = await upload(body, { headers })
    const unreadable = { code, message: expect.stringContaining(message) as string }
    expect(uploaded).toMatchObject({
      filename: name,
      vendor: 'UNKNOWN',
      format: 'UNKNOWN',
      contentType: 'application/octet-stream',
      unreadable,
    })
    expect(await (await download(uploaded.id)).text()).toBe(body)

    const { errors, preview: found } = await preview(uploaded.id, await newJob())
    expect(errors).toEqual([])
    expect(found).toMatchObject({
      unreadable,
      source: { vendor: 'UNKNOWN', file: { id: uploaded.id } },
      figures: [],
      warnings: [],
    })
  })

  test('is not imported, and deleted after a day', async () => {
    const { id } = await upload('%PDF-1.7')
    const { errors } = await importFile(await newJob(), id)
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining('is a PDF') as string,
        extensions: { code: 'BAD_USER_INPUT', argument: 'fileId', reason: 'PDF' },
      },
    ])
    await sweepMeasurementFiles({
      database: process.forWork('measurement-file-sweep'),
      logger,
      now: () => new Date(NOW.getTime() + DAY_MS + 1),
    })
    expect((await download(id)).status).toBe(404)
  })

  test('is recognised by a later version when it is uploaded again', async () => {
    const { id } = await upload(HOVER)
    await harness.database.query(
      "update measurement_file set vendor = 'UNKNOWN', format = 'UNKNOWN'",
    )
    expect(await upload(HOVER)).toMatchObject({ id, vendor: 'HOVER', format: 'XML' })
  })
})

test('a download of another organization’s, an unknown or a malformed id is not found', async () => {
  const { id } = await upload(EAGLEVIEW)
  expect((await download(id, 'other')).status).toBe(404)
  for (const unknown of ['00000000-0000-7000-8000-000000000000', 'x', '%00'])
    expect((await download(unknown)).status).toBe(404)
  expect((await download(id, 'none')).status).toBe(401)
})

describe('a preview', () => {
  test('has the figures with their origin, and what the job has now', async () => {
    const { id } = await upload(HOVER)
    const jobId = await newJob()
    await harness.ask(
      `mutation ($jobId: Int!, $m: JSON!) { jobMeasurementsImport(jobId: $jobId, measurements: $m) { job { id } } }`,
      { jobId, m: { roof: { valleys: { length: 12 }, pitch: [{ roof_pitch: '9/12', area: 7 }] } } },
    )
    const { errors, preview: found } = await preview(id, jobId)
    expect(errors).toEqual([])
    expect(found?.source).toMatchObject({ vendor: 'HOVER', format: 'XML', file: { id } })
    const figure = (name: string) => found?.figures.find((one) => one.name === name)
    expect(figure('roof.valleys.length')).toEqual({
      name: 'roof.valleys.length',
      value: 13,
      unit: 'FEET',
      provenance: 'geometry',
      currentValue: 12,
    })
    expect(figure('roof.pitch.9/12')).toMatchObject({ unit: 'SQUARE_FEET', currentValue: 7 })
    expect(figure('roof.hips.length')).toMatchObject({ value: 76.84, currentValue: null })
    expect(figure('roof.predominant_pitch')).toMatchObject({ value: '9/12', unit: 'PITCH' })
    expect(found?.warnings).toEqual([expect.stringContaining('lat and long swapped')])
    expect(found?.measurements).toMatchObject({ roof: { valleys: { length: 13 } } })
  })

  test('of the same file several times in a request reads it once', async () => {
    const { id } = await upload(HOVER)
    const aliases = Array.from(
      { length: 30 },
      (_, at) => `p${at}: measurementFilePreview(id: "${id}") { source { vendor } }`,
    )
    const { data, errors, sqlStatements } = await harness.ask(`{ ${aliases.join(' ')} }`)
    expect(errors).toEqual([])
    expect(new Set(Object.values(data).map((one) => JSON.stringify(one)))).toEqual(
      new Set(['{"source":{"vendor":"HOVER"}}']),
    )
    expect(sqlStatements).toBe((await harness.ask(`{ ${aliases[0]} }`)).sqlStatements)
  })

  test('of another organization’s or an unknown file is null; another organization’s job has no values', async () => {
    const { id } = await upload(HOVER)
    expect((await preview(id, undefined, { orgIds: [2] })).preview).toBeNull()
    for (const unknown of ['00000000-0000-7000-8000-000000000000', '1', ''])
      expect((await preview(unknown)).preview).toBeNull()
    const other = await newJob(2)
    const { preview: found } = await preview(id, other, { orgIds: [1, 2] })
    expect(found?.figures.every(({ currentValue }) => currentValue === null)).toBe(true)
  })
})

describe('an import', () => {
  test('is a new version that remembers its file and the origin of its figures', async () => {
    const [{ id }, jobId] = [await upload(HOVER), await newJob()]
    const { errors, warnings, payload } = await importFile(jobId, id)

    expect(errors).toEqual([])
    expect(warnings).toEqual([expect.stringContaining('lat and long swapped')])
    expect(payload?.measurement).toMatchObject({
      version: 2,
      measurements: { roof: { roof_facets: { area: 2580 } } },
      source: { vendor: 'HOVER', reportId: '800001', file: { id } },
    })
    expect(payload?.measurement?.source?.provenances).toMatchObject({
      'roof.hips.length': 'geometry',
    })
    expect((await preview(id)).preview?.file.importedAt).not.toBeNull()
  })

  test('of the same file again is the same version, and of another file with the same figures a new one', async () => {
    const [first, jobId] = [await upload(HOVER), await newJob()]
    await importFile(jobId, first.id)
    expect((await importFile(jobId, first.id)).payload?.measurement?.version).toBe(2)
    const second = await upload(`${HOVER.toString()}\n`)
    const { payload } = await importFile(jobId, second.id)
    expect(payload?.measurement).toMatchObject({ version: 3, source: { file: { id: second.id } } })
  })

  test('is done once with the same Idempotency-Key', async () => {
    const [{ id }, jobId] = [await upload(HOVER), await newJob()]
    const caller = { idempotencyKey: 'file 1' }
    const first = await importFile(jobId, id, caller)
    await harness.ask(
      `mutation ($jobId: Int!) { jobMeasurementsImport(jobId: $jobId, measurements: {}) { job { id } } }`,
      { jobId },
    )
    const again = await importFile(jobId, id, caller)
    expect(again.payload?.measurement).toEqual(first.payload?.measurement)
    const other = await importFile(await newJob(), id, caller)
    expect(other.errors[0]?.extensions['code']).toBe('IDEMPOTENCY_CONFLICT')
  })

  test('refuses files and jobs of another organization than the other one', async () => {
    const [{ id }, jobId] = [await upload(HOVER), await newJob()]
    const [theirs, theirJob] = [
      await upload(HOVER, { token: 'other', orgId: '2' }),
      await newJob(2),
    ]
    const refusal = async (...args: Parameters<typeof importFile>) =>
      (await importFile(...args)).errors[0]?.extensions
    const noFile = { code: 'NOT_FOUND', argument: 'fileId' }
    expect(await refusal(jobId, theirs.id)).toMatchObject(noFile)
    expect(await refusal(theirJob, id)).toMatchObject({ code: 'NOT_FOUND', argument: 'jobId' })
    expect(await refusal(theirJob, id, { orgIds: [1, 2] })).toMatchObject(noFile)
    expect(await refusal(jobId, 'x')).toMatchObject(noFile)
    expect(await refusal(jobId, id, { scopes: ['lists:read'] })).toMatchObject({
      code: 'FORBIDDEN',
    })
    const rows = await harness.database.query(
      'select 1 from measurement_file where imported_at is not null',
    )
    expect(rows).toEqual([])
  })
})

test('files that were not imported within a day are deleted; others stay', async () => {
  const [kept, abandoned, jobId] = [await upload(HOVER), await upload(EAGLEVIEW), await newJob()]
  await importFile(jobId, kept.id)
  const database = process.forWork('measurement-file-sweep')
  const sweep = (ms: number) =>
    sweepMeasurementFiles({ database, logger, now: () => new Date(NOW.getTime() + ms) })
  await sweep(DAY_MS - 1)
  expect((await download(abandoned.id)).status).toBe(200)
  await sweep(DAY_MS + 1)
  expect((await download(abandoned.id)).status).toBe(404)
  expect((await download(kept.id)).status).toBe(200)
  expect((await importFile(jobId, abandoned.id)).errors[0]?.extensions['code']).toBe('NOT_FOUND')
})

test('a process whose clock is ahead of the database’s deletes no file', async () => {
  const { id } = await upload(EAGLEVIEW)
  await harness.database.query('update measurement_file set created_at = now()')
  const nextYear = new Date(Date.now() + 366 * DAY_MS)
  const database = process.forWork('measurement-file-sweep')
  await sweepMeasurementFiles({ database, logger, now: () => nextYear })
  expect((await download(id)).status).toBe(200)
})

test('files of an organization that is being moved stay until it has moved', async () => {
  const { id } = await upload(EAGLEVIEW)
  const database = process.forWork('measurement-file-sweep')
  const now = () => new Date(NOW.getTime() + DAY_MS + 1)
  await harness.database.query('insert into frozen_organization (id) values (1)')
  await sweepMeasurementFiles({ database, logger, now })
  const stored = await harness.database.query('select id from measurement_file')
  await harness.database.query('delete from frozen_organization')
  expect(stored).toEqual([{ id }])
  await sweepMeasurementFiles({ database, logger, now })
  expect((await download(id)).status).toBe(404)
})
