import { once } from 'node:events'
import { createServer } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import timers from 'node:timers/promises'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { sendBatch } from './import-client.ts'

const open = new Set<{ close(): unknown }>()
afterEach(async () => {
  for (const server of open) await server.close()
  open.clear()
  vi.useRealTimers()
})

type CannedResponse = readonly [
  status: number,
  body: string,
  headers?: Readonly<Record<string, string>>,
]

/** An endpoint that sends these responses in order; an undefined one closes the connection. */
async function endpoint(responses: readonly (CannedResponse | undefined)[]) {
  const requests: unknown[] = []
  const server = await startLocalServer(async (request, response) => {
    requests.push(await json(request))
    const canned = responses[requests.length - 1]
    if (canned === undefined) return void request.socket.destroy()
    response.writeHead(canned[0], { ...canned[2], connection: 'close' }).end(canned[1])
  })
  open.add({ close: () => server[Symbol.asyncDispose]() })
  return { url: `${server.url}/graphql`, requests }
}

const result = { created: 1, changed: 0, unchanged: 0, errors: [] }
const done: CannedResponse = [200, JSON.stringify({ data: { jobsImport: result } })]
const failure = (code: string, status = 200): CannedResponse => [
  status,
  JSON.stringify({ data: null, errors: [{ message: 'What happened.', extensions: { code } }] }),
]
/** An error of the request as a whole has no `data`. */
const refusal = (code: string, status: number): CannedResponse => [
  status,
  JSON.stringify({ errors: [{ message: 'What happened.', extensions: { code } }] }),
]
const batch = {
  jobs: [{ record: 1, line: 2, key: 'A', json: '{"externalIdentifier":"A"}' }],
  refusals: [],
  last: 1,
}

function clientOf(url: string) {
  const retries: string[] = []
  const client = {
    target: { url, token: 'token', orgId: 7 },
    stop: new AbortController().signal,
    onRetry: (why: string) => void retries.push(why),
  }
  return { client, retries }
}

test('a batch is one request', async () => {
  const { url, requests } = await endpoint([done])
  expect(await sendBatch(clientOf(url).client, batch)).toEqual(result)
  expect(requests).toMatchObject([{ variables: { orgId: 7, jobs: [{ externalIdentifier: 'A' }] } }])
})

test.each([
  ['HTTP 429', [429, 'slow down']],
  ['HTTP 502', [502, '']],
  ['HTTP 503', [503, '{}']],
  ['right now: What happened. Trying', failure('SUBGRAPH_UNAVAILABLE')],
  ['right now: What happened. Trying', failure('COMMIT_UNKNOWN')],
  ['right now: What happened. Trying', refusal('RATE_LIMITED', 200)],
  ['right now: What happened. Trying', failure('ORGANIZATION_READ_ONLY')],
  ['UND_ERR_SOCKET', undefined],
] as const)('after %s a batch is sent again', async (why, response) => {
  const { url, requests } = await endpoint([response, done])
  const { client, retries } = clientOf(url)
  expect(await sendBatch(client, batch)).toEqual(result)
  expect(requests).toHaveLength(2)
  expect(retries).toEqual([expect.stringContaining(why)])
})

test.each([
  [429, '7', 7_000],
  [503, '60', 60_000],
  [503, '110', 110_000],
])(
  'after HTTP %i with Retry-After: %s a batch is sent again after %i ms',
  async (status, seconds, waitMs) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const wait = vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined)
    syncBuiltinESMExports()
    onTestFinished(() => {
      wait.mockRestore()
      syncBuiltinESMExports()
    })
    const { url } = await endpoint([[status, '', { 'retry-after': seconds }], done])
    await sendBatch(clientOf(url).client, batch)
    expect(Math.max(...wait.mock.calls.map(([ms]) => Number(ms)))).toBe(waitMs)
  },
)

test('a Retry-After of more than the two minutes ends the import at once, with the time to come back', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-04T10:00:00Z') })
  const { url, requests } = await endpoint([[503, '', { 'retry-after': '3600' }]])
  await expect(sendBatch(clientOf(url).client, batch)).rejects.toThrow(
    '(HTTP 503). It takes requests again from 2026-05-04T11:00:00.000Z on.',
  )
  expect(requests).toHaveLength(1)
})

test.each([
  [failure('UNAUTHENTICATED', 401), 'Give another token with --token'],
  [failure('FORBIDDEN'), 'organization 7; choose another with --org'],
  [failure('GRAPHQL_VALIDATION_FAILED', 400), 'is of another version'],
  [refusal('GRAPHQL_VALIDATION_FAILED', 400), 'is of another version'],
  [failure('INTERNAL_SERVER_ERROR', 500), '(INTERNAL_SERVER_ERROR)'],
  [
    [404, '<html>'] as const,
    'is no GraphQL endpoint of Takeoff: it responds with HTTP 404. Its address ends with /graphql',
  ],
  [[200, '{"data":{}}'] as const, 'is no GraphQL endpoint of Takeoff'],
])('%j ends the import', async (response, message) => {
  const { url, requests } = await endpoint([response])
  await expect(sendBatch(clientOf(url).client, batch)).rejects.toThrow(message)
  expect(requests).toHaveLength(1)
})

/** An address at which nothing listens until `listen` is called. */
async function closedAddress() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  const server = createServer((_request, response) => void response.end(done[1]))
  open.add(server)
  return { url: `http://127.0.0.1:${port}/graphql`, listen: () => server.listen(port, '127.0.0.1') }
}

test('a refused connection is retried as long as a 503, also before the first response', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { url, listen } = await closedAddress()
  const target = { url, token: 'token', orgId: 7 }
  const { signal: stop } = new AbortController()
  const onRetry = (why: string) => {
    expect(why).toContain('(the connection is refused). Trying again for 120 seconds …')
    vi.setSystemTime(Date.now() + 115_000)
    listen()
  }
  expect(await sendBatch({ target, stop, onRetry }, batch)).toEqual(result)
})

test('an endpoint that stays away for two minutes ends the import', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { url } = await closedAddress()
  const client = {
    target: { url, token: 'token', orgId: 7 },
    stop: new AbortController().signal,
    onRetry: () => void vi.setSystemTime(Date.now() + 121_000),
  }
  await expect(sendBatch(client, batch)).rejects.toThrow('No attempt succeeded within 120 seconds.')
})

test('stopping the import ends the wait before a retry', async () => {
  const stop = new AbortController()
  const client = {
    target: { url: 'http://127.0.0.1:1/graphql', token: 'token', orgId: 7 },
    stop: stop.signal,
    onRetry: () => stop.abort(),
  }
  await expect(sendBatch(client, batch)).rejects.toThrow('does not take the import right now')
})
