import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { startTestIssuer } from '@takeoff/kit/testing/issuer'
import { describe, expect, it } from 'vitest'
import type { TestContext } from 'vitest'
import { startLibrary } from './fixtures/library.ts'
import { startGateway } from './fixtures/start-gateway.ts'
import type { TestResponse, TestGateway } from './fixtures/start-gateway.ts'
import { startRedis } from '@takeoff/kit/testing/start-redis'

/** One point is refilled per second, which the expectations allow for. */
const FLOWN_BACK_MAX = 15

const BUDGETS = {
  COST_EXTENSION: 'on',
  COST_MAX: '50',
  BUDGET_ORGANIZATION_PER_SECOND: '1',
  BUDGET_ORGANIZATION_BURST: '200',
  BUDGET_TOKEN_PER_SECOND: '1',
  BUDGET_TOKEN_BURST: '100',
}
/** May cost 20 points, and costs 2. */
const BOOKS = '{ books { id } }'
/** 24 points requested and used: four of them leave too little for a fifth. */
const DEAR = '{ a: book(id: 1) { r: related(first: 23) { id } } }'
const TOO_DEAR = '{ books { related(first: 5) { id } } }'

/** Points of `spend`: more than are refilled meanwhile, so that what is left shows that they were charged. */
const SPENT = 20

let organizations = 0

const library = await disposeAfterAll(startLibrary())
const issuer = await disposeAfterAll(startTestIssuer())
const gateway = await disposeAfterAll(startGuarded(BUDGETS))

/** A gateway that knows the documents of these tests: a new one is charged by its tokens. */
async function startGuarded(env: Readonly<Record<string, string>>): Promise<TestGateway> {
  const auth = { AUTH: 'on', AUTH_ISSUER: issuer.url }
  const guarded = await startGateway(library.supergraphSdl, { ...auth, ...env })
  const send = await callerOf(newOrganization())
  for (const query of [BOOKS, DEAR, TOO_DEAR]) await send(query, guarded)
  return guarded
}

type Send = (query: string, gateway?: TestGateway) => Promise<TestResponse>

/** A caller with a token of its own. */
async function callerOf(orgIds: readonly number[]): Promise<Send> {
  const token = await issuer.token({ claims: { org_ids: orgIds, jti: crypto.randomUUID() } })
  return (query, at = gateway) => at.send({ query }, { authorization: `Bearer ${token}` })
}

async function spend(send: Send, at?: TestGateway): Promise<void> {
  for (let points = 0; points < SPENT; points += 2) await send(BOOKS, at)
}

function newOrganization(): number[] {
  organizations += 1
  return [organizations]
}

/** Points left of organization and token. */
function leftOf({ headers }: TestResponse): number[] {
  return [...(headers.get('ratelimit') ?? '').matchAll(/;r=(\d+)/g)].map(([, r]) => Number(r))
}

/** This many points, or up to nine more, which are refilled while a machine is busy. */
const about = (...points: readonly number[]): unknown[] =>
  points.map((one) => expect.closeTo(one + 4.5, -1))

describe('a response to a caller', () => {
  it('reports the budgets, and the points left', async () => {
    const send = await callerOf(newOrganization())
    const { headers } = await send(BOOKS)
    expect(headers.get('ratelimit-policy')).toBe(
      '"organization";q=200;qu="points";w=200, "token";q=100;qu="points";w=100',
    )
    expect(headers.get('ratelimit')).toMatch(/^"organization";r=\d+;t=1, "token";r=\d+;t=1$/)
  })

  it('is charged by its actual cost', async () => {
    const send = await callerOf(newOrganization())
    await spend(send)
    expect(leftOf(await send(BOOKS))).toEqual(about(200 - SPENT - 2, 100 - SPENT - 2))
  })

  it('that was refused for its cost is not charged', async () => {
    const send = await callerOf(newOrganization())
    const refused = await send(TOO_DEAR)
    expect(refused.body.errors?.[0]?.extensions['code']).toBe('COST_EXCEEDED')
    expect(leftOf(await send(BOOKS))).toEqual(about(198, 98))
  })

  it('has no budget headers without token checks or without budgets', async () => {
    await using open = await startGateway(library.supergraphSdl, BUDGETS)
    const off = { BUDGET_ORGANIZATION_PER_SECOND: '0', BUDGET_TOKEN_PER_SECOND: '0' }
    await using free = await startGuarded({ ...BUDGETS, ...off })
    const send = await callerOf(newOrganization())
    for (const at of [open, free]) {
      const { status, headers } = await send(BOOKS, at)
      expect([status, headers.has('ratelimit'), headers.has('ratelimit-policy')]).toEqual([
        200,
        false,
        false,
      ])
    }
  })
})

it.each([
  ['the fast path', 'POST'],
  ['Apollo Server', 'GET'],
])('an operation on %s whose client disconnects is not refunded', async (_path, method) => {
  const token = await issuer.token({ claims: { org_ids: newOrganization() } })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const arrived = Promise.withResolvers<void>()
  const dropped = Promise.withResolvers<void>()
  library.respond('catalog', (request) => {
    request.socket.once('close', dropped.resolve)
    arrived.resolve()
  })
  const search = method === 'GET' ? `?query=${encodeURIComponent(BOOKS)}` : ''
  const body = method === 'GET' ? {} : { body: JSON.stringify({ query: BOOKS }) }
  const disconnecting = new AbortController()
  const { signal } = disconnecting
  const sent = fetch(`${gateway.url}/graphql${search}`, { method, headers, signal, ...body })
  await arrived.promise
  disconnecting.abort()
  await expect(sent).rejects.toThrow('aborted')
  await dropped.promise
  library.respond('catalog', undefined)
  expect(leftOf(await gateway.send({ query: BOOKS }, headers))).toEqual(about(178, 78))
})

const dearly = () => {
  library.respond('catalog', (_request, response) => {
    const related = Array.from({ length: 23 }, () => ({ id: '1' }))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data: { a: { r: related } } }))
  })
}

describe('a caller whose budget is spent', () => {
  it('gets RATE_LIMITED, HTTP 429, with the time of the next try, and nothing is fetched', async () => {
    dearly()
    const send = await callerOf(newOrganization())
    for (let times = 0; times < 4; times += 1) expect((await send(DEAR)).status).toBe(200)
    const before = library.seen.length
    const { status, headers, body } = await send(DEAR)
    library.respond('catalog', undefined)

    const wait = Number(headers.get('retry-after'))
    expect(status).toBe(429)
    expect(wait).toBeGreaterThanOrEqual(20 - FLOWN_BACK_MAX)
    expect(wait).toBeLessThanOrEqual(20)
    expect(body.errors?.[0]).toMatchObject({
      message: expect.stringMatching(
        /may cost 24 points, and the budget of your token has \d+ left/,
      ) as string,
      extensions: { code: 'RATE_LIMITED', retryAfterSeconds: wait },
    })
    expect(body.extensions).toEqual({ cost: { requested: 24, actual: 0 } })
    expect(headers.get('ratelimit')).toMatch(
      new RegExp(`^"organization";r=1\\d\\d;t=${wait}, "token";r=\\d+;t=${wait}$`),
    )
    expect(library.seen).toHaveLength(before)
  })

  it('does not block others, until their organization has spent its own', async () => {
    dearly()
    const organization = newOrganization()
    const [one, other, third, elsewhere] = await Promise.all(
      [organization, organization, organization, newOrganization()].map(callerOf),
    )
    const statuses = async (send: Send | undefined): Promise<(number | undefined)[]> => {
      const found = []
      for (let times = 0; times < 5; times += 1) found.push((await send?.(DEAR))?.status)
      return found
    }
    expect(await statuses(one)).toEqual([200, 200, 200, 200, 429])
    expect(await statuses(other)).toEqual([200, 200, 200, 200, 429])
    expect((await third?.(DEAR))?.body.errors?.[0]?.message).toContain('your organization')
    expect((await elsewhere?.(DEAR))?.status).toBe(200)
    library.respond('catalog', undefined)
  })
})

it('several gateways with one Redis share one budget, and use their own when it is unavailable', async (context: TestContext) => {
  await using redis = await startRedis()
  context.skip(redis === undefined, 'Redis (redis-server) is not installed')
  const env = { ...BUDGETS, BUDGET_REDIS_URL: redis?.url ?? '' }
  await using one = await startGuarded(env)
  await using other = await startGuarded(env)
  const send = await callerOf(newOrganization())
  dearly()
  for (let times = 0; times < 4; times += 1) expect((await send(DEAR, one)).status).toBe(200)
  expect((await send(DEAR, other)).status).toBe(429)
  await redis?.kill()
  expect((await send(DEAR, other)).status).toBe(200)
  library.respond('catalog', undefined)
})

it('a gateway whose Redis is unreachable starts and responds', async () => {
  await using alone = await startGuarded({ ...BUDGETS, BUDGET_REDIS_URL: 'redis://127.0.0.1:9' })
  const send = await callerOf(newOrganization())
  await spend(send, alone)
  expect(leftOf(await send(BOOKS, alone))).toEqual(about(200 - SPENT - 2, 100 - SPENT - 2))
})

it('a gateway that cannot listen closes its connection to Redis', async () => {
  await using redis = createServer().listen(0, '127.0.0.1')
  await once(redis, 'listening')
  const { port } = redis.address() as AddressInfo
  const connected = once(redis, 'connection')
  const starting = startGuarded({ BUDGET_REDIS_URL: `redis://127.0.0.1:${port}`, PORT: `${port}` })
  const [[socket]] = await Promise.all([
    connected as Promise<[Socket]>,
    expect(starting).rejects.toThrow('EADDRINUSE'),
  ])
  socket.resume()
  if (!socket.closed) await once(socket, 'close')
})
