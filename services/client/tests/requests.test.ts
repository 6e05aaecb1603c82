import { createHash } from 'node:crypto'
import { getEventListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../src/client.ts'
import type { ClientOptions } from '../src/client.ts'
import { TakeoffError } from '../src/errors.ts'
import {
  JobDocument,
  JobUpsertDocument,
  WebhookReplayDocument,
} from '../src/generated/operations.ts'
import { breakOff, drop, inTurn, json, refused, startServer } from './support/scripted-server.ts'
import type { Respond, ScriptedServer } from './support/scripted-server.ts'

let server: ScriptedServer | undefined
afterEach(async () => {
  await server?.[Symbol.asyncDispose]()
})

const retries = { delayMs: 5, delayMaxMs: 20 }

async function clientOf(respond: Respond, options: Partial<ClientOptions> = {}) {
  server = await startServer(respond)
  return { server, client: createClient({ url: server.url, token: 'T', retries, ...options }) }
}

const fine = json({ data: { job: { id: 1 } } }, 200, { 'x-request-id': 'R' })
const created = json({ data: { jobUpsert: { job: { id: 1 } } } })
const upsert = { orgId: 1, name: 'Maple Street 214' }

async function errorOf(work: Promise<unknown>): Promise<TakeoffError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof TakeoffError) return error
  throw new Error('a TakeoffError was expected', { cause: error })
}

describe('a request', () => {
  test('sends document, variables and token, and returns data, warnings and request id', async () => {
    const response = { data: { job: null }, extensions: { warnings: ['Look here.'] } }
    const { client, server } = await clientOf(json(response, 200, { 'x-request-id': 'R' }))
    const result = await client.request(JobDocument, { id: 1 })
    expect(result).toMatchObject({ data: { job: null }, warnings: ['Look here.'], requestId: 'R' })
    expect(server.arrived[0]?.headers['authorization']).toBe('Bearer T')
    expect(JSON.parse(server.arrived[0]?.body ?? '')).toEqual({
      query: JobDocument,
      variables: { id: 1 },
    })
  })

  test('sends the hash of a document where the gateway has the documents, with headers of its own', async () => {
    const headers = { 'x-own': 'yes' }
    const { client, server } = await clientOf(fine, { persisted: true, headers })
    await client.request(JobDocument, { id: 1 }, { headers: { 'x-more': 'too' } })
    const hash = createHash('sha256').update(JobDocument).digest('hex')
    expect(JSON.parse(server.arrived[0]?.body ?? '')).toEqual({
      documentId: `sha256:${hash}`,
      variables: { id: 1 },
    })
    expect(server.arrived[0]?.headers).toMatchObject({ 'x-own': 'yes', 'x-more': 'too' })
  })

  test('reports a refusal in problem details by its code', async () => {
    const problem = { status: 401, code: 'UNAUTHENTICATED', detail: 'Sign in.' }
    const { client } = await clientOf(json(problem, 401))
    const error = await errorOf(client.request(JobDocument, { id: 1 }))
    expect([error.code, error.message, error.status]).toEqual(['UNAUTHENTICATED', 'Sign in.', 401])
  })

  test('takes a document as a tree by its text or by print', async () => {
    const { client, server } = await clientOf(fine, { print: () => '{ printed }' })
    await client.request({ kind: 'Document', loc: { source: { body: '{ body }' } } } as object, {})
    await client.request({ kind: 'Document' } as object, {})
    expect(server.arrived.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      { query: '{ body }' },
      { query: '{ printed }' },
    ])
  })

  test('gets a token for each attempt', async () => {
    let count = 0
    const token = () => Promise.resolve(`T${(count += 1)}`)
    const { client, server } = await clientOf(inTurn(drop, fine), { token })
    await client.request(JobDocument, { id: 1 })
    expect(server.arrived.map(({ headers }) => headers['authorization'])).toEqual([
      'Bearer T1',
      'Bearer T2',
    ])
  })
})

test.each(['secret\npart', 'secret part', 'secret·part'])(
  'the token %j is refused with an error that does not show it',
  async (token) => {
    const { client, server } = await clientOf(fine, { token })
    const reason: unknown = await client.request(JobDocument, { id: 1 }).catch(String)
    expect(reason).toBe('TypeError: The token must be one line without spaces.')
    expect(server.arrived).toHaveLength(0)
  },
)

test('a line break at the end of a token, as of a file, is no part of it', async () => {
  const { client, server } = await clientOf(fine, { token: 'T\n' })
  await client.request(JobDocument, { id: 1 })
  expect(server.arrived[0]?.headers['authorization']).toBe('Bearer T')
})

test.each(['localhost:4000/graphql', '/graphql', 'takeoff.example/graphql', 'http://'])(
  'the address %s is refused at once',
  async (url) => {
    let sent = 0
    const failing = () => Promise.reject(new TypeError(`failed ${(sent += 1)} times`))
    const client = createClient({ url, retries, fetch: failing })
    const message = `The address of a client begins with http:// or https://, not as "${url}".`
    const calls = [
      client.request(JobDocument, { id: 1 }),
      client.exportCsv('jobs', { orgId: 1 }),
      client.download('/files/0190'),
    ]
    for (const call of calls) await expect(call).rejects.toThrow(new TypeError(message))
    expect(sent).toBe(0)
  },
)

test('an address may be relative to the page in a browser', async () => {
  vi.stubGlobal('location', { href: 'https://takeoff.example/console/' })
  const urls: unknown[] = []
  const fetch = (url: unknown) => {
    urls.push(url)
    return Promise.resolve(Response.json({ data: {} }))
  }
  const client = createClient({ url: '/session/graphql', fetch })
  await client.request(JobDocument, { id: 1 })
  vi.unstubAllGlobals()
  expect(urls).toEqual(['https://takeoff.example/session/graphql'])
})

describe('an error', () => {
  test('has code, argument, path, request id, status, all errors and the rest of the data', async () => {
    const extensions = { code: 'BAD_USER_INPUT', argument: 'name', requestId: 'R' }
    const errors = [{ message: 'Too long.', path: ['jobUpsert'], extensions }, { message: 'More.' }]
    const { client, server } = await clientOf(json({ data: { jobUpsert: null }, errors }))
    const error = await errorOf(client.request(JobUpsertDocument, upsert))
    expect(error).toMatchObject({
      name: 'TakeoffError',
      message: 'Too long.',
      code: 'BAD_USER_INPUT',
      argument: 'name',
      path: ['jobUpsert'],
      requestId: 'R',
      status: 200,
      errors,
      data: { jobUpsert: null },
      attempts: 1,
    })
    expect(server.arrived).toHaveLength(1)
  })

  test('of a part is returned with the rest by requestPartial', async () => {
    const { client } = await clientOf(refused('SUBGRAPH_UNAVAILABLE', { data: { job: { id: 1 } } }))
    const result = await client.requestPartial(JobDocument, { id: 1 })
    expect(result.data).toEqual({ job: { id: 1 } })
    expect(result.errors).toHaveLength(1)
  })

  test.each([null, 'boom', {}, [null], ['boom'], [{}]])(
    'is INVALID_RESPONSE when errors is %j, as Takeoff never sends it',
    async (errors) => {
      const { client, server } = await clientOf(json({ data: { job: null }, errors }))
      const invalid = { code: 'INVALID_RESPONSE', status: 200 }
      const whole = await errorOf(client.request(JobDocument, { id: 1 }))
      const partial = await errorOf(client.requestPartial(JobDocument, { id: 1 }))
      expect([whole, partial]).toMatchObject([invalid, invalid])
      expect(server.arrived).toHaveLength(2)
    },
  )

  test('of a page that is no GraphQL names the address', async () => {
    const { client } = await clientOf((response) => void response.writeHead(404).end('<html>'))
    const error = await errorOf(client.request(JobDocument, { id: 1 }))
    expect(error).toMatchObject({ code: 'INVALID_RESPONSE', status: 404 })
    expect(error.message).toContain('/graphql')
  })
})

const status =
  (code: number, headers = {}): Respond =>
  (response) =>
    void response.writeHead(code, headers).end('busy')

const transient: readonly [string, Respond][] = [
  ['a dropped connection', drop],
  ['a response that breaks off', breakOff],
  ['a response whose end is missing', (response) => void response.end('{"data":{')],
  ['502 of a proxy', status(502)],
  ['503 of a proxy', status(503)],
  ['504 of a proxy', status(504)],
  ['SUBGRAPH_UNAVAILABLE', refused('SUBGRAPH_UNAVAILABLE')],
  ['COMMIT_UNKNOWN', refused('COMMIT_UNKNOWN')],
]
const notRun: readonly [string, Respond][] = [
  ['429 of a proxy', status(429, { 'retry-after': '0' })],
  ['RATE_LIMITED', refused('RATE_LIMITED', { status: 429, retryAfterSeconds: 0 })],
  ['RENDERING_QUEUE_FULL', refused('RENDERING_QUEUE_FULL', { retryAfterSeconds: 0 })],
  ['PLANNER_UNAVAILABLE', refused('PLANNER_UNAVAILABLE', { status: 503 })],
  ['ORGANIZATION_READ_ONLY', refused('ORGANIZATION_READ_ONLY', { retryAfterSeconds: 0 })],
]

const refusedBefore = (code: string, httpStatus: number): Respond =>
  json({ errors: [{ message: 'Later.', extensions: { code, retryAfterSeconds: 0 } }] }, httpStatus)
const notBegun: readonly [string, Respond][] = [
  ['429 of a proxy', status(429, { 'retry-after': '0' })],
  ['RATE_LIMITED without data', refusedBefore('RATE_LIMITED', 429)],
  ['PLANNER_UNAVAILABLE without data', refusedBefore('PLANNER_UNAVAILABLE', 503)],
]

describe('is sent again after', () => {
  test.each([...transient, ...notRun])('%s: a query', async (_what, respond) => {
    const { client, server } = await clientOf(inTurn(respond, respond, fine))
    expect((await client.request(JobDocument, { id: 1 })).data).toEqual({ job: { id: 1 } })
    expect(server.arrived).toHaveLength(3)
    expect(server.arrived.map(({ headers }) => headers['idempotency-key'])).toEqual(
      Array(3).fill(undefined),
    )
  })

  test.each([...transient, ...notRun])('%s: a mutation, with one key', async (_what, respond) => {
    const { client, server } = await clientOf(inTurn(respond, respond, created))
    await client.request(JobUpsertDocument, upsert)
    const keys = server.arrived.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  })

  test.each(notBegun)(
    '%s: a mutation that does its work each time, because it has not run',
    async (_what, respond) => {
      const { client, server } = await clientOf(
        inTurn(respond, json({ data: { webhookReplay: 0 } })),
      )
      await client.request(WebhookReplayDocument, { id: 1, since: '2026-01-01T00:00:00Z' })
      expect(server.arrived).toHaveLength(2)
    },
  )

  test.each([...transient, ...notRun.slice(1)])(
    '%s: not a mutation that does its work each time, because it may have run',
    async (_what, respond) => {
      const { client, server } = await clientOf(respond)
      await errorOf(client.request(WebhookReplayDocument, { id: 1, since: '2026-01-01T00:00:00Z' }))
      expect(server.arrived).toHaveLength(1)
    },
  )

  test.each(['BAD_USER_INPUT', 'FORBIDDEN', 'CONFLICT', 'INTERNAL_SERVER_ERROR'])(
    '%s: nothing',
    async (code) => {
      const { client, server } = await clientOf(refused(code))
      expect(await errorOf(client.request(JobDocument, { id: 1 }))).toMatchObject({ code })
      expect(server.arrived).toHaveLength(1)
    },
  )
})

describe('a mutation', () => {
  test('has the key of the caller', async () => {
    const { client, server } = await clientOf(created)
    await client.request(JobUpsertDocument, upsert, { idempotencyKey: 'mine' })
    expect(server.arrived[0]?.headers['idempotency-key']).toBe('mine')
  })

  test('has the key of the headers, however its name is written, and each header once', async () => {
    const { client, server } = await clientOf(created, { headers: { Authorization: 'Bearer old' } })
    const headers = {
      'Idempotency-Key': 'mine',
      'Content-Type': 'text/plain',
      Accept: 'text/plain',
    }
    await client.request(JobUpsertDocument, upsert, { headers })
    await client.request(JobUpsertDocument, upsert, { headers, idempotencyKey: 'of the option' })
    expect(server.arrived.map(({ headers }) => headers)).toMatchObject([
      { 'idempotency-key': 'mine', 'content-type': 'application/json', authorization: 'Bearer T' },
      { 'idempotency-key': 'of the option' },
    ])
  })

  test('has another key in each call', async () => {
    const { client, server } = await clientOf(created)
    await client.request(JobUpsertDocument, upsert)
    await client.request(JobUpsertDocument, upsert)
    expect(new Set(server.arrived.map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
  })

  test.each([
    [',mutation M { jobUpsert(orgId: 1) { job { id } } }'],
    ['\uFEFFmutation M { jobUpsert(orgId: 1) { job { id } } }'],
    ['fragment J on Job { id },mutation M { jobUpsert(orgId: 1) { job { ...J } } }'],
  ])('has a key behind what GraphQL ignores between definitions: %j', async (text) => {
    const { client, server } = await clientOf(created)
    await client.request(text)
    expect(server.arrived[0]?.headers['idempotency-key']).toMatch(/./)
  })

  test('is not sent again when a part of it has run and must not run again', async () => {
    const respond = refused('RATE_LIMITED', {
      data: { a: { id: 1 }, b: null },
      retryAfterSeconds: 0,
    })
    const { client, server } = await clientOf(respond)
    const text =
      'mutation { a: webhookReplay(id: 1, since: "2026-01-01T00:00:00Z") b: webhookReplay(id: 2, since: "2026-01-01T00:00:00Z") }'
    await errorOf(client.request(text))
    expect(server.arrived).toHaveLength(1)
  })
})

describe('ends', () => {
  test('after the limit of attempts, and says how many there were', async () => {
    const { client, server } = await clientOf(drop, { retries: { ...retries, attempts: 3 } })
    expect(await errorOf(client.request(JobDocument, { id: 1 }))).toMatchObject({
      code: 'NETWORK_ERROR',
      attempts: 3,
      status: undefined,
    })
    expect(server.arrived).toHaveLength(3)
  })

  test('at once when the server wants a longer wait than the total time', async () => {
    const respond = refused('RATE_LIMITED', { status: 429, retryAfterSeconds: 900 })
    const { client, server } = await clientOf(respond, { retries: { totalMs: 60_000 } })
    const error = await errorOf(client.request(JobDocument, { id: 1 }))
    expect(error).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 900, status: 429 })
    expect(server.arrived).toHaveLength(1)
  })

  test.each([
    [new AggregateError([], ''), { code: 'ECONNREFUSED' }, 'ECONNREFUSED'],
    [new Error('connect ECONNREFUSED 127.0.0.1:1'), {}, 'connect ECONNREFUSED 127.0.0.1:1'],
    [new Error(''), {}, 'fetch failed'],
  ])('with the address and the reason, of whatever cause: %s', async (cause, code, reason) => {
    const failing = () =>
      Promise.reject(new TypeError('fetch failed', { cause: Object.assign(cause, code) }))
    const client = createClient({
      url: 'http://takeoff.example/graphql',
      retries: { attempts: 1 },
      fetch: failing,
    })
    expect((await errorOf(client.request(JobDocument, { id: 1 }))).message).toBe(
      `No response from http://takeoff.example/graphql: ${reason}.`,
    )
  })

  test('with TIMEOUT when no response comes in time', async () => {
    const { client } = await clientOf(() => {}, { timeoutMs: 30, retries: { attempts: 1 } })
    expect((await errorOf(client.request(JobDocument, { id: 1 }))).code).toBe('TIMEOUT')
  })

  test.each([Infinity, 2 ** 31])('not at once when it may take %d ms', async (ms) => {
    const slow: Respond = async (response, arrived) => {
      await delay(50)
      return fine(response, arrived)
    }
    const { client } = await clientOf(inTurn(drop, slow), {
      timeoutMs: ms,
      retries: { ...retries, attempts: 2, totalMs: ms },
    })
    expect((await client.request(JobDocument, { id: 1 })).data).toEqual({ job: { id: 1 } })
    const late = refused('RATE_LIMITED', { status: 429, retryAfterSeconds: 2 ** 31 / 1000 })
    const { client: waiting, server } = await clientOf(late, { retries: { totalMs: Infinity } })
    const signal = AbortSignal.timeout(50)
    await expect(waiting.request(JobDocument, { id: 1 }, { signal })).rejects.toThrow(/timeout/)
    expect(server.arrived).toHaveLength(1)
  })

  test('with TIMEOUT, or the reason of its signal, while it waits for a token', async () => {
    const token = () => new Promise<string>(() => {})
    const once = { token, retries: { attempts: 1 } }
    const { client } = await clientOf(fine, { ...once, timeoutMs: 30 })
    expect((await errorOf(client.request(JobDocument, { id: 1 }))).code).toBe('TIMEOUT')
    const { client: patient, server } = await clientOf(fine, once)
    const signal = AbortSignal.timeout(30)
    await expect(patient.request(JobDocument, { id: 1 }, { signal })).rejects.toThrow(/timeout/)
    expect(server.arrived).toHaveLength(0)
  })

  test('with the error of the function for tokens, and leaves no listener at the signal', async () => {
    const token = () => Promise.reject(new Error('no token'))
    const { client, server } = await clientOf(fine, { token })
    const { signal } = new AbortController()
    await expect(client.request(JobDocument, { id: 1 }, { signal })).rejects.toThrow('no token')
    expect(getEventListeners(signal, 'abort')).toEqual([])
    expect(server.arrived).toHaveLength(0)
  })

  test('by the limits of the client, or the defaults, where its own are undefined', async () => {
    const once = { attempts: 1, totalMs: undefined, delayMs: undefined, delayMaxMs: undefined }
    const { client, server } = await clientOf(() => {}, { timeoutMs: 30, retries: once })
    const own = { timeoutMs: undefined, retries: undefined, signal: undefined }
    const error = await errorOf(client.request(JobDocument, { id: 1 }, own))
    expect(error).toMatchObject({ code: 'TIMEOUT', attempts: 1 })
    expect(server.arrived).toHaveLength(1)
    const { client: busy } = await clientOf(inTurn(drop, fine), {
      retries: { attempts: undefined },
    })
    expect((await busy.request(JobDocument, { id: 1 })).data).toEqual({ job: { id: 1 } })
  })

  test('with the reason of its signal, in an attempt and in a wait', async () => {
    const { client } = await clientOf(() => {})
    const early = { signal: AbortSignal.abort(new Error('enough')) }
    await expect(client.request(JobDocument, { id: 1 }, early)).rejects.toThrow('enough')
    const late = { signal: AbortSignal.timeout(30) }
    await expect(client.request(JobDocument, { id: 1 }, late)).rejects.toThrow(/timeout/)
    const { client: waiting } = await clientOf(
      refused('RATE_LIMITED', { status: 429, retryAfterSeconds: 30 }),
    )
    const { signal } = { signal: AbortSignal.timeout(30) }
    await expect(waiting.request(JobDocument, { id: 1 }, { signal })).rejects.toThrow(/timeout/)
  })
})
