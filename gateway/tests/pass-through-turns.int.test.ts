import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import type { LocalServer } from '@takeoff/kit/testing/local-server'
import { startLibrary } from './fixtures/library.ts'
import { startGateway } from './fixtures/start-gateway.ts'
import type { TestGateway } from './fixtures/start-gateway.ts'

const CONTENT = 'name,quantity\nShingles,3\n'

let upstream: LocalServer
let gateway: TestGateway
/** It waits long enough for an upstream service, however busy the machine is. */
let patient: TestGateway
let supergraphSdl = ''
let seen: IncomingMessage[] = []
let listener: RequestListener

beforeAll(async () => {
  await using library = await startLibrary()
  supergraphSdl = library.supergraphSdl
  upstream = await startLocalServer((request, response) => {
    seen.push(request)
    listener(request, response)
  })
  const environment = { EXPORTS_URL: upstream.url }
  gateway = await startGateway(supergraphSdl, { ...environment, SUBGRAPH_TIMEOUT_MS: '300' })
  patient = await startGateway(supergraphSdl, environment)
})

beforeEach(() => {
  seen = []
  listener = (_request, response) => void response.end(CONTENT)
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await patient[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})

const PENDING_PER_CALLER = 10
const fetchAs = (token: string, { url } = patient) =>
  fetch(`${url}/exports/lists`, { headers: { authorization: `Bearer ${token}` } })
const seenOf = (token: string) =>
  seen.filter(({ headers }) => headers.authorization === `Bearer ${token}`).length

describe('requests of one caller', () => {
  it('wait for the responses to those before them, and delay no other caller', async () => {
    const held: ServerResponse[] = []
    listener = ({ headers }, response) => {
      if (headers.authorization === 'Bearer many') held.push(response)
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

  it.each([
    'bearer head.claims.signature',
    'BEARER head.claims.signature',
    'Bearer   head.claims.signature',
    'Bearer head.claims.second-signature',
  ])('wait for one another, however the token is spelled or signed: %s', async (authorization) => {
    const held: ServerResponse[] = []
    listener = ({ headers }, response) => {
      if (headers.authorization?.includes('head.claims') === true) held.push(response)
      else response.end(CONTENT)
    }
    const first = Array.from({ length: PENDING_PER_CALLER }, () => fetchAs('head.claims.signature'))
    await expect.poll(() => held).toHaveLength(PENDING_PER_CALLER)
    const next = fetch(`${patient.url}/exports/lists`, { headers: { authorization } })

    expect((await fetchAs('another')).status).toBe(200)
    expect(held).toHaveLength(PENDING_PER_CALLER)

    listener = (_request, response) => response.end(CONTENT)
    for (const response of held) response.end(CONTENT)
    await Promise.all([...first, next])
  })

  it('are not sent after their time when the upstream service is silent', async () => {
    listener = () => {}
    const responses = await Promise.all(
      Array.from({ length: 3 * PENDING_PER_CALLER }, () => fetchAs('many', gateway)),
    )
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([
      ...Array<number>(PENDING_PER_CALLER).fill(502),
      ...Array<number>(2 * PENDING_PER_CALLER).fill(503),
    ])
    expect(seenOf('many')).toBe(PENDING_PER_CALLER)
    const late = responses.find(({ status }) => status === 503)
    expect(late?.headers.get('retry-after')).toBe('5')
  })

  it('that waited are not sent when their client has gone', async () => {
    const held: ServerResponse[] = []
    listener = (_request, response) => void held.push(response)
    const first = Array.from({ length: PENDING_PER_CALLER }, () => fetchAs('many'))
    await expect.poll(() => held).toHaveLength(PENDING_PER_CALLER)
    const { hostname, port } = new URL(patient.url)
    const socket = connect(Number(port), hostname)
    socket.write('GET /exports/lists HTTP/1.1\r\nhost: x\r\nauthorization: Bearer many\r\n\r\n')
    // The gateway has read it when it responds to a request that was sent later.
    await fetch(`${patient.url}/health/live`)
    socket.destroy()
    await fetch(`${patient.url}/health/live`)

    listener = (_request, response) => response.end(CONTENT)
    for (const response of held) response.end(CONTENT)
    await Promise.all(first)
    expect((await fetchAs('many')).status).toBe(200)
    expect(seenOf('many')).toBe(PENDING_PER_CALLER + 1)
  })
})

describe('connections to an upstream service', () => {
  /** More than the buffers between a service and its client hold. */
  const LARGE = Buffer.alloc(20_000_000)

  /** A request whose client does not read the response. */
  function unread(token: string, { url } = patient): Socket {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname).pause()
    socket.write(`GET /exports/lists HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`)
    return socket
  }

  it('are taken by one caller until it has read its responses', async () => {
    listener = ({ headers }, response) =>
      void response.end(headers.authorization === 'Bearer slow' ? LARGE : CONTENT)
    const sockets = Array.from({ length: PENDING_PER_CALLER }, () => unread('slow'))
    await expect.poll(() => seenOf('slow')).toBe(PENDING_PER_CALLER)
    const next = fetchAs('slow')
    expect((await fetchAs('another')).status).toBe(200)
    expect(seenOf('slow')).toBe(PENDING_PER_CALLER)

    for (const socket of sockets) socket.destroy()
    expect((await next).status).toBe(200)
    await (await next).body?.cancel()
  })

  it('are waited for no longer than for a response', async () => {
    listener = (_request, response) => void response.end(LARGE)
    await using few = await startGateway(supergraphSdl, {
      EXPORTS_URL: upstream.url,
      SUBGRAPH_CONNECTIONS: '2',
      SUBGRAPH_TIMEOUT_MS: '300',
    })
    const sockets = [unread('one', few), unread('other', few)]
    await expect.poll(() => seen).toHaveLength(sockets.length)
    const late = await fetchAs('third', few)
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '5'])
    for (const socket of sockets) socket.destroy()
  })

  it('are waited for no longer by those behind uploads that take long', async () => {
    await using slow = await startGateway(supergraphSdl, {
      EXPORTS_URL: upstream.url,
      SUBGRAPH_TIMEOUT_MS: '300',
      REQUEST_TIMEOUT_MS: '600000',
    })
    const { hostname, port } = new URL(slow.url)
    const uploads = Array.from({ length: PENDING_PER_CALLER }, () => {
      const socket = connect(Number(port), hostname)
      socket.write(
        'POST /measurement-files HTTP/1.1\r\nhost: x\r\nauthorization: Bearer slow\r\ncontent-length: 1000000\r\n\r\n',
      )
      return socket
    })
    listener = (request) => void request.resume()
    const progress = setInterval(() => uploads.forEach((socket) => socket.write('more')), 50)
    await expect.poll(() => seen).toHaveLength(PENDING_PER_CALLER)
    const late = await fetch(`${slow.url}/measurement-files`, {
      method: 'POST',
      headers: { authorization: 'Bearer slow' },
      body: 'all',
    })
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '5'])
    expect(seen).toHaveLength(PENDING_PER_CALLER)
    clearInterval(progress)
    for (const socket of uploads) socket.destroy()
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
