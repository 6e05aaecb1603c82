import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { SubgraphUnavailableError } from '@takeoff/kit/values/errors'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { IssuerClient } from '../src/issuer/issuer-client.ts'
import { MemoryStore } from '../src/sessions/memory-store.ts'
import { DOCUMENT_ID, signInUrl, startConsole } from './support/start-console.ts'
import type { TestBrowser } from './support/test-browser.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The development issuer's access tokens are valid for as long. */
const TOKEN_MS = HOUR_MS

// oxlint-disable-next-line typescript/unbound-method -- it is called with its object
const realRefresh = IssuerClient.prototype.refresh
const console = await disposeAfterAll(
  startConsole({ SESSION_IDLE_MINUTES: '120', SESSION_HOURS_MAX: '8' }),
)

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Moves the clock of the console and of the issuer. */
function later(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
}

const query = (browser: TestBrowser): Promise<Response> =>
  console.post(browser, '/session/graphql', { documentId: DOCUMENT_ID, variables: {} })

const isAtJobs = ({ pathname }: URL): boolean => pathname === '/jobs'

const lastToken = (): string | undefined => console.received.at(-1)?.headers.authorization

describe('an access token that is about to expire', () => {
  it('is refreshed once for many requests at the same time, with the newest refresh token', async () => {
    const browser = await console.signedIn()
    await query(browser)
    const first = lastToken()
    const refresh = vi.spyOn(IssuerClient.prototype, 'refresh')
    later(TOKEN_MS - 10_000)
    console.received.length = 0
    const responses = await Promise.all(Array.from({ length: 20 }, () => query(browser)))

    expect(responses.map(({ status }) => status)).toEqual(Array<number>(20).fill(200))
    expect(refresh).toHaveBeenCalledTimes(1)
    expect(new Set(console.received.map(({ headers }) => headers.authorization)).size).toBe(1)
    expect(lastToken()).not.toBe(first)
    // The issuer has replaced the refresh token: the earlier one would end the session.
    for (const hours of [1, 1]) {
      later(hours * HOUR_MS)
      expect((await query(browser)).status).toBe(200)
    }
    expect(refresh).toHaveBeenCalledTimes(3)
  })

  it('is not refreshed again for a session that was ended meanwhile', async () => {
    const browser = await console.signedIn()
    const other = await console.signedIn()
    later(TOKEN_MS)
    const refresh = vi.spyOn(IssuerClient.prototype, 'refresh')
    refresh.mockImplementation(async function (this: IssuerClient, token) {
      const tokens = await realRefresh.call(this, token)
      await console.post(other, '/session/sign-out', { everywhere: true })
      return tokens
    })

    expect((await query(browser)).status).toBe(401)
    expect(await browser.isSignedInAt(console.url)).toBe(false)
  })

  it('is stored again when the store fails: the issuer has taken the refresh token before', async () => {
    const browser = await console.signedIn()
    vi.spyOn(MemoryStore.prototype, 'replace').mockRejectedValueOnce(new Error('away'))
    for (const _ of [1, 2]) {
      later(TOKEN_MS)
      expect((await query(browser)).status).toBe(200)
    }
  })

  it('is used as long as it is valid while the issuer does not respond, and then 503 says so', async () => {
    const browser = await console.signedIn()
    vi.spyOn(IssuerClient.prototype, 'refresh').mockRejectedValue(
      new SubgraphUnavailableError('sign-in', { retryAfterSeconds: 5 }),
    )
    later(TOKEN_MS - 10_000)
    expect((await query(browser)).status).toBe(200)
    later(11_000)
    const response = await query(browser)

    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    vi.restoreAllMocks()
    expect((await query(browser)).status).toBe(200)
  })

  it('ends the session when the issuer refuses the refresh token', async () => {
    await using other = await startConsole()
    const browser = await other.signedIn()
    vi.spyOn(IssuerClient.prototype, 'refresh').mockImplementation(function (this: IssuerClient) {
      return realRefresh.call(this, 'a token that the issuer does not know')
    })
    later(TOKEN_MS)
    const response = await other.post(browser, '/session/graphql', { documentId: DOCUMENT_ID })

    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'UNAUTHENTICATED' })
    vi.restoreAllMocks()
    expect(await browser.isSignedInAt(other.url)).toBe(false)
  })
})

describe('a session', () => {
  it('ends when it was not used for a while', async () => {
    const browser = await console.signedIn()
    later(119 * MINUTE_MS)
    expect(await browser.isSignedInAt(console.url)).toBe(true)
    later(119 * MINUTE_MS)
    expect(await browser.isSignedInAt(console.url)).toBe(true)
    later(121 * MINUTE_MS)
    expect(await browser.isSignedInAt(console.url)).toBe(false)
  })

  it('ends at its greatest age, however much it is used', async () => {
    const browser = await console.signedIn()
    for (let hour = 1; hour < 8; hour += 1) {
      later(HOUR_MS)
      expect(await browser.isSignedInAt(console.url)).toBe(true)
    }
    later(HOUR_MS)

    expect(await browser.isSignedInAt(console.url)).toBe(false)
  })

  it('does nothing for a page that is shown for another person', async () => {
    const browser = await console.signedIn()
    const personAt = async () => {
      const session = (await (await browser.send(`${console.url}/session`)).json()) as {
        readonly person: string
      }
      return session.person
    }
    const olivia = await personAt()
    const send = (
      person: string,
      path = '/session/graphql',
      body: object = { documentId: DOCUMENT_ID, variables: {} },
    ): Promise<Response> =>
      browser.send(console.url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-takeoff-console': '1',
          'x-takeoff-person': person,
          origin: console.url,
        },
        body: JSON.stringify(body),
      })
    expect((await send(olivia)).status).toBe(200)

    // In another tab, whose cookie is the same.
    await browser.follow(signInUrl(console.url, 'esther@example.com'), isAtJobs)
    console.received.length = 0
    const refused = await send(olivia)

    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({
      code: 'UNAUTHENTICATED',
      detail: 'Another person has signed in in this browser. Load the page again.',
    })
    expect(console.received).toEqual([])
    const signOut = await send(olivia, '/session/sign-out', { everywhere: true })
    expect(signOut.status).toBe(401)
    expect((await send(await personAt())).status).toBe(200)
  })

  it('is not opened by a cookie of any other form', async () => {
    for (const value of ['', 'x', '%00', 'a'.repeat(43), 'a'.repeat(5000), '{"id":1}']) {
      const browser = console.browser()
      browser.setCookie(console.cookieName, value)
      expect(await browser.isSignedInAt(console.url)).toBe(false)
    }
  })
})
