import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { json } from 'node:stream/consumers'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, test } from 'vitest'
import { eventCatalog } from '../src/messages/event-catalog.ts'
import { webhookHeaders } from '../src/asyncapi/webhook-headers.ts'
import { callCli } from './support/call-cli.ts'
import { startReceiver } from './support/receiver.ts'
import { startTestService } from './support/test-service.ts'
import type { TestService } from './support/test-service.ts'

const MAIN = path.resolve(import.meta.dirname, '../../webhooks-cli/src/main.ts')
/** Each listener starts a process. */
const LIMIT_MS = 60_000
const DISTRIBUTION = 'distribution-order-state-changed'
const DOCUMENT = 'project-management-order-document-state-changed'

const service = await disposeAfterAll(startTestService())
const receiver = await disposeAfterAll(startReceiver())
const platform = await disposeAfterAll(startGateway(service))

interface Operation {
  readonly query: string
  readonly variables: Record<string, unknown>
}

/** Replaces the gateway: one token, of organization 1. */
async function startGateway(behind: TestService) {
  const respond = async (request: IncomingMessage): Promise<string> => {
    const { query, variables } = (await json(request)) as Operation
    const scope =
      request.headers.authorization === 'Bearer good' ? 'webhooks:read webhooks:write' : ''
    return JSON.stringify(await behind.graphql(query, variables, { scope }))
  }
  const server = await startLocalServer((request, response) => {
    respond(request).then(
      (body) => response.end(body),
      () => response.destroy(),
    )
  })
  return { ...server, url: `${server.url}/graphql` }
}

const running = new Set<ChildProcess>()
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
})

/** `npm run webhooks -- listen --json …` as a process; `next` is the next value that it prints. */
async function listen(...options: readonly string[]) {
  const args = [MAIN, 'listen', '--json', '--url', platform.url, '--org', '1', ...options]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, TAKEOFF_TOKEN: 'good', TAKEOFF_HOME: '/nowhere' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async <T>(): Promise<T> => JSON.parse(String((await lines.next()).value)) as T
  const welcome = await next<{ subscription: number; url: string; secret: string }>()
  return {
    ...welcome,
    next,
    /** The exit code once it has ended by itself. */
    async endUnread(): Promise<unknown> {
      child.stdout.destroy()
      await fetch(welcome.url, { method: 'POST', body: '{}' }).catch(() => undefined)
      const [code] = await exited
      return code
    },
    /** The exit code once the signal has ended it. */
    async end(signal: NodeJS.Signals): Promise<unknown> {
      child.kill(signal)
      const [code] = await exited
      return code
    },
  }
}

async function subscriptions(): Promise<number[]> {
  const rows = await service.database.query<{ id: number }>('select id from webhook order by id')
  return rows.map(({ id }) => id)
}

interface Shown {
  readonly webhookId: string
  readonly attempt: number
  readonly verified: boolean
  readonly answered: number
  readonly payload: Readonly<Record<string, unknown>>
}

test(
  'listen prints events, forwards them unchanged, and deletes its subscription',
  async () => {
    receiver.respond = (response) =>
      response.writeHead(receiver.received.length === 1 ? 500 : 200).end()
    const listener = await listen('--forward', receiver.url, '--trigger', DISTRIBUTION)
    expect(await subscriptions()).toEqual([listener.subscription])

    const first = await listener.next<Shown>()
    expect(first).toMatchObject({
      attempt: 1,
      verified: true,
      answered: 500,
      payload: { event: DISTRIBUTION, state: 'submitted', webhook_id: listener.subscription },
    })
    expect(await listener.next<Shown>()).toMatchObject({
      webhookId: first.webhookId,
      attempt: 2,
      answered: 200,
    })

    const [forwarded] = receiver.received
    const headers = forwarded?.headers as Record<string, string>
    new Webhook(listener.secret).verify(forwarded?.body.toString() ?? '', headers)
    expect(headers).toMatchObject({ 'content-type': 'application/json', accept: '*/*' })
    // The messages match the contracts in docs/webhooks.
    const ajv = formats.default(new Ajv2020({ strict: true }))
    ajv.validate(
      eventCatalog.find(({ name }) => name === DISTRIBUTION)?.schema ?? false,
      first.payload,
    )
    expect(ajv.errorsText()).toBe('No errors')
    ajv.validate(webhookHeaders, headers)
    expect(ajv.errorsText()).toBe('No errors')

    expect(await listener.end('SIGTERM')).toBe(130)
    expect(await subscriptions()).toEqual([])
  },
  LIMIT_MS,
)

test(
  'a start deletes the subscriptions of killed sessions, and none of a live one',
  async () => {
    const left = await listen()
    await left.end('SIGKILL')
    const alive = await listen()
    expect(await subscriptions()).toEqual([alive.subscription])
    const another = await listen('--events', DOCUMENT)
    expect(await subscriptions()).toEqual([alive.subscription, another.subscription])

    // An unsigned message is refused, and shown as such.
    const { status } = await fetch(another.url, {
      method: 'POST',
      headers: { 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' },
      body: '{"event":"forged"}',
    })
    expect(status).toBe(401)
    expect(await another.next<Shown>()).toMatchObject({ verified: false, answered: 401 })
    expect(await Promise.all([alive.end('SIGHUP'), another.end('SIGINT')])).toEqual([130, 130])
    expect(await subscriptions()).toEqual([])
  },
  LIMIT_MS,
)

test(
  'listen ends with the next event after its output was closed',
  async () => {
    const listener = await listen()
    expect(await listener.endUnread()).toBe(0)
    expect(await subscriptions()).toEqual([])
  },
  LIMIT_MS,
)

describe('reports the error and the remedy', () => {
  const call = (args: readonly string[], env: Record<string, string> = {}) =>
    callCli(['listen', ...args], { TAKEOFF_HOME: '/nowhere', ...env })

  test.each([
    [[], 'Give --url URL or TAKEOFF_URL: no development stack runs. "npm start" starts one'],
    [['--events', 'order-created'], `There is no event "order-created". The events are:`],
    [['--events', ''], 'There is no event ""'],
    [['--org', 'one'], '--org must be a number'],
    [['--forward', 'localhost:3000'], '--forward must be an address that begins with http://'],
    [['here'], "Unexpected argument 'here'. --help shows what there is."],
    [['--url', 'http://127.0.0.1:9/graphql', '--org', '1'], 'Give --token TOKEN or TAKEOFF_TOKEN'],
    [
      ['--url', 'https://takeoff.example/graphql', '--org', '1', '--token', 'x'],
      'open a tunnel',
      1,
    ],
  ])('%j', async (args, message, expectedCode = 2) => {
    const { code, out, err } = await call(args)
    expect({ code, out }).toEqual({ code: expectedCode, out: '' })
    expect(err).toContain(message)
  })

  test('for a token without the scope and an address without a platform', async () => {
    const options = ['--url', platform.url, '--org', '1']
    const { err } = await call([...options, '--token', 'bad'])
    expect(err).toContain(
      'The token must hold webhooks:read and webhooks:write, and allow organization 1',
    )
    const gone = await call(['--url', 'http://127.0.0.1:2/graphql', '--org', '1', '--token', 'x'])
    expect(gone.err).toContain('http://127.0.0.1:2/graphql cannot be reached')
    const other = await call(['--url', receiver.url, '--org', '1', '--token', 'x'])
    expect(other.err).toContain('is no GraphQL endpoint of Takeoff: it responds with HTTP 200')
  })
})
