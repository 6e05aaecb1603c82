import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { CONNECTION_LIMITS } from '@takeoff/kit/http/connection-limits'
import { TransferLimits } from '@takeoff/kit/http/transfer-limits'
import { createHttpServer } from '@takeoff/kit/http/http-server'
import type { Database } from '@takeoff/kit/postgres/database'
import { createLogger } from '@takeoff/kit/service/logger'
import { newUuid } from '@takeoff/kit/values/ids'
import type { FastifyReply } from 'fastify'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { addMeasurementFileRoutes } from '../src/http/measurement-file-routes.ts'
import { createHarness } from './harness.ts'

const AT_ONCE = 4
/** More than the socket buffers of both sides can hold. */
const LARGE_BYTES = 32 * 1024 * 1024

const harness = await createHarness()
const downloads = new TransferLimits({ noun: 'downloads', atOnce: AT_ONCE, perMinute: 1_000 })
const app = createHttpServer({
  logger: createLogger('test', 'silent'),
  connections: { ...CONNECTION_LIMITS, unreadTimeoutMs: 1_000 },
})
/** How many of the next transactions lose their connection when their work is done, and run again. */
let losses = 0
const database: Database = {
  ...harness.database,
  ofOrganizations(orgIds) {
    const own = harness.database.ofOrganizations(orgIds)
    return {
      ...own,
      transaction: (work, options) =>
        own.transaction(async (sql) => {
          const result = await work(sql)
          if (losses > 0) {
            losses -= 1
            await sql.query('select pg_terminate_backend(pg_backend_pid())')
          }
          return result
        }, options),
    }
  },
}
await addMeasurementFileRoutes(app, {
  database,
  authenticator: {
    authenticate: () =>
      Promise.resolve({ userId: 7, orgIds: [1, 2], scopes: new Set(['lists:read']), token: 't' }),
  },
  uploads: new TransferLimits({ noun: 'uploads', atOnce: 4, perMinute: 1_000 }),
  downloads,
  fileReader: harness.fileReader,
  now: () => new Date(),
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await app.close()
  await harness[Symbol.asyncDispose]()
})
beforeEach(() => harness.database.query('truncate measurement_file'))

const download = (id: string) => fetch(`${url}/measurement-files/${id}`)

async function insertFile({ orgId = 1, byteSize = 100 } = {}): Promise<string> {
  const id = newUuid()
  await harness.database.query(
    `insert into measurement_file (id, org_id, user_id, filename, vendor, format, byte_size, sha256, bytes, created_at)
     values ($1::uuid, $2, 7, 'house.xml', 'EAGLEVIEW', 'XML', $3::int, $1::uuid::text, convert_to(repeat('x', $3::int), 'UTF8'), now())`,
    [id, orgId, byteSize],
  )
  return id
}

/** Begins a download whose response does not end until it is destroyed. */
function beginDownload(orgId: number): Readable {
  const raw = new Readable({ read: () => undefined })
  downloads.begin({ raw } as unknown as FastifyReply, orgId)
  return raw
}

test('a download beyond those of the owner that are under way is refused, and not in the audit log', async () => {
  const [id, ofOther] = [await insertFile(), await insertFile({ orgId: 2 })]
  const underWay = Array.from({ length: AT_ONCE }, () => beginDownload(1))

  const refused = await download(id)

  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED' })
  expect(await harness.audited()).toEqual([])
  expect((await download(ofOther)).status).toBe(200)
  for (const raw of underWay) raw.destroy()
  await expect.poll(async () => (await download(id)).status).toBe(200)
})

test('a download whose transaction runs again counts once', async () => {
  const id = await insertFile()
  const underWay = Array.from({ length: AT_ONCE - 1 }, () => beginDownload(1))
  losses = 1
  expect((await download(id)).status).toBe(200)
  expect(losses).toBe(0)
  for (const raw of underWay) raw.destroy()
})

test('a client that stops reading a file is disconnected, and its download ends', async () => {
  const [large, small] = [await insertFile({ byteSize: LARGE_BYTES }), await insertFile()]
  const { promise: closed, resolve } = Promise.withResolvers<boolean>()
  app.server.once('request', (_request, response) => {
    response.once('close', () => resolve(response.writableFinished))
  })
  const client = connect(Number(new URL(url).port), '127.0.0.1').pause()
  client.write(`GET /measurement-files/${large} HTTP/1.1\r\nhost: localhost\r\n\r\n`)

  expect(await closed).toBe(false)
  client.destroy()
  const others = Array.from({ length: AT_ONCE - 1 }, () => beginDownload(1))
  await expect.poll(async () => (await download(small)).status).toBe(200)
  for (const raw of others) raw.destroy()
})
