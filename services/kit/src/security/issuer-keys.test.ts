import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { generateKeyPair } from 'jose'
import { pino } from 'pino'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { authVariables } from '../service/config-groups.ts'
import { readVariables } from '../service/config.ts'
import { createLogger } from '../service/logger.ts'
import { startTestIssuer } from '../testing/issuer.ts'
import type { TestIssuer, TokenOptions } from '../testing/issuer.ts'
import { Authenticator } from './auth.ts'
import type { Caller } from './auth.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const UNAVAILABLE = {
  code: 'SUBGRAPH_UNAVAILABLE',
  httpStatus: 503,
  extensions: { retryAfterSeconds: expect.any(Number) as number },
}

const faults: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'a response 500': (response) => response.writeHead(500).end('{}'),
  'a response 401': (response) => response.writeHead(401).end('{}'),
  'a redirect': (response) => response.writeHead(302, { location: '/keys' }).end(),
  'a page in place of JSON': (response) => response.end('<html>Down for maintenance</html>'),
  'JSON that is no key set': (response) => response.end('{"error":"busy"}'),
  'a key set without keys': (response) => response.end('{"keys":[]}'),
  '50 MB': (response) => {
    response.write('{"keys":[{"kty":"EC"}]}')
    response.end(Buffer.alloc(50_000_000, ' '))
  },
  'half a response': (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"keys":')
    response.socket?.end()
  },
  'a closed connection': (response) => response.destroy(),
}
const faultNames = Object.keys(faults)

let issuer: TestIssuer
let authenticator: Authenticator
let tokens = 0

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] })
  const started = await startTestIssuer()
  issuer = started
  const config = readVariables(authVariables, { AUTH_ISSUER: issuer.url })
  authenticator = new Authenticator(config, createLogger('test', 'silent'))
  onTestFinished(async () => {
    await started[Symbol.asyncDispose]()
    vi.useRealTimers()
  })
})

/** Each token is another one, so that none is known from before. */
async function newHeader(options: TokenOptions = {}): Promise<string> {
  tokens += 1
  return `Bearer ${await issuer.token({ ...options, claims: { jti: String(tokens) } })}`
}

async function authenticate(options?: TokenOptions): Promise<Caller> {
  return authenticator.authenticate(await newHeader(options))
}

/** Resolves when the issuer has received a request for its keys, which it never answers. */
function hang(): Promise<void> {
  return new Promise((resolve) => {
    issuer.keysResponse = () => resolve()
  })
}

describe('without any key', () => {
  test.each(faultNames)('%s is an error of the issuer, not of the token', async (fault) => {
    issuer.keysResponse = faults[fault]

    await expect(authenticate()).rejects.toMatchObject(UNAVAILABLE)
  })

  test('a key of the issuer that cannot be used is an error of the issuer, not of the token', async () => {
    const key = { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', alg: 'ES256', kid: '1' }
    issuer.keysResponse = (response) => response.end(JSON.stringify({ keys: [key] }))

    await expect(authenticate()).rejects.toMatchObject(UNAVAILABLE)
  })

  test('an issuer that does not respond is unavailable after five seconds', async () => {
    const requested = hang()
    const outcome = authenticate().catch((error: unknown) => error)
    await requested
    vi.advanceTimersByTime(5_000)

    expect(await outcome).toMatchObject(UNAVAILABLE)
  })

  test('a failure is logged with its reason, and without the body of the response', async () => {
    const lines: string[] = []
    const logger = pino(
      { base: null, serializers: { err: pino.stdSerializers.err } },
      {
        write: (line: string) => void lines.push(line),
      },
    )
    authenticator = new Authenticator(
      readVariables(authVariables, { AUTH_ISSUER: issuer.url }),
      logger,
    )
    issuer.keysResponse = faults['50 MB']
    await expect(authenticate()).rejects.toMatchObject(UNAVAILABLE)

    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(`${issuer.url}/keys has no response: response too large`)
    expect(lines[0]?.length).toBeLessThan(2_000)
  })

  test('many requests together fetch the keys once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => authenticate()))

    expect(issuer.keyRequests).toBe(1)
  })

  test('many requests together share one failure', async () => {
    issuer.keysResponse = faults['a response 500']
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => authenticate()))

    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'rejected'))
    expect(issuer.keyRequests).toBe(1)
  })

  test('failures back off to half a minute', async () => {
    issuer.keysResponse = faults['a response 500']
    for (let second = 0; second < 600; second += 1) {
      await expect(authenticate()).rejects.toMatchObject(UNAVAILABLE)
      vi.advanceTimersByTime(1_000)
    }

    expect(issuer.keyRequests).toBeGreaterThan(20)
    expect(issuer.keyRequests).toBeLessThan(55)
  })

  test('a refused request names the seconds until the next fetch', async () => {
    issuer.keysResponse = faults['a response 500']
    for (let failure = 0; failure < 12; failure += 1) {
      await expect(authenticate()).rejects.toMatchObject(UNAVAILABLE)
      vi.advanceTimersByTime(30_000)
    }
    await expect(authenticate()).rejects.toMatchObject(UNAVAILABLE)
    issuer.keysResponse = undefined
    const { extensions } = (await authenticate().catch((error: unknown) => error)) as {
      extensions: { retryAfterSeconds: number }
    }
    vi.advanceTimersByTime(extensions.retryAfterSeconds * 1_000)

    expect(extensions.retryAfterSeconds).toBeGreaterThanOrEqual(15)
    expect((await authenticate()).userId).toBe(7)
  })
})

describe('a discovery document', () => {
  test.each([
    ['of another issuer', { issuer: 'https://other.example' }],
    ['of an issuer whose name differs by a slash', () => ({ issuer: `${issuer.url}/` })],
    ['without an issuer', { issuer: undefined }],
    ['with an issuer that is no text', () => ({ issuer: [issuer.url] })],
  ])('%s is not used', async (_what, members) => {
    issuer.discovery = typeof members === 'function' ? members() : members

    await expect(authenticate()).rejects.toMatchObject(UNAVAILABLE)
    expect(issuer.keyRequests).toBe(0)
  })

  test.each([undefined, 'keys', 'file:///etc/passwd', 7])(
    'with the address %j of its keys is an error of the issuer',
    async (address) => {
      issuer.discovery = { jwks_uri: address }

      await expect(authenticate()).rejects.toMatchObject(UNAVAILABLE)
    },
  )

  test('is not needed where the address of the keys is configured', async () => {
    issuer.discovery = { issuer: 'https://other.example' }
    authenticator = new Authenticator(
      readVariables(authVariables, {
        AUTH_ISSUER: issuer.url,
        AUTH_JWKS_URL: `${issuer.url}/keys`,
      }),
      createLogger('test', 'silent'),
    )

    expect((await authenticate()).userId).toBe(7)
  })
})

describe('keys that worked', () => {
  beforeEach(async () => {
    await authenticate()
  })

  test.each(faultNames)('are kept for hours after %s, and are replaced after it', async (fault) => {
    issuer.keysResponse = faults[fault]
    for (let hour = 0; hour < 11; hour += 1) {
      vi.advanceTimersByTime(HOUR_MS)
      expect((await authenticate()).userId).toBe(7)
    }
    await issuer.rotateKey({ keepsOld: true })
    await expect(authenticate()).rejects.toMatchObject(UNAVAILABLE)

    issuer.keysResponse = undefined
    vi.advanceTimersByTime(MINUTE_MS)
    expect((await authenticate()).userId).toBe(7)
  })

  test('are kept for half a day', async () => {
    issuer.keysResponse = faults['a response 500']
    vi.advanceTimersByTime(12 * HOUR_MS)

    await expect(authenticate()).rejects.toMatchObject(UNAVAILABLE)
  })

  test('verify tokens without a wait while the issuer does not respond', async () => {
    const requested = hang()
    vi.advanceTimersByTime(11 * MINUTE_MS)

    expect((await authenticate()).userId).toBe(7)
    await requested
    expect((await authenticate()).userId).toBe(7)
  })

  test('are kept when a token names an unknown key while the issuer is unavailable', async () => {
    vi.advanceTimersByTime(MINUTE_MS)
    issuer.keysResponse = faults['a response 500']

    await expect(authenticate({ keyId: 'unknown' })).rejects.toMatchObject(UNAVAILABLE)
    expect((await authenticate()).userId).toBe(7)
  })

  test('are fetched once for many tokens with unknown keys, each of which is UNAUTHENTICATED', async () => {
    const headers = await Promise.all(['a', 'b', 'c'].map((keyId) => newHeader({ keyId })))
    const outcomes = headers.map(async (header) => {
      const error = await authenticator.authenticate(header).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'UNAUTHENTICATED' })
    })
    await timerStarted()
    expect(issuer.keyRequests).toBe(1)
    await vi.advanceTimersByTimeAsync(1_000)
    await Promise.all(outcomes)

    expect(issuer.keyRequests).toBe(2)
  })

  test('are fetched again for a token with a key that was not published a moment ago', async () => {
    await issuer.rotateKey()
    const caller = authenticate()
    await timerStarted()
    await vi.advanceTimersByTimeAsync(1_000)

    expect((await caller).userId).toBe(7)
  })

  test('are replaced as soon as a token without the name of a key has a new one', async () => {
    vi.advanceTimersByTime(MINUTE_MS)
    await issuer.rotateKey()
    const [token, forged] = [await newHeader({ keyId: null }), await forgedHeader()]

    expect((await authenticator.authenticate(token)).userId).toBe(7)
    expect(issuer.keyRequests).toBe(2)
    // Anybody can send such tokens: they wait for the next fetch, which is a second after the last one.
    const outcome = authenticator.authenticate(forged).catch((error: unknown) => error)
    await timerStarted()
    expect(issuer.keyRequests).toBe(2)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await outcome).toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('are replaced as soon as a token names a new one', async () => {
    const old = await issuer.token()
    vi.advanceTimersByTime(MINUTE_MS)
    await issuer.rotateKey()

    expect((await authenticate()).userId).toBe(7)
    vi.advanceTimersByTime(1_000)
    await expect(authenticator.authenticate(`Bearer ${old}`)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })

  test('are replaced after ten minutes, so that a withdrawn key is refused', async () => {
    const [before, after] = [await withdrawnToken('a'), await withdrawnToken('b')]
    await issuer.rotateKey()
    vi.advanceTimersByTime(10 * MINUTE_MS)

    expect((await authenticator.authenticate(before)).userId).toBe(7)
    // A token with the new key waits for the fetch that the request before has begun.
    expect((await authenticate()).userId).toBe(7)
    expect(issuer.keyRequests).toBe(2)
    vi.advanceTimersByTime(1_000)
    await expect(authenticator.authenticate(after)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })
})

/** Not by `expect.poll`, which moves the clock on by each of its intervals: on a slow machine the timer would end. */
async function timerStarted(): Promise<void> {
  while (vi.getTimerCount() !== 1) await setImmediate()
}

async function forgedHeader(): Promise<string> {
  const { privateKey: key } = await generateKeyPair('ES256')
  return newHeader({ keyId: null, key })
}

async function withdrawnToken(jti: string): Promise<string> {
  return `Bearer ${await issuer.token({ claims: { jti }, expires: '1 hour' })}`
}
