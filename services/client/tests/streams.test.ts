import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { createClient } from '../src/client.ts'
import { readBase64, readText } from '../src/files.ts'
import { JobsDocument, ProductionListsWithItemsDocument } from '../src/generated/operations.ts'
import { inTurn, json, refused, startServer } from './support/scripted-server.ts'
import type { Respond, ScriptedServer } from './support/scripted-server.ts'

let server: ScriptedServer | undefined
afterEach(async () => {
  await server?.[Symbol.asyncDispose]()
})

async function clientOf(respond: Respond) {
  server = await startServer(respond)
  const retries = { delayMs: 5 }
  return { server, client: createClient({ url: server.url, token: 'T', retries }) }
}

const page = (ids: readonly number[], endCursor: string | null): Respond =>
  json({
    data: {
      jobs: {
        nodes: ids.map((id) => ({ id })),
        pageInfo: { hasNextPage: endCursor !== null, endCursor },
      },
    },
  })

describe('paginate', () => {
  test('returns the nodes of all pages, and reads a page when the one before was consumed', async () => {
    const { client, server } = await clientOf(inTurn(page([1, 2], 'c'), page([3], null)))
    const nodes = client.paginate(JobsDocument, { orgId: 1 }, ({ jobs }) => jobs)
    expect((await nodes.next()).value).toMatchObject({ id: 1 })
    expect((await nodes.next()).value).toMatchObject({ id: 2 })
    expect(server.arrived).toHaveLength(1)
    expect((await nodes.next()).value).toMatchObject({ id: 3 })
    expect((await nodes.next()).done).toBe(true)
    expect(JSON.parse(server.arrived[1]?.body ?? '')).toMatchObject({
      variables: { orgId: 1, after: 'c' },
    })
  })

  test('does not go round in circles', async () => {
    const { client } = await clientOf(page([1], 'same'))
    const nodes = client.paginate(JobsDocument, { orgId: 1 }, ({ jobs }) => jobs)
    await expect(Array.fromAsync(nodes)).rejects.toMatchObject({ code: 'INVALID_RESPONSE' })
  })

  /** Lists with as many items each; the server returns 20 items at once at most. */
  const listsOf =
    (itemCounts: readonly number[], sizes: number[]): Respond =>
    (response, arrived) => {
      const { variables } = JSON.parse(arrived.body) as {
        readonly variables: { readonly first?: number; readonly after?: string }
      }
      const { first = 50 } = variables
      const from = Number(variables.after ?? 0)
      const counts = itemCounts.slice(from, from + first)
      sizes.push(first)
      if (counts.reduce((sum, count) => sum + count, 0) > 20)
        return refused('BAD_USER_INPUT', { argument: 'listItems' })(response, arrived)
      const nodes = counts.map((_, index) => ({ id: from + index }))
      const end = from + first
      const pageInfo = { hasNextPage: end < itemCounts.length, endCursor: String(end) }
      const data = { projectManagementProductionLists: { nodes, pageInfo } }
      return json({ data })(response, arrived)
    }

  test.each([{}, { first: 50 }])(
    'takes smaller pages as long as one has too many items: %j',
    async (size) => {
      const sizes: number[] = []
      const itemCounts = [...Array.from({ length: 4 }, () => 10), ...Array<number>(60).fill(0)]
      const { client } = await clientOf(listsOf(itemCounts, sizes))
      const lists = client.paginate(
        ProductionListsWithItemsDocument,
        { orgId: 1, ...size },
        (data) => data.projectManagementProductionLists,
      )
      expect(await idsOf(lists)).toEqual(itemCounts.map((_, id) => id))
      const [ofTwo, ofFour] = [Array<number>(8).fill(2), Array<number>(8).fill(4)]
      expect(sizes).toEqual([50, 25, 13, 7, 4, ...ofTwo, ...ofFour, 8, 8])
    },
  )

  test('tries a larger page once in nine where all lists have many items', async () => {
    const sizes: number[] = []
    const { client } = await clientOf(listsOf(Array<number>(40).fill(10), sizes))
    const lists = client.paginate(
      ProductionListsWithItemsDocument,
      { orgId: 1, first: 4 },
      (data) => data.projectManagementProductionLists,
    )
    expect(await idsOf(lists)).toHaveLength(40)
    const ofTwo = Array<number>(8).fill(2)
    expect(sizes).toEqual([4, ...ofTwo, 4, ...ofTwo, 4, 2, 2, 2, 2])
  })

  test.each(['orderListItems', 'rejectedLines', 'lines'])(
    'takes a smaller page when one has too many %s',
    async (argument) => {
      const { client, server } = await clientOf(
        inTurn(refused('BAD_USER_INPUT', { argument }), page([1], null)),
      )
      const jobs = client.paginate(JobsDocument, { orgId: 1 }, (data) => data.jobs)
      expect((await jobs.next()).value).toMatchObject({ id: 1 })
      expect(JSON.parse(server.arrived[1]?.body ?? '')).toMatchObject({ variables: { first: 25 } })
    },
  )

  test('ends with the refusal of a single list', async () => {
    const { client } = await clientOf(listsOf([10, 21], []))
    const lists = client.paginate(
      ProductionListsWithItemsDocument,
      { orgId: 1, first: 4 },
      (data) => data.projectManagementProductionLists,
    )
    expect((await lists.next()).value).toEqual({ id: 0 })
    await expect(lists.next()).rejects.toMatchObject({ argument: 'listItems' })
  })

  test('repeats no page of another refusal, and none of a document without $first', async () => {
    const own = 'query ($after: String) { jobs(orgId: 1, after: $after) { nodes { id } } }'
    for (const [argument, document] of [
      ['after', JobsDocument],
      ['listItems', own as unknown as typeof JobsDocument],
    ] as const) {
      const { client, server } = await clientOf(refused('BAD_USER_INPUT', { argument }))
      const jobs = client.paginate(document, { orgId: 1 }, (data) => data.jobs)
      await expect(jobs.next()).rejects.toMatchObject({ argument })
      expect(server.arrived).toHaveLength(1)
      await server[Symbol.asyncDispose]()
    }
    server = undefined
  })
})

const line = (id: number, updatedAt = `2026-03-14T00:00:0${id}.000Z`): string =>
  `${JSON.stringify({ id, version: 1, updatedAt })}\n`

const ndjson = { 'content-type': 'application/x-ndjson; charset=utf-8' }
const csv = { 'content-type': 'text/csv; charset=utf-8; header=present' }

const wholeAs =
  (headers: Readonly<Record<string, string>>) =>
  (...texts: readonly string[]): Respond =>
  (response) =>
    void response.writeHead(200, headers).end(texts.join(''))

const brokenAs =
  (headers: Readonly<Record<string, string>>) =>
  (...texts: readonly string[]): Respond =>
  async (response) => {
    response.writeHead(200, headers).write(texts.join(''))
    await delay(30)
    response.destroy()
  }

const lines = wholeAs(ndjson)
const broken = brokenAs(ndjson)

const idsOf = async (records: AsyncIterable<{ readonly id: number }>): Promise<number[]> =>
  (await Array.fromAsync(records)).map(({ id }) => id)

describe('an export', () => {
  test('returns one record for each line, whatever the chunks are', async () => {
    const text = line(1) + JSON.stringify({ id: 2, name: 'Żółć' }) + '\n'
    const { client, server } = await clientOf(async (response) => {
      response.writeHead(200, ndjson)
      for (const byte of Buffer.from(text)) {
        response.write(Buffer.of(byte))
        await delay(0)
      }
      response.end()
    })
    const records = await Array.fromAsync(client.exportRecords('production-lists', { orgId: 1 }))
    expect(records).toMatchObject([{ id: 1 }, { id: 2, name: 'Żółć' }])
    expect(server.arrived[0]?.path).toBe('/exports/production-lists?orgId=1')
  })

  test('that breaks off says so, and the records before it are complete', async () => {
    const { client } = await clientOf(broken(line(1), '{"id":2,'))
    const records = client.exportRecords('production-lists', { orgId: 1 })
    expect((await records.next()).value).toMatchObject({ id: 1 })
    await expect(records.next()).rejects.toMatchObject({ code: 'EXPORT_INTERRUPTED' })
  })

  test('whose last line is not complete says so in whole sentences', async () => {
    const { client } = await clientOf(lines('{"id":2,'))
    const records = client.exportRecords('production-lists', { orgId: 1 })
    await expect(records.next()).rejects.toThrow('The export broke off. Begin it again;')
  })

  test('without a time is not continued, also when the time is given as undefined', async () => {
    const { client, server } = await clientOf(inTurn(broken(line(2), line(1)), lines(line(2))))
    const parameters = { orgId: 1, updatedSince: undefined }
    const records = client.exportRecords('production-lists', parameters)
    await expect(Array.fromAsync(records)).rejects.toMatchObject({ code: 'EXPORT_INTERRUPTED' })
    expect(server.arrived.map(({ path }) => path)).toEqual(['/exports/production-lists?orgId=1'])
  })

  test('in the order of changes is continued where it broke off', async () => {
    const { client, server } = await clientOf(
      inTurn(
        broken(line(1), line(2), line(3, '2026-03-14T00:00:02.000Z')),
        lines(line(2), line(3, '2026-03-14T00:00:02.000Z'), line(4)),
      ),
    )
    const updatedSince = '2026-03-14T00:00:00.000Z'
    const records = client.exportRecords('production-lists', { orgId: 1, updatedSince })
    expect(await idsOf(records)).toEqual([1, 2, 3, 4])
    expect(decodeURIComponent(server.arrived[1]?.path ?? '')).toContain(
      'updatedSince=2026-03-14T00:00:02.000Z',
    )
  })

  test('of orders, which have no version, is continued with an order that was changed meanwhile', async () => {
    const order = (updatedAt: string): string => `${JSON.stringify({ id: 'o', updatedAt })}\n`
    const [first, second] = ['2026-03-14T00:00:01.000Z', '2026-03-14T00:00:02.000Z']
    const { client } = await clientOf(
      inTurn(broken(order(first)), lines(order(first), order(second))),
    )
    const updatedSince = '2026-03-14T00:00:00.000Z'
    const orders = await Array.fromAsync(client.exportRecords('orders', { orgId: 1, updatedSince }))
    expect(orders.map(({ updatedAt }) => updatedAt)).toEqual([first, second])
  })

  test('of the audit log is continued behind the last record', async () => {
    const record = (sequence: number): string =>
      `${JSON.stringify({ id: `r${sequence}`, sequence })}\n`
    const { client, server } = await clientOf(
      inTurn(broken(record(8), record(9)), lines(record(10))),
    )
    const records = await Array.fromAsync(client.exportRecords('audit', { orgId: 1, after: 7 }))
    expect(records.map(({ sequence }) => sequence)).toEqual([8, 9, 10])
    expect(server.arrived.map(({ path }) => path)).toEqual([
      '/exports/audit?orgId=1&after=7',
      '/exports/audit?orgId=1&after=9',
    ])
  })

  test.each(['audit', 'jobs', 'orders'] as const)(
    'of %s that breaks off before its first record begins again',
    async (resource) => {
      const record = '{"id":1,"sequence":8}\n'
      const { client, server } = await clientOf(
        inTurn(broken(''), broken(record.slice(0, 5)), lines(record)),
      )
      expect(await Array.fromAsync(client.exportRecords(resource, { orgId: 1 }))).toHaveLength(1)
      expect(new Set(server.arrived.map(({ path }) => path))).toEqual(
        new Set([`/exports/${resource}?orgId=1`]),
      )
    },
  )

  test('ends with EXPORT_INTERRUPTED when nothing new comes', async () => {
    const { client, server } = await clientOf(broken(''))
    const updatedSince = '2026-03-14T00:00:00.000Z'
    const records = client.exportRecords('production-lists', { orgId: 1, updatedSince })
    await expect(records.next()).rejects.toMatchObject({ code: 'EXPORT_INTERRUPTED' })
    expect(server.arrived).toHaveLength(4)
  })

  test('is read as fast as it is consumed, and closed when it is left', async () => {
    let sent = 0
    let isClosed = false
    const record = line(1).replace('}', `,"name":"${'x'.repeat(100_000)}"}`)
    const { client } = await clientOf(async (response) => {
      response.writeHead(200, ndjson)
      response.on('close', () => (isClosed = true))
      const records = async function* endless() {
        for (; sent < 10_000; sent += 1) yield record
      }
      await pipeline(records, response)
    })
    for await (const record of client.exportRecords('production-lists', { orgId: 1 })) {
      expect(record.id).toBe(1)
      await delay(200)
      break
    }
    await expect.poll(() => isClosed).toBe(true)
    expect(sent).toBeLessThan(500)
  })

  test('that is refused has the code and the argument of the problem, and a busy server is tried again', async () => {
    const problem = {
      code: 'RATE_LIMITED',
      detail: 'Too many exports.',
      argument: 'orgId',
      requestId: 'R',
    }
    const { client, server } = await clientOf(
      inTurn(
        json(problem, 429, { 'retry-after': '0' }),
        json({ ...problem, code: 'FORBIDDEN' }, 403),
      ),
    )
    await expect(client.exportRecords('jobs', { orgId: 1 }).next()).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'Too many exports.',
      argument: 'orgId',
      requestId: 'R',
      status: 403,
      attempts: 2,
    })
    expect(server.arrived).toHaveLength(2)
  })

  test('that a proxy refuses has the code that a request has', async () => {
    const { client, server } = await clientOf((response) => {
      response.writeHead(429, { 'retry-after': '900' }).end('<html>')
    })
    const busy = { code: 'RATE_LIMITED', status: 429, retryAfterSeconds: 900 }
    await expect(client.exportCsv('jobs', { orgId: 1 })).rejects.toMatchObject(busy)
    await expect(client.download('/files/0190')).rejects.toMatchObject(busy)
    expect(server.arrived).toHaveLength(2)
  })

  test('that gets no response fails after the total time, in which its parts are not counted', async () => {
    const { client } = await clientOf(
      inTurn(
        () => {},
        async (response) => {
          response.writeHead(200, csv).write('a,b')
          await delay(1_200)
          response.end('\r\n')
        },
      ),
    )
    const options = { retries: { totalMs: 1_000 } }
    await expect(client.exportCsv('jobs', { orgId: 1 }, options)).rejects.toMatchObject({
      code: 'TIMEOUT',
    })
    const stream = await client.exportCsv('jobs', { orgId: 1 }, options)
    expect(await readText(stream)).toBe('a,b\r\n')
  })

  test('as CSV is a stream that fails when it breaks off', async () => {
    const { client } = await clientOf(inTurn(wholeAs(csv)('a,b\r\n'), brokenAs(csv)('a,')))
    expect(await readText(await client.exportCsv('prices', { orgId: 1, vendorId: 2 }))).toBe(
      'a,b\r\n',
    )
    const stream = await client.exportCsv('jobs', { orgId: 1 })
    await expect(readText(stream)).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
  })
})

const invalid = { code: 'INVALID_RESPONSE', status: 200, attempts: 1 }

test.each([{ 'content-type': 'text/html; charset=utf-8' }, {}])(
  'an export with the headers %j is not one of Takeoff',
  async (headers) => {
    const { client } = await clientOf(wholeAs(headers)('<p>Sign in</p>\n'))
    await expect(client.exportCsv('jobs', { orgId: 1 })).rejects.toMatchObject(invalid)
    const records = client.exportRecords('jobs', { orgId: 1 })
    await expect(records.next()).rejects.toMatchObject(invalid)
  },
)

test.each(['<p>Sign in</p>\n', 'null\n', '[]\n'])('a record is an object: %j', async (line) => {
  const { client } = await clientOf(lines(line))
  const records = client.exportRecords('jobs', { orgId: 1 })
  await expect(records.next()).rejects.toMatchObject({ code: 'INVALID_RESPONSE' })
})

test('a file is no page', async () => {
  const { client } = await clientOf(wholeAs({ 'content-type': 'text/HTML' })('<p>Sign in</p>'))
  await expect(client.download('/files/0190')).rejects.toMatchObject(invalid)
})

describe('files', () => {
  test('are fetched from the endpoint of the client, whatever host their address names', async () => {
    const { client, server } = await clientOf((response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' })
      response.end('%PDF')
    })
    const file = await client.download('https://elsewhere.example/files/0190')
    expect([file.headers.get('content-type'), await file.text()]).toEqual([
      'application/pdf',
      '%PDF',
    ])
    expect(server.arrived[0]).toMatchObject({ path: '/files/0190' })
    expect(server.arrived[0]?.headers['authorization']).toBe('Bearer T')
  })

  test('are fetched by their signed address, too, which is not needed', async () => {
    const { client, server } = await clientOf(wholeAs({})('%PDF'))
    const signed = 'https://takeoff.example/api/files/0190/download?expires=1&signature=s'
    expect(await (await client.download(signed)).text()).toBe('%PDF')
    await client.download('/files/0191/')
    expect(server.arrived.map(({ path }) => path)).toEqual(['/files/0190', '/files/0191'])
    await expect(client.download('https://takeoff.example/0190')).rejects.toThrow(TypeError)
  })

  test('are read as text without a byte order mark, and as Base64', async () => {
    const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61)
    expect(await readText(new Blob([bytes]))).toBe('a')
    expect(await readText('a')).toBe('a')
    expect(await readBase64(new Blob([bytes]).stream())).toBe('77u/YQ==')
    const large = Buffer.alloc(100_001, 7)
    expect(await readBase64(large)).toBe(large.toString('base64'))
    await expect(readText(Uint8Array.of(0xff))).rejects.toThrow(TypeError)
  })
})
