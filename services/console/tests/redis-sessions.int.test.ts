import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createClient } from '@redis/client'
import type { RunningService } from '@takeoff/kit/service/run'
import { startRedis } from '@takeoff/kit/testing/start-redis'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { IssuerClient } from '../src/issuer/issuer-client.ts'
import { DOCUMENT_ID, startConsole } from './support/start-console.ts'
import type { TestConsole } from './support/start-console.ts'
import type { TestBrowser } from './support/test-browser.ts'

const HOUR_MS = 3_600_000

const redis = await startRedis()

describe.skipIf(redis === undefined)('sessions in Redis (needs redis-server)', () => {
  let console: TestConsole
  let second: RunningService

  beforeAll(async () => {
    const env = { SESSIONS_URL: redis?.url ?? '', SESSIONS_PER_PERSON_MAX: '3' }
    console = await startConsole(env)
    second = await console.another()
  })
  afterAll(async () => {
    await second[Symbol.asyncDispose]()
    await console[Symbol.asyncDispose]()
    await redis?.[Symbol.asyncDispose]()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  const query = (url: string, browser: TestBrowser): Promise<Response> =>
    browser.send(`${url}/session/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-takeoff-console': '1',
        origin: console.url,
      },
      body: JSON.stringify({ documentId: DOCUMENT_ID }),
    })

  it('are those of all processes', async () => {
    const browser = await console.signedIn()
    expect(await browser.isSignedInAt(second.url)).toBe(true)
    await console.post(browser, '/session/sign-out', {})

    expect(await browser.isSignedInAt(second.url)).toBe(false)
  })

  it('are refreshed by one process for all', async () => {
    const browser = await console.signedIn()
    const refresh = vi.spyOn(IssuerClient.prototype, 'refresh')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR_MS })
    const urls = Array.from({ length: 20 }, (_, index) => (index % 2 ? console.url : second.url))
    const responses = await Promise.all(urls.map((url) => query(url, browser)))

    expect(responses.map(({ status }) => status)).toEqual(Array<number>(20).fill(200))
    expect(refresh).toHaveBeenCalledTimes(1)
    expect(new Set(console.received.map(({ headers }) => headers.authorization)).size).toBe(1)
  })

  it('end together, in all processes', async () => {
    const [one, other] = [await console.signedIn(), await console.signedIn()]
    const esther = await console.signedIn('esther@example.com')
    await console.post(one, '/session/sign-out', { everywhere: true })

    expect(await one.isSignedInAt(second.url)).toBe(false)
    expect(await other.isSignedInAt(second.url)).toBe(false)
    expect(await esther.isSignedInAt(second.url)).toBe(true)
  })

  it('are limited for one person: the oldest ends', async () => {
    const browsers = []
    for (const _ of [1, 2, 3, 4]) browsers.push(await console.signedIn('esther@example.com'))
    const open = []
    for (const browser of browsers) open.push(await browser.isSignedInAt(console.url))

    expect(open).toEqual([false, true, true, true])
  })

  it('do not count when they have expired: the oldest that is used stays', async () => {
    const used = await console.signedIn('esther@example.com')
    await using client = await connectTo(redis?.url ?? '')
    const before = new Set(await client.keys('takeoff:session:*'))
    for (const _ of [1, 2]) await console.signedIn('esther@example.com')
    for (const key of await client.keys('takeoff:session:*'))
      if (!before.has(key)) await client.del(key)
    const latest = await console.signedIn('esther@example.com')

    expect(await used.isSignedInAt(console.url)).toBe(true)
    expect(await latest.isSignedInAt(console.url)).toBe(true)
  })

  it('hold neither tokens, names nor cookies, and expire', async () => {
    const browser = await console.signedIn()
    await using client = await connectTo(redis?.url ?? '')
    const keys = await client.keys('*')
    const values = await Promise.all(
      keys.map(async (key) =>
        key.startsWith('takeoff:session:') ? client.get(key) : client.zRange(key, 0, -1),
      ),
    )
    const text = JSON.stringify([keys, values])

    expect(keys.length).toBeGreaterThan(1)
    expect(text).not.toMatch(/eyJhbGci|[Oo]livia/)
    expect(text).not.toContain(browser.cookie(console.cookieName))
    for (const key of keys) expect(await client.pTTL(key)).toBeGreaterThan(0)
  })

  it('are unavailable while Redis is, and there again with it', async () => {
    const browser = await console.signedIn()
    redis?.pause()
    const response = await query(console.url, browser)
    redis?.goOn()

    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.json()).toMatchObject({ code: 'SUBGRAPH_UNAVAILABLE' })
    await expect
      .poll(async () => (await query(console.url, browser)).status, { timeout: 5_000 })
      .toBe(200)
  })

  it('are gone when Redis has lost them: people sign in again', async () => {
    const browser = await console.signedIn()
    await mkdir(console.folder)
    await writeFile(path.join(console.folder, 'index.html'), '<!doctype html>')
    expect((await fetch(`${console.url}/health/ready`)).status).toBe(200)
    await redis?.kill()
    expect((await browser.send(`${console.url}/session`)).status).toBe(503)
    expect((await fetch(`${console.url}/health/ready`)).status).toBe(200)
    await redis?.start()

    await expect.poll(() => browser.isSignedInAt(console.url), { timeout: 10_000 }).toBe(false)
  })
})

async function connectTo(url: string) {
  const client = createClient({ url })
  await client.connect()
  return Object.assign(client, {
    [Symbol.asyncDispose]: () => Promise.resolve(client.destroy()),
  })
}
