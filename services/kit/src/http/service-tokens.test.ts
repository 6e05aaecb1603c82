import { SignJWT, UnsecuredJWT } from 'jose'
import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createLogger } from '../service/logger.ts'
import { createHttpServer } from './http-server.ts'
import { ServiceTokens } from './service-tokens.ts'

const [SECRET, NEW_SECRET] = ['s'.repeat(32), 'n'.repeat(32)]
const NOW_S = Math.floor(Date.now() / 1000)

function serverOf(
  audience: string,
  secrets: readonly string[],
  logger = createLogger('test', 'silent'),
) {
  const app = createHttpServer({
    logger,
    serviceTokens: { audience, secrets },
  })
  app.get('/thing', () => ({ a: 'thing' }))
  return app
}

const orders = serverOf('orders', [SECRET])

async function statusOf(token: string | undefined, app = orders): Promise<number> {
  const headers = token === undefined ? {} : { 'x-service-authorization': token }
  return (await app.inject({ url: '/thing', headers })).statusCode
}

const tokenFor = (audience: string, secret = SECRET): Promise<string> =>
  new ServiceTokens('gateway', { audience, secrets: [secret] }).current()

interface Claims {
  readonly iss?: string
  readonly aud?: string
  readonly iat?: number
  readonly exp?: number
}

const CLAIMS = { iss: 'gateway', aud: 'orders', iat: NOW_S, exp: NOW_S + 120 }

function forged(claims: Claims, { alg = 'HS256', typ = 'service+jwt' } = {}): Promise<string> {
  const key = new TextEncoder().encode(SECRET)
  return new SignJWT({ ...claims }).setProtectedHeader({ alg, typ }).sign(key)
}

afterEach(() => void vi.useRealTimers())

describe('a service token', () => {
  test('opens the routes of the service that it names', async () => {
    expect(await statusOf(await tokenFor('orders'))).toBe(200)
    expect(await statusOf(await forged(CLAIMS))).toBe(200)
  })

  test('for one service is refused by another one, even if both have the same secret', async () => {
    const app = serverOf('lists', [SECRET])
    const token = await tokenFor('orders')
    expect(await statusOf(token)).toBe(200)
    expect(await statusOf(token, app)).toBe(403)
  })

  test('is refused in place of the secret itself, and without one', async () => {
    expect(await statusOf(undefined)).toBe(403)
    expect(await statusOf('')).toBe(403)
    expect(await statusOf(SECRET)).toBe(403)
  })

  test('that is refused is logged with the reason, as of a clock that is ahead, and none is not', async () => {
    const lines: string[] = []
    const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
    const future = await forged({ ...CLAIMS, iat: NOW_S + 600, exp: NOW_S + 720 })
    const server = serverOf('orders', [SECRET], logger)
    expect(await statusOf(undefined, server)).toBe(403)
    expect(await statusOf(future, server)).toBe(403)
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      {
        msg: 'a service token was refused: the secrets or the clocks of both processes differ, if the caller is one of yours',
        requestId: expect.any(String),
        reason: expect.stringContaining('"iat" claim timestamp check failed'),
      },
    ])
  })

  test.each<[string, () => Promise<string> | string]>([
    ['of another secret', () => tokenFor('orders', NEW_SECRET)],
    ['that is unsigned', () => new UnsecuredJWT(CLAIMS).encode()],
    ['without its signature', async () => (await tokenFor('orders')).replace(/[^.]*$/, '')],
    ['of another algorithm', () => forged(CLAIMS, { alg: 'HS512' })],
    ['of another type', () => forged(CLAIMS, { typ: 'at+jwt' })],
    ['that has expired', () => forged({ ...CLAIMS, iat: NOW_S - 300, exp: NOW_S - 180 })],
    ['from the future', () => forged({ ...CLAIMS, iat: NOW_S + 120, exp: NOW_S + 240 })],
    ['that is to live longer', () => forged({ ...CLAIMS, iat: NOW_S - 180, exp: NOW_S + 3_600 })],
    ['without its time', () => forged({ iss: 'gateway', aud: 'orders', exp: NOW_S + 60 })],
    ['without its end', () => forged({ iss: 'gateway', aud: 'orders', iat: NOW_S })],
    ['without its caller', () => forged({ aud: 'orders', iat: NOW_S, exp: NOW_S + 60 })],
    ['without a service', () => forged({ iss: 'gateway', iat: NOW_S, exp: NOW_S + 60 })],
  ])('%s is refused with 403 and the reason', async (_what, make) => {
    const headers = { 'x-service-authorization': await make() }
    const response = await orders.inject({ url: '/thing', headers })
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({
      code: 'FORBIDDEN',
      detail: expect.stringMatching(/^The service token is not valid for orders: .+\.$/) as string,
    })
  })

  test('of a clock that is half a minute off is accepted', async () => {
    expect(await statusOf(await forged({ ...CLAIMS, iat: NOW_S + 25 }))).toBe(200)
    expect(await statusOf(await forged({ ...CLAIMS, iat: NOW_S - 145, exp: NOW_S - 25 }))).toBe(200)
  })

  test('that was accepted is refused once it has expired', async () => {
    const token = await forged({ ...CLAIMS, exp: NOW_S + 3_600 })
    expect(await statusOf(token)).toBe(200)
    vi.useFakeTimers({ now: (NOW_S + 151) * 1000, toFake: ['Date'] })
    expect(await statusOf(token)).toBe(403)
  })

  test('is signed anew after half of its life, and when the clock was set back', async () => {
    vi.useFakeTimers({ now: NOW_S * 1000, toFake: ['Date'] })
    const tokens = new ServiceTokens('gateway', { audience: 'orders', secrets: [SECRET] })
    const first = await tokens.current()
    vi.setSystemTime((NOW_S + 59) * 1000)
    expect(await tokens.current()).toBe(first)
    vi.setSystemTime((NOW_S + 60) * 1000)
    const second = await tokens.current()
    vi.setSystemTime(NOW_S * 1000 - 1000)
    expect(new Set([first, second, await tokens.current()]).size).toBe(3)
  })

  test('is signed by the first secret of the caller, and verified by all of the called service', async () => {
    const rotating = serverOf('orders', [SECRET, NEW_SECRET])
    const ofCaller = new ServiceTokens('lists', {
      audience: 'orders',
      secrets: [NEW_SECRET, SECRET],
    })
    expect(await statusOf(await ofCaller.current(), rotating)).toBe(200)
    expect(await statusOf(await tokenFor('orders'), rotating)).toBe(200)
    expect(await statusOf(await ofCaller.current())).toBe(403)
  })
})
