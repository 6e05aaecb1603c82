import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { connect } from 'node:net'
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

describe('requests of one caller', () => {
  const PENDING_PER_CALLER = 10
  const fetchAs = (token: string, { url } = patient) =>
    fetch(`${url}/exports/lists`, { headers: { authorization: `Bearer ${token}` } })
  const seenOf = (token: string) =>
    seen.filter(({ headers }) => headers.authorization === `Bearer ${token}`).length

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
