import { once } from 'node:events'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { beforeEach, describe, expect, it } from 'vitest'
import { startTestIssuer } from '@takeoff/kit/testing/issuer'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import { startLibrary } from './fixtures/library.ts'
import { secretsOf, startGateway } from './fixtures/start-gateway.ts'
import type { TestGateway } from './fixtures/start-gateway.ts'

const CONTENT = 'name,quantity\nShingles,3\n'

const NAMES = ['another', 'many', 'one', 'other', 'slow', 'third', 'renewed'] as const
type Name = (typeof NAMES)[number]

let seen: IncomingMessage[] = []
let listener: RequestListener

const { supergraphSdl } = await disposeAfterAll(startLibrary())
const upstream = await disposeAfterAll(
  startLocalServer((request, response) => {
    seen.push(request)
    listener(request, response)
  }),
)
const issuer = await disposeAfterAll(startTestIssuer())
/** A user can have many tokens. */
const userOf = (name: Name): Name => (name === 'renewed' ? 'many' : name)
const made = NAMES.map(async (name) => {
  const sub = String(1 + NAMES.indexOf(userOf(name)))
  return [name, await issuer.token({ claims: { jti: name, sub } })]
})
/** Of callers by their names. */
const tokens = Object.fromEntries(await Promise.all(made)) as Record<Name, string>
const gateway = await disposeAfterAll(start({ SUBGRAPH_TIMEOUT_MS: '1000' }))
/** It waits long enough for an upstream service, however busy the machine is. */
const patient = await disposeAfterAll(start())

function start(environment: Readonly<Record<string, string>> = {}): Promise<TestGateway> {
  return startGateway(supergraphSdl, {
    AUTH: 'on',
    AUTH_ISSUER: issuer.url,
    SUBGRAPH_SECRETS: secretsOf('catalog', 'stock', 'production-lists', 'order-documents'),
    EXPORTS_URL: upstream.url,
    ...environment,
  })
}

beforeEach(() => {
  seen = []
  listener = (_request, response) => void response.end(CONTENT)
})

const PENDING_PER_CALLER = 10
const headersOf = (name: Name) => ({ authorization: `Bearer ${tokens[name]}` })
const fetchAs = (name: Name, { url } = patient) =>
  fetch(`${url}/exports/lists`, { headers: headersOf(name) })
const isOf = ({ headers }: IncomingMessage, name: Name) =>
  headers.authorization?.endsWith(tokens[name]) === true
const headOf = (name: Name) =>
  `GET /exports/lists HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${tokens[name]}\r\n\r\n`
const seenOf = (name: Name) => seen.filter((request) => isOf(request, name)).length

/** ES256: of the signature r and s, also r and n - s is one, which the owner of a token can compute. */
function secondSignatureOf(token: string): string {
  const n = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const [header, claims, signature = ''] = token.split('.')
  const hex = Buffer.from(signature, 'base64url').toString('hex')
  const s = (n - BigInt(`0x${hex.slice(64)}`)).toString(16).padStart(64, '0')
  return [header, claims, Buffer.from(hex.slice(0, 64) + s, 'hex').toString('base64url')].join('.')
}

describe('requests of one caller', () => {
  it('wait for the responses to those before them, and delay no other caller', async () => {
    const held: ServerResponse[] = []
    listener = (request, response) => {
      if (isOf(request, 'many')) held.push(response)
      else response.end(CONTENT)
    }
    const many = Array.from({ length: 60 }, () => fetchAs('many'))
    await expect.poll(() => held).toHaveLength(PENDING_PER_CALLER)

    expect((await fetchAs('another')).status).toBe(200)
    expect(held).toHaveLength(PENDING_PER_CALLER)

    listener = (_request, response) => response.end(CONTENT)
    for (const response of held) response.end(CONTENT)
    const statuses = await Promise.all(many.map(async (response) => (await response).status))
    expect(statuses).toEqual(many.map(() => 200))
  })

  it.each<[string, (token: string) => string]>([
    ['bearer in lower case', (token) => `bearer ${token}`],
    ['BEARER in upper case', (token) => `BEARER ${token}`],
    ['several blanks', (token) => `Bearer   ${token}`],
    ['the second signature that ES256 has', (token) => `Bearer ${secondSignatureOf(token)}`],
    ['another token of the user', () => `Bearer ${tokens.renewed}`],
  ])('wait for one another, also with %s', async (_what, authorizationOf) => {
    const held: ServerResponse[] = []
    listener = (request, response) => {
      if (isOf(request, 'another')) response.end(CONTENT)
      else held.push(response)
    }
    const first = Array.from({ length: PENDING_PER_CALLER }, () => fetchAs('many'))
    await expect.poll(() => held).toHaveLength(PENDING_PER_CALLER)
    const authorization = authorizationOf(tokens.many)
    const next = fetch(`${patient.url}/exports/lists`, { headers: { authorization } })

    expect((await fetchAs('another')).status).toBe(200)
    expect(held).toHaveLength(PENDING_PER_CALLER)

    listener = (_request, response) => response.end(CONTENT)
    for (const response of held) response.end(CONTENT)
    await Promise.all(first)
    expect((await next).status).toBe(200)
  })

  it('are not sent after their time while the responses to others take long', async () => {
    const held: ServerResponse[] = []
    listener = (_request, response) => void held.push(response)
    const progress = setInterval(() => held.forEach((response) => response.write('more')), 50)
    const first = Array.from({ length: PENDING_PER_CALLER }, () => fetchAs('many', gateway))
    await expect.poll(() => held).toHaveLength(PENDING_PER_CALLER)
    const late = await Promise.all(
      Array.from({ length: 2 * PENDING_PER_CALLER }, () => fetchAs('many', gateway)),
    )
    expect(late.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
      late.map(() => [503, '5']),
    )
    clearInterval(progress)
    for (const response of held) response.end()
    const statuses = await Promise.all(first.map(async (response) => (await response).status))
    expect(statuses).toEqual(first.map(() => 200))
    expect(seenOf('many')).toBe(PENDING_PER_CALLER)
  })
})

describe('connections to an upstream service', () => {
  /** More than the buffers between a service and its client hold. */
  const LARGE = Buffer.alloc(20_000_000)

  /** A request whose client does not read the response. */
  function unread(name: Name, { url } = patient): Socket {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname).pause()
    socket.write(headOf(name))
    return socket
  }

  it('are taken by one caller until it has read its responses', async () => {
    listener = (request, response) => void response.end(isOf(request, 'slow') ? LARGE : CONTENT)
    const sockets = Array.from({ length: PENDING_PER_CALLER }, () => unread('slow'))
    await expect.poll(() => seenOf('slow')).toBe(PENDING_PER_CALLER)
    const next = fetchAs('slow')
    expect((await fetchAs('another')).status).toBe(200)
    expect(seenOf('slow')).toBe(PENDING_PER_CALLER)

    for (const socket of sockets) socket.destroy()
    expect((await next).status).toBe(200)
    await (await next).body?.cancel()
  })

  it('are free again when clients disconnect that wait for responses, or for a turn', async () => {
    const held: ServerResponse[] = []
    listener = (_request, response) => void held.push(response)
    const sockets = Array.from({ length: PENDING_PER_CALLER }, () => unread('slow'))
    await expect.poll(() => held).toHaveLength(PENDING_PER_CALLER)
    const waiting = unread('slow')
    // The gateway has read it, and its end, when it responds to a request that was sent later.
    await fetch(`${patient.url}/health/live`)
    waiting.destroy()
    await fetch(`${patient.url}/health/live`)
    const next = fetchAs('slow')

    listener = (_request, response) => void response.end(CONTENT)
    const ended = held.map((response) => once(response, 'close'))
    for (const socket of sockets) socket.destroy()
    expect((await next).status).toBe(200)
    await Promise.all(ended)
    expect(seenOf('slow')).toBe(PENDING_PER_CALLER + 1)
  })

  it('are shared by all routes of a service', async () => {
    const held: ServerResponse[] = []
    listener = (request, response) => {
      if (request.url === '/exports/lists') held.push(response)
      else response.end(CONTENT)
    }
    const lists = Array.from({ length: PENDING_PER_CALLER }, () => fetchAs('many'))
    await expect.poll(() => held).toHaveLength(PENDING_PER_CALLER)
    const headers = headersOf('many')
    const file = fetch(`${patient.url}/measurement-files/1`, { headers })
    expect(
      (await fetch(`${patient.url}/measurement-files/1`, { headers: headersOf('one') })).status,
    ).toBe(200)
    expect(seenOf('many')).toBe(PENDING_PER_CALLER)

    for (const response of held) response.end(CONTENT)
    await Promise.all(lists)
    expect((await file).status).toBe(200)
  })

  it('are waited for no longer than for a response', async () => {
    listener = (_request, response) => void response.end(LARGE)
    await using few = await start({
      SUBGRAPH_CONNECTIONS: '2',
      SUBGRAPH_TIMEOUT_MS: '1000',
    })
    const sockets = [unread('one', few), unread('other', few)]
    await expect.poll(() => seen).toHaveLength(sockets.length)
    const late = await fetchAs('third', few)
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '5'])
    for (const socket of sockets) socket.destroy()
  })

  it('are not waited for by more than a hundred requests of one caller', async () => {
    const held: ServerResponse[] = []
    listener = (_request, response) => void held.push(response)
    const sent = Array.from({ length: PENDING_PER_CALLER + 101 }, () => fetchAs('many'))
    const refused = await Promise.race(sent)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
    expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED' })

    listener = (_request, response) => void response.end(CONTENT)
    for (const response of held) response.end(CONTENT)
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(sent.length - 1)
  })
})
