import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { beforeEach, describe, expect, it, test, vi } from 'vitest'
import { z } from 'zod'
import { accessTable } from '@takeoff/kit/security/access-table'
import { Authenticator } from '@takeoff/kit/security/auth'
import { UnauthenticatedError } from '@takeoff/kit/values/errors'
import { MemoryStore } from '../src/sessions/memory-store.ts'
import { PEOPLE, signInUrl, startConsole } from './support/start-console.ts'

const console = await disposeAfterAll(startConsole())

beforeEach(() => {
  vi.restoreAllMocks()
})

const real = globalThis.fetch
const isCallback = ({ pathname }: URL): boolean => pathname === '/session/callback'
const isJobs = ({ pathname }: URL): boolean => pathname === '/jobs'

describe('a browser without a session', () => {
  it('receives no user, and the people who can sign in with one click', async () => {
    const response = await console.browser().send(`${console.url}/session`)

    // A refusal would be an error in the browser's log.
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ user: null, people: PEOPLE })
  })

  it('receives no people where none are configured', async () => {
    await using other = await startConsole({ SIGN_IN_PEOPLE: '[]' })
    const response = await other.browser().send(`${other.url}/session`)

    expect(await response.json()).toEqual({ user: null })
  })
})

describe('a sign-in', () => {
  it('uses code, PKCE, state and nonce, and the person of the hint', async () => {
    const response = await console.browser().send(signInUrl(console.url, 'esther@example.com'))
    const location = new URL(response.headers.get('location') ?? '')

    expect(response.status).toBe(302)
    expect(location.origin).toBe(console.issuerUrl)
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'takeoff-console',
      redirect_uri: `${console.url}/session/callback`,
      code_challenge_method: 'S256',
      login_hint: 'esther@example.com',
      scope: 'openid profile email offline_access',
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
    })
  })

  it('does not pass on a hint that is none of the people', async () => {
    const response = await console.browser().send(signInUrl(console.url, 'pedro@example.com'))

    expect(response.headers.get('location')).not.toContain('login_hint')
  })

  it('shows who is signed in, with the scopes in each organization, and no token', async () => {
    const browser = await console.signedIn('esther@example.com')
    const response = await browser.send(`${console.url}/session`)
    const text = await response.text()

    expect(response.status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({
      user: { id: 3, name: 'Esther Estes', email: 'esther@example.com' },
      organizations: [
        { id: 1, scopes: expect.arrayContaining(['lists:write', 'prices:read']) as string[] },
        { id: 2, scopes: expect.not.arrayContaining(['prices:read', 'lists:write']) as string[] },
      ],
      issuer: console.issuerUrl,
    })
    expect(text).not.toMatch(/eyJ|token/i)
  })

  it('shows an owner every scope that the access table names', async () => {
    const browser = await console.signedIn('olivia@example.com')
    const response = await browser.send(`${console.url}/session`)
    const { organizations } = z
      .object({ organizations: z.array(z.object({ scopes: z.array(z.string()) })) })
      .parse(await response.json())
    const named = JSON.stringify(accessTable).matchAll(/"scope":"([^"]+)"/g)

    expect(new Set(organizations[0]?.scopes)).toEqual(new Set([...named].map(([, name]) => name)))
  })

  it('sends no token to the browser in any response', async () => {
    const seen: string[] = []
    const browser = console.browser()
    const send = browser.send.bind(browser)
    browser.send = async (url, options) => {
      const response = await send(url, options)
      if (url.startsWith(console.url))
        seen.push(JSON.stringify([...response.headers]), await response.clone().text())
      return response
    }
    await browser.follow(signInUrl(console.url, 'olivia@example.com'), isJobs)
    await console.post(browser, '/session/sign-out', {})

    expect(seen.length).toBeGreaterThan(4)
    expect(seen.join('\n')).not.toContain('eyJhbGci')
  })

  it('replaces a session, so that an identifier from before it is of no use', async () => {
    const browser = await console.signedIn()
    const before = browser.cookie(console.cookieName) ?? ''
    await browser.follow(signInUrl(console.url, 'esther@example.com'), isJobs)
    const after = browser.cookie(console.cookieName)
    const attacker = console.browser()
    attacker.setCookie(console.cookieName, before)

    expect(after).not.toBe(before)
    expect(await attacker.isSignedInAt(console.url)).toBe(false)
  })

  it('does not use a session identifier that was planted', async () => {
    const planted = 'p'.repeat(43)
    const browser = console.browser()
    browser.setCookie(console.cookieName, planted)
    await browser.follow(signInUrl(console.url, 'olivia@example.com'), isJobs)

    expect(browser.cookie(console.cookieName)).toMatch(/^[\w-]{43}$/)
    expect(browser.cookie(console.cookieName)).not.toBe(planted)
  })

  it('begins in three tabs at once, and each can finish', async () => {
    const browser = console.browser()
    const callbacks = []
    const url = signInUrl(console.url, 'olivia@example.com')
    for (const _ of [1, 2, 3]) callbacks.push(await browser.follow(url, isCallback))
    for (const callback of callbacks) {
      const response = await browser.send(callback.href)
      expect([response.status, response.headers.get('location')]).toEqual([302, '/jobs'])
    }
  })
})

const title = (page: string): string | undefined => /<h1>(.+)<\/h1>/.exec(page)?.[1]
const link = (page: string): string | undefined => /href="(.+)"/.exec(page)?.[1]

describe('a callback', () => {
  async function callback(change: (url: URL) => void): Promise<Response> {
    const browser = console.browser()
    const url = await browser.follow(signInUrl(console.url, 'olivia@example.com'), isCallback)
    change(url)
    const response = await browser.send(url.href)
    expect(browser.cookie(console.cookieName)).toBeUndefined()
    return response
  }

  test.each<readonly [string, (url: URL) => void, number, string]>([
    [
      'with another code',
      (url) => url.searchParams.set('code', 'x'.repeat(43)),
      400,
      'The sign-in did not succeed',
    ],
    [
      'of another issuer',
      (url) => url.searchParams.set('iss', 'https://evil.example'),
      400,
      'The sign-in did not succeed',
    ],
    [
      'with a refusal',
      (url) => {
        url.searchParams.delete('code')
        url.searchParams.set('error', 'access_denied')
      },
      403,
      'The sign-in was refused',
    ],
    [
      'with an error that is HTML',
      (url) => {
        url.searchParams.delete('code')
        url.searchParams.set('error', '<script>alert(1)</script>')
      },
      400,
      'The sign-in did not succeed',
    ],
  ])('%s opens no session, and a page says why', async (_, change, status, heading) => {
    const response = await callback(change)
    const page = await response.text()

    expect(response.status).toBe(status)
    expect(title(page)).toBe(heading)
    expect(link(page)).toBe('/session/sign-in?return=%2Fjobs')
    expect(page).not.toContain('<script')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test.each<readonly [string, (url: URL) => void]>([
    ['with another state', (url) => url.searchParams.set('state', 'x'.repeat(43))],
    ['without a state', (url) => url.searchParams.delete('state')],
  ])('%s opens no session, and leads to no page', async (_, change) => {
    const response = await callback(change)
    const page = await response.text()

    expect(response.status).toBe(400)
    expect(title(page)).toBe('The sign-in did not succeed')
    expect(link(page)).toBe('/session/sign-in')
  })

  it('of an attempt whose cookie leads to another site does not lead there', async () => {
    const attempt = { state: 's', nonce: 'n', verifier: 'v', returnPath: '//evil.example' }
    const browser = console.browser()
    browser.setCookie(
      `takeoff-sign-in-${new URL(console.url).port}`,
      Buffer.from(JSON.stringify([attempt])).toString('base64url'),
    )
    const response = await browser.send(`${console.url}/session/callback?state=s&error=x`)

    expect(response.status).toBe(400)
    expect(link(await response.text())).toBe('/session/sign-in')
  })

  it('is of use in the browser that began the sign-in only', async () => {
    const url = await console
      .browser()
      .follow(signInUrl(console.url, 'olivia@example.com'), isCallback)
    const victim = console.browser()
    const response = await victim.send(url.href)

    expect(response.status).toBe(400)
    expect(victim.cookie(console.cookieName)).toBeUndefined()
  })

  it('is used once', async () => {
    const browser = console.browser()
    const url = await browser.follow(signInUrl(console.url, 'olivia@example.com'), isCallback)
    expect((await browser.send(url.href)).status).toBe(302)

    expect((await browser.send(url.href)).status).toBe(400)
    expect(await browser.isSignedInAt(console.url)).toBe(true)
  })

  it('says why the access token cannot be used', async () => {
    const reason = 'The access token is for another audience.'
    vi.spyOn(Authenticator.prototype, 'authenticate').mockRejectedValueOnce(
      new UnauthenticatedError(reason),
    )
    const page = await (await callback(() => undefined)).text()

    expect(title(page)).toBe('The sign-in cannot be used here')
    expect(page).toContain(reason)
  })
})

test('a sign-in whose session cannot be stored tells a person to wait, not a client of the API', async () => {
  vi.spyOn(MemoryStore.prototype, 'create').mockRejectedValueOnce(new Error('out of memory'))
  const browser = console.browser()
  const callback = await browser.follow(signInUrl(console.url, 'olivia@example.com'), isCallback)
  const response = await browser.send(callback.href)
  const page = await response.text()

  expect(response.status).toBe(503)
  expect(page).toContain('Sign-in is not available at the moment. Try again in a minute.')
  expect(page).not.toContain('Idempotency-Key')
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/%2F%2Fevil.example'])(
  'a sign-in that would return to %s is refused',
  async (target) => {
    const url = `${console.url}/session/sign-in?${new URLSearchParams({ return: target })}`
    const response = await console.browser().send(url)

    expect(response.status).toBe(400)
    const page = await response.text()
    expect(page).toContain('return must be a path of the console')
    expect(link(page)).toBe('/session/sign-in')
    expect(response.headers.get('location')).toBeNull()
  },
)

describe('a sign-out', () => {
  it('ends the session, and leads to where the issuer ends its own', async () => {
    const browser = await console.signedIn()
    const secret = browser.cookie(console.cookieName) ?? ''
    const response = await console.post(browser, '/session/sign-out', {})
    const { redirect } = (await response.json()) as { redirect: string }

    expect(redirect).toMatch(new RegExp(`^${console.issuerUrl}/session/end\\?`))
    expect((await browser.send(redirect)).status).toBe(200)
    expect(browser.cookie(console.cookieName)).toBeUndefined()
    browser.setCookie(console.cookieName, secret)
    expect(await browser.isSignedInAt(console.url)).toBe(false)
  })

  it('everywhere ends the sessions of this person in all browsers, and of no other person', async () => {
    const browsers = [await console.signedIn(), await console.signedIn(), await console.signedIn()]
    const other = await console.signedIn('esther@example.com')
    await console.post(browsers[0] ?? other, '/session/sign-out', { everywhere: true })

    for (const browser of browsers) expect(await browser.isSignedInAt(console.url)).toBe(false)
    expect(await other.isSignedInAt(console.url)).toBe(true)
  })

  it('without a session succeeds', async () => {
    const response = await console.post(console.browser(), '/session/sign-out', {})

    expect([response.status, await response.json()]).toEqual([200, {}])
  })
})

describe('without the issuer', () => {
  test.each<readonly [string, () => Promise<Response>]>([
    [
      'that cannot be reached',
      () => Promise.reject(new TypeError('fetch failed', { cause: new Error('no route') })),
    ],
    ['that takes too long', () => Promise.reject(new DOMException('late', 'TimeoutError'))],
    [
      'that has too many requests',
      () => Promise.resolve(Response.json({ error: 'slow_down' }, { status: 429 })),
    ],
    ['whose proxy has too many', () => Promise.resolve(new Response('many', { status: 429 }))],
    ['whose proxy responds for it', () => Promise.resolve(new Response('down', { status: 502 }))],
  ])('(%s) a callback tells a person to wait', async (_, respond) => {
    const browser = console.browser()
    const url = await browser.follow(signInUrl(console.url, 'olivia@example.com'), isCallback)
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      const target = input instanceof Request ? input.url : String(input)
      return target.startsWith(console.issuerUrl) ? respond() : real(input, init)
    })
    const response = await browser.send(url.href)

    expect(response.status).toBe(503)
    expect(await response.text()).toContain(
      'Sign-in is not available at the moment. Try again in a minute.',
    )
  })

  it('a sign-in is a page with 503 and when to try again, and works when the issuer is back', async () => {
    await using other = await startConsole()
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      const url = input instanceof Request ? input.url : String(input)
      return url.startsWith(other.issuerUrl)
        ? Promise.reject(new TypeError('fetch failed', { cause: new Error('no route') }))
        : real(input, init)
    })
    const response = await other.browser().send(`${other.url}/session/sign-in?return=/jobs/1`)
    const page = await response.text()

    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(page).toContain('Sign-in is not available at the moment. Try again in a minute.')
    expect(link(page)).toBe('/session/sign-in?return=%2Fjobs%2F1')
    vi.restoreAllMocks()
    expect((await other.browser().send(`${other.url}${link(page)}`)).status).toBe(302)
  })
})
