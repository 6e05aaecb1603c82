import type { Database } from '@takeoff/kit/postgres/database'
import { interceptedSql } from '@takeoff/kit/testing/intercepted-sql'
import { request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Caller } from '@takeoff/kit/security/auth'
import { ForbiddenError, UnauthenticatedError } from '@takeoff/kit/values/errors'
import { TransferLimits } from '@takeoff/kit/http/transfer-limits'
import { CONNECTION_LIMITS } from '@takeoff/kit/http/connection-limits'
import { createHttpServer } from '@takeoff/kit/http/http-server'
import { createLogger } from '@takeoff/kit/service/logger'
import { parse } from 'csv-parse/sync'
import { afterAll, describe, expect, test } from 'vitest'
import { addExportRoutes } from '@takeoff/kit/exports/export-routes'
import type { ExportRoutesOptions } from '@takeoff/kit/exports/export-routes'
import { exportRoutes } from '../src/exports/export-routes.ts'
import { createJob } from '../src/testing/create-job.ts'
import { createTemplate } from '../src/testing/create-template.ts'
import { copyList } from './copy-list.ts'
import { createHarness } from './harness.ts'
import { byIdQuery, createMutation, updateMutation } from './list-fields.ts'

const UNREAD_TIMEOUT_MS = 1_000
const AT_ONCE = 4
/** Fills pages of 200 lists, with several times as many bytes as the socket buffers can hold. */
const COPIES = 1_797
const PAGES = 9
/** One each for a page's lists, the numbers of their items, and the items. */
const STATEMENTS_PER_PAGE = 3

const harness = await createHarness()
const { database, ask } = harness
const measurements = { roof: { roof_facets: { area: 2139 } } }
const { jobId } = await createJob(database, { orgId: 1, name: 'Maple "Street", 12', measurements })
const { id: templateId } = await createTemplate(database, {
  orgId: 1,
  lines: [
    { vendorId: 1, color: null },
    { name: 'Tear off', type: 'LABOR', rounding: 'exact', quantityUnits: 'SQUARES', coverage: 1 },
    ...Array.from({ length: 8 }, () => ({ notes: 'notes '.repeat(300) })),
  ],
})
const createList = async (name: string): Promise<number> => {
  const { data } = await ask(createMutation, { jobId, templateIds: [templateId], name })
  return data.projectManagementProductionListCreate.productionList.id
}
const first = await createList('Roof')
const empty = await createList('Empty')
await database.query('delete from list_item where list_id = $1', [empty])

/** The service's database; it counts the statements and can fail. */
const watched = {
  ...database,
  ...interceptedSql(database, (text, params, send) => {
    watched.statements += 1
    watched.fail(watched.statements)
    return send(text, params)
  }),
  ofOrganizations: (): Database => watched,
  statements: 0,
  fail: (_statement: number): void => undefined,
}
const callers: Readonly<Record<string, Partial<Caller>>> = {
  reader: {},
  both: { orgIds: [1, 2] },
  other: { orgIds: [2] },
  orders: { scopes: new Set(['orders:read']) },
  viewer: { scopes: new Set(), granted: new Map([[1, new Set(['lists:read'])]]) },
}
const options: ExportRoutesOptions = {
  database: watched,
  authenticator: {
    authenticate: (authorization) => {
      const caller = callers[authorization?.replace('Bearer ', '') ?? '']
      if (caller === undefined) return Promise.reject(new UnauthenticatedError('Send a token.'))
      const scopes = new Set(['lists:read'])
      return Promise.resolve({ userId: 7, orgIds: [1], scopes, token: 't', ...caller })
    },
  },
  limits: new TransferLimits({ noun: 'exports', atOnce: AT_ONCE, perMinute: 1_000 }),
}
const app = createHttpServer({
  logger: createLogger('test', 'silent'),
  connections: { ...CONNECTION_LIMITS, unreadTimeoutMs: UNREAD_TIMEOUT_MS },
})
addExportRoutes(app, exportRoutes, options)
const url = await app.listen({ port: 0, host: '127.0.0.1' })
/** Its clients may stop reading for longer than a test takes. */
const patient = createHttpServer({ logger: createLogger('test', 'silent') })
addExportRoutes(patient, exportRoutes, options)
const patientUrl = await patient.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await app.close()
  await patient.close()
  await harness[Symbol.asyncDispose]()
})

const get = (search: string, token = 'reader', name = 'production-lists') =>
  fetch(`${url}/exports/${name}?${search}`, { headers: { authorization: `Bearer ${token}` } })

interface Line {
  readonly id: number
  readonly listItems: readonly { readonly id: number; readonly notes: string }[]
}
const linesOf = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)

describe('NDJSON', () => {
  test('has one line per list, newest first, with all fields of the API', async () => {
    const response = await get('orgId=1')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': 'attachment; filename="production-lists-1.ndjson"',
      'cache-control': 'no-store',
      'transfer-encoding': 'chunked',
    })
    const lines = linesOf(await response.text())
    expect(lines.map(({ id }) => id)).toEqual([empty, first])
    const { data } = await ask(byIdQuery, { id: first })
    expect(lines[1]).toMatchObject(data.projectManagementProductionListById)
    expect(lines[0]?.listItems).toEqual([])
  })

  test('with updatedSince has the lists changed since then, in the order of the changes', async () => {
    harness.pass(1000)
    const third = await createList('Third')
    harness.pass(1000)
    const { data } = await ask(updateMutation, { id: first, name: 'Roof 2' })
    const { version } = data.projectManagementProductionListUpdate.productionList
    const since = await get('orgId=1&updatedSince=2026-03-14T15:09:27Z&format=ndjson')
    expect(linesOf(await since.text())).toMatchObject([{ id: third }, { id: first, version }])
    const later = await get('orgId=1&updatedSince=2100-01-01T00:00:00Z')
    expect(await later.text()).toBe('')
  })

  test('of an organization without lists is empty', async () => {
    const response = await get('orgId=2', 'other')
    expect([response.status, await response.text()]).toEqual([200, ''])
  })
})

test('a list with line breaks of Unicode in its notes is one line of NDJSON', async () => {
  const added = 'a\u2028b\u2029c'
  const change = (notes: string) =>
    database.query(`update list_item set notes = ${notes} where list_id = $1`, [first, added])
  await change('notes || $2')
  const text = await (await get('orgId=1')).text()
  await change("replace(notes, $2, '')")
  expect(text).not.toMatch(/[\u2028\u2029]/)
  const [item] = linesOf(text).find(({ id }) => id === first)?.listItems ?? []
  expect(item?.notes).toContain(added)
})

describe('CSV', () => {
  test('has one row per item, which repeats the columns of the list', async () => {
    const response = await get('orgId=1&format=csv')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    expect(response.headers.get('content-disposition')).toContain('production-lists-1.csv')
    const rows = parse<Record<string, string>>(await response.text(), { columns: true })
    const ofFirst = rows.filter(({ id }) => id === String(first))
    const { data } = await ask(byIdQuery, { id: first })
    const list = data.projectManagementProductionListById
    expect(ofFirst.map((row) => Number(row['listItems.id']))).toEqual(
      list.listItems.map(({ id }) => id),
    )
    expect(ofFirst[0]).toMatchObject({
      totalPrice: String(list.totalPrice),
      'salesOpportunity.job.name': 'Maple "Street", 12',
      'listItems.quantity': String(list.listItems[0]?.quantity),
      'listItems.color': '',
    })
    expect(rows.filter(({ id }) => id === String(empty))).toMatchObject([{ 'listItems.id': '' }])
  })

  test('of an organization without lists is the header row', async () => {
    const text = await (await get('orgId=2&format=csv', 'other')).text()
    expect(text).toMatch(
      /^id,version,name,.*listItems\.vendor\.id,.*,templateIds,listItems\.markup\r\n$/,
    )
  })
})

describe('jobs', () => {
  test('have their newest measurements, as the import reads them', async () => {
    await database.query(
      `insert into job_measurement (org_id, job_id, version, measurements, created_at)
       values (1, $1, 2, '{"roof":{"valleys":{"length":85}}}', now())`,
      [jobId],
    )
    await database.query(
      `insert into job (org_id, name, external_identifier, created_at, updated_at)
       select 1, null, 'CRM-' || n, now(), now() from generate_series(1, 120) n`,
    )
    const response = await get('orgId=1', 'reader', 'jobs')
    expect(response.headers.get('content-disposition')).toContain('jobs-1.ndjson')
    const [measured, ...others] = (await response.text()).trimEnd().split('\n')
    expect(JSON.parse(measured ?? '')).toEqual({
      externalIdentifier: null,
      name: 'Maple "Street", 12',
      measurements: { roof: { valleys: { length: 85 } } },
    })
    expect(others.map((line) => JSON.parse(line) as unknown)).toEqual(
      Array.from({ length: 120 }, (_, n) => ({ externalIdentifier: `CRM-${n + 1}` })),
    )
  })

  test('have a header row as CSV', async () => {
    const text = await (await get('orgId=1&format=csv', 'reader', 'jobs')).text()
    const rows = parse<Record<string, string>>(text, { columns: true })
    expect(rows).toHaveLength(121)
    expect(rows[0]).toMatchObject({ 'roof.valleys.length': '85' })
    const none = await (await get('orgId=2&format=csv', 'other', 'jobs')).text()
    expect(none).toBe(`${text.split('\r\n')[0]}\r\n`)
    expect(text.replaceAll('\r\n', '')).not.toContain('\n')
  })
})

describe('prices', () => {
  test('of a vendor are CSV, as the import reads them', async () => {
    await database.query(
      `insert into price (org_id, vendor_id, sku, name, unit, colors, unit_cost, effective_from, created_at, created_by)
       select 1, 3, 'SKU-' || lpad(n::text, 4, '0'), 'Shingles', 'BUNDLES', '{Gray}', 41.5, '2026-01-01', now(), 7
       from generate_series(1, 1000) n`,
    )
    const response = await get('orgId=1&vendorId=3', 'reader', 'prices')
    expect(response.headers.get('content-disposition')).toContain('prices-1-3.csv')
    const rows = parse<Record<string, string>>(await response.text(), { columns: true })
    expect(rows.map(({ sku }) => sku)).toEqual(
      Array.from({ length: 1000 }, (_, n) => `SKU-${String(n + 1).padStart(4, '0')}`),
    )
    expect(rows[0]).toMatchObject({ unit_cost: '41.5', effective_from: '2026-01-01' })
  })

  test.each([
    ['a vendor without a book', 'orgId=1&vendorId=4', 'reader'],
    ['a vendor of another organization', 'orgId=2&vendorId=3', 'other'],
  ])('of %s are the header row', async (_name, search, token) => {
    const text = await (await get(search, token, 'prices')).text()
    expect(text).toMatch(/^sku,name,.*,effective_to\r\n$/)
  })

  test.each([
    ['vendorId', 'orgId=1'],
    ['format', 'orgId=1&vendorId=3&format=ndjson'],
    ['updatedSince', 'orgId=1&vendorId=3&updatedSince=2026-01-01T00:00:00Z'],
  ])('require a valid %s', async (name, search) => {
    const response = await get(search, 'reader', 'prices')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'BAD_USER_INPUT',
      detail: expect.stringContaining(name) as string,
    })
  })
})

describe('an export is refused for', () => {
  test.each([
    ['no token', 'orgId=1', 'nobody', 401, 'UNAUTHENTICATED'],
    ['another scope', 'orgId=1', 'orders', 403, 'FORBIDDEN'],
    ['another organization', 'orgId=2', 'reader', 403, 'FORBIDDEN'],
    ['no organization', '', 'reader', 400, 'BAD_USER_INPUT'],
    ['two organizations', 'orgId=1&orgId=2', 'both', 400, 'BAD_USER_INPUT'],
    ['an unknown format', 'orgId=1&format=xml', 'reader', 400, 'BAD_USER_INPUT'],
    ['an invalid time', 'orgId=1&updatedSince=1', 'reader', 400, 'BAD_USER_INPUT'],
    ['a misspelt name', 'orgId=1&updated_since=1', 'reader', 400, 'BAD_USER_INPUT'],
  ])('%s', async (_name, ...row) => {
    const [search, token, status, code] = row
    const before = watched.statements
    const response = await get(search, token)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect(await response.json()).toMatchObject({ status, code })
    expect(watched.statements).toBe(before)
  })
})

describe('the audit log', () => {
  test('has a record of each export before its first byte, and of no refused one', async () => {
    await database.query('truncate outbox_message')
    expect((await get('orgId=1', 'other')).status).toBe(403)
    expect((await get('orgId=1&format=xml')).status).toBe(400)
    expect((await get('orgId=1&vendorId=3', 'reader', 'prices')).status).toBe(200)
    expect(await harness.audited()).toMatchObject([
      {
        orgId: 1,
        actor: { userId: 7, clientId: null },
        operation: '/exports/prices',
        target: { type: 'export', id: 'prices-1-3.csv' },
        changes: {},
      },
    ])
  })

  test('that cannot be written prevents the export', async () => {
    await database.query('alter table outbox_message rename to outbox_away')
    try {
      expect((await get('orgId=1')).status).toBe(500)
    } finally {
      await database.query('alter table outbox_away rename to outbox_message')
    }
  })
})

describe('without the scope of costs', () => {
  test('NDJSON has null for costs and margins, and says so once', async () => {
    const response = await get('orgId=1', 'viewer')
    const lines = linesOf(await response.text()) as unknown as Record<string, unknown>[]
    const [whole] = linesOf(await (await get('orgId=1')).text())

    expect(response.headers.get('x-takeoff-warning')).toContain('prices:read')
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) {
      expect(line).toMatchObject({ totalCost: null, profitAmount: null, profitMargin: null })
      expect(line['totalPrice']).toEqual(expect.any(Number))
      for (const item of line['listItems'] as object[])
        expect(item).toMatchObject({ unitCost: null, pretaxCost: null, totalCost: null })
    }
    expect(whole).toMatchObject({ totalCost: expect.any(Number) as number })
  })

  test('CSV has empty cells for them', async () => {
    const text = await (await get('orgId=1&format=csv', 'viewer')).text()
    const [row] = parse<Record<string, string>>(text, { columns: true, relax_column_count: true })
    expect(row).toMatchObject({
      totalCost: '',
      materialSalesTax: '',
      profitMargin: '',
      'listItems.unitCost': '',
    })
    expect(row?.['totalPrice']).not.toBe('')
  })

  test('an export of prices is refused', async () => {
    const response = await get('orgId=1&vendorId=1', 'viewer', 'prices')
    expect(await response.json()).toMatchObject({ code: 'FORBIDDEN', status: 403 })
  })

  test('an export with it has no warning', async () => {
    const { body, headers } = await get('orgId=1')
    await body?.cancel()
    expect(headers.get('x-takeoff-warning')).toBeNull()
  })
})

describe('a long export', () => {
  test('is read by pages and contains every list', async () => {
    await copyList(database, first, COPIES)
    const before = watched.statements
    const lines = linesOf(await (await get('orgId=1')).text())
    expect(new Set(lines.map(({ id }) => id)).size).toBe(COPIES + 3)
    for (const { id, listItems } of lines) expect(listItems).toHaveLength(id === empty ? 0 : 10)
    expect(watched.statements - before).toBe(PAGES * STATEMENTS_PER_PAGE + 1)
  })

  test('is one of four at a time for its organization, and takes none from another', async () => {
    const begin = (path: string, signal?: AbortSignal) =>
      fetch(`${patientUrl}/exports/${path}`, {
        headers: { authorization: 'Bearer both' },
        ...(signal && { signal }),
      })
    const clients = Array.from({ length: AT_ONCE }, () => new AbortController())
    // Referenced until the end: the body of a response that is collected as garbage is cancelled.
    const unread: Response[] = []
    for (const { signal } of clients) unread.push(await begin('production-lists?orgId=1', signal))

    const refused = await begin('jobs?orgId=1')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED' })
    expect((await begin('jobs?orgId=2')).status).toBe(200)
    clients[0]?.abort()
    const again = async () => (await begin('jobs?orgId=1')).status
    await expect.poll(again, { timeout: 10_000, interval: 20 }).toBe(200)
    for (const client of clients) client.abort()
    expect(unread.map(({ status }) => status)).toEqual(unread.map(() => 200))
  })

  test('is not read from the database while the client does not read', async () => {
    const before = watched.statements
    const { response, closed } = await open('orgId=1&format=csv')
    await closed
    expect(watched.statements - before).toBeLessThan((PAGES * STATEMENTS_PER_PAGE) / 2)
    response.destroy()
  })

  test('holds no database connection while its client does not read', async () => {
    const waiting = [
      await open('orgId=1', patientUrl),
      await open('orgId=1&format=csv', patientUrl),
    ]
    let isOver = false
    for (const { closed } of waiting) void closed.then(() => (isOver = true))
    const busy = () =>
      database.query(
        `select query from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
      )
    await expect.poll(busy, { timeout: 10_000, interval: 20 }).toEqual([])
    expect(isOver).toBe(false)
    for (const { response } of waiting) response.destroy()
  })

  test('continues while the client reads slowly', async () => {
    const { response } = await open('orgId=1')
    let bytes = 0
    for await (const chunk of response) {
      bytes += (chunk as Buffer).byteLength
      if (bytes < 400_000) await delay(UNREAD_TIMEOUT_MS / 10)
    }
    expect(response.complete).toBe(true)
  })

  test('stops within a page when the client disconnects', async () => {
    const exportAll = async () => (await get('orgId=1')).text()
    const statementsOf = async (work: () => Promise<unknown>) => {
      const before = watched.statements
      await work()
      return watched.statements - before
    }
    const whole = await statementsOf(exportAll)
    // Work that continues after the disconnect would run during this complete export and be counted.
    const both = await statementsOf(async () => {
      const { response } = await open('orgId=1')
      response.destroy()
      await exportAll()
    })
    expect(both - whole).toBeLessThanOrEqual(2 * STATEMENTS_PER_PAGE)
  })

  test('is aborted when the database fails in the middle, so that the client detects that it is incomplete', async () => {
    const failsAt = watched.statements + 5
    watched.fail = (statement) => {
      if (statement === failsAt) throw new Error('connection lost to 10.0.0.7')
    }
    const { response, closed } = await open('orgId=1')
    let text = ''
    const read = (async () => {
      for await (const chunk of response) text += String(chunk)
    })()
    await expect(read).rejects.toThrow('aborted')
    await closed
    watched.fail = () => undefined
    expect(response.complete).toBe(false)
    expect(linesOf(text).length).toBeGreaterThan(100)
    expect(text).not.toContain('10.0.0.7')
  })

  test('returns a problem when the database fails before the first line', async () => {
    watched.fail = () => {
      throw new ForbiddenError('no')
    }
    const response = await get('orgId=1')
    watched.fail = () => undefined
    expect(response.status).toBe(403)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect(response.headers.get('content-disposition')).toBeNull()
  })
})

/** A response with an unread body (fetch would read ahead), and a promise of its end on the server. */
function open(
  search: string,
  address = url,
): Promise<{ response: IncomingMessage; closed: Promise<void> }> {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const { server } = address === url ? app : patient
  server.once('request', (_request, response) => response.once('close', resolve))
  return new Promise((opened, reject) => {
    const headers = { authorization: 'Bearer reader' }
    const request = httpRequest(`${address}/exports/production-lists?${search}`, { headers })
    request.once('response', (response) => opened({ response, closed }))
    request.once('error', reject)
    request.end()
  })
}
