import { execFile } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { findFreePort } from '@takeoff/kit/http/free-ports'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import { afterEach, describe, expect, test } from 'vitest'
import { createByHand } from './by-hand.ts'
import { createHttpHooks } from './http-hooks.ts'
import type { Attempt } from './receiver.ts'
import { readOptions } from './options.ts'
import { createReferenceSender, conforming } from './reference-sender.ts'
import type { Behaviour, EndpointState } from './reference-sender.ts'
import type { Result } from './findings.ts'
import { rulesAsMarkdown } from './rules.ts'
import { runSuite } from './run-suite.ts'
import type { SenderUnderTest, Subscription } from './sender-under-test.ts'

const PUBLIC_KEY_BYTES = 32
const MAIN = path.join(import.meta.dirname, 'main.ts')

let open = new AsyncDisposableStack()
afterEach(async () => {
  await open.disposeAsync()
  open = new AsyncDisposableStack()
})

interface HookArguments {
  readonly url: string
  readonly eventTypes?: readonly string[]
  readonly beside?: { readonly id: number }
  readonly subscription: { readonly id: number }
  readonly body: string
  readonly count: number
  readonly eventType?: string
}

/** Serves the reference sender through hooks, like a sender in another language, with subscriptions identified by id. */
async function startHooks(behaviour: Behaviour = conforming, handshake = false): Promise<string> {
  const sender = createReferenceSender(behaviour)
  const subscriptions = new Map<unknown, Subscription>()
  const hooks: Readonly<Record<string, (called: HookArguments) => Promise<unknown>>> = {
    '/': async () => ({ eventTypes: sender.eventTypes, isolated: true, rotates: true }),
    '/subscribe': async ({ url, eventTypes, beside }) => {
      const subscription = await sender.subscribe(url, {
        ...(eventTypes && { eventTypes }),
        ...(beside && { beside: subscriptions.get(beside.id) as Subscription }),
        firstRequest: () => Promise.reject(new Error('not requested')),
      })
      const id = subscriptions.size
      subscriptions.set(id, subscription)
      if (!handshake) return { id, secret: subscription.secret }
      void fetch(url, { method: 'POST', body: `code ${id}` })
      return { id, handshake: true }
    },
    '/handshake': async ({ subscription: { id }, body }) => {
      expect(body).toBe(`code ${id}`)
      return { secret: subscriptions.get(id)?.secret }
    },
    '/trigger': async ({ subscription: { id }, count, eventType }) => {
      await sender.trigger(subscriptions.get(id) as Subscription, count, eventType)
    },
    '/rotate-secret': async ({ subscription: { id } }) => ({
      secret: await sender.rotateSecret?.(subscriptions.get(id) as Subscription),
    }),
  }
  const server = await startLocalServer(async (request, response) => {
    const body = await text(request)
    const result = await hooks[request.url ?? '']?.(JSON.parse(body || '{}') as HookArguments)
    response.end(JSON.stringify(result))
  })
  return open.use(server).url
}

function run(...args: string[]): Promise<{ code: unknown; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], (error, out, err) =>
      resolve({ code: error === null ? 0 : error.code, out, err }),
    )
  })
}

const failed = (results: readonly Result[]) => results.filter(({ outcome }) => outcome === 'fail')

describe('a sender is driven', () => {
  test('over HTTP, handshake included', async () => {
    const results = await runSuite(await createHttpHooks(await startHooks(conforming, true)), {
      only: ['successes', 'rotation', 'fanout', 'event-filter'],
      patienceSeconds: 4,
    })
    expect(failed(results)).toEqual([])
    const passed = results.filter(({ outcome }) => outcome === 'pass').map(({ rule }) => rule.id)
    expect(passed).toEqual(
      expect.arrayContaining(['success-2xx', 'rotation-both', 'fanout', 'event-filter']),
    )
  })

  test('by a person, who subscribes one URL for all scenarios that can share it', async () => {
    const sender = createReferenceSender(conforming)
    const subscriptions = new Map<string, EndpointState>()
    const printed: string[] = []
    const results = await runSuite(
      createByHand({
        print(text) {
          printed.push(text)
          const [, count, url = ''] = /^Trigger (one|\d+) events? for (\S+) now/.exec(text) ?? []
          const endpoint = subscriptions.get(url)
          if (endpoint) void sender.trigger(endpoint, count === 'one' ? 1 : Number(count))
        },
        async prompt() {
          const url = /http\S+/.exec(printed.at(-1) ?? '')?.[0] ?? ''
          const firstRequest = () => Promise.reject<Attempt>(new Error('not requested'))
          const endpoint = (await sender.subscribe(url, { firstRequest })) as EndpointState
          subscriptions.set(url, endpoint)
          return ` ${endpoint.secret}\n`
        },
      }),
      { only: ['successes', 'failure-4xx', 'throttle-429'], patienceSeconds: 4 },
    )
    expect(failed(results)).toEqual([])
    expect(subscriptions.size).toBe(1)
    const throttled = results.find(({ rule }) => rule.id === 'throttle-429')
    expect(throttled?.evidence).toBe('a burst cannot be triggered by hand')
  })

  test('in sequence if events reach all subscriptions', async () => {
    const reference = createReferenceSender(conforming)
    let account: Subscription | undefined
    const sender: SenderUnderTest = {
      async subscribe(url, options) {
        const beside = account && { beside: account }
        const subscription = await reference.subscribe(url, { ...options, ...beside })
        account ??= subscription
        return subscription
      },
      trigger: (subscription, count) => reference.trigger(subscription, count),
    }
    const results = await runSuite(sender, {
      only: ['successes', 'failure-5xx', 'fanout', 'gone'],
      patienceSeconds: 4,
    })
    expect(failed(results)).toEqual([])
  })
})

describe('a sender is observed', () => {
  test('to sign asymmetrically', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-PUBLIC_KEY_BYTES)
    const urls = new Map<Subscription, string>()
    const post = (url: string, id: string): Promise<Response> => {
      const timestamp = String(Math.floor(Date.now() / 1000))
      const body = JSON.stringify({ type: 'a.b', timestamp: new Date().toISOString(), data: {} })
      const signature = sign(null, Buffer.from(`${id}.${timestamp}.${body}`), privateKey)
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1a,${signature.toString('base64')}`,
      }
      return fetch(url, { method: 'POST', headers, body })
    }
    const results = await runSuite(
      {
        async subscribe(url) {
          const subscription = { publicKey: `whpk_${raw.toString('base64')}` }
          urls.set(subscription, url)
          return subscription
        },
        async trigger(subscription) {
          const url = urls.get(subscription) ?? ''
          const { ok } = await post(url, 'msg_1')
          if (!ok) await post(url, 'msg_1')
        },
      },
      { only: [], patienceSeconds: 4 },
    )
    const outcomes = Object.fromEntries(results.map(({ rule, outcome }) => [rule.id, outcome]))
    expect(outcomes).toMatchObject({
      'signature-format': 'pass',
      'signature-verifies': 'pass',
      'signature-resigned': 'pass',
      'secret-format': 'pass',
      'secret-size': 'pass',
      asymmetric: 'pass',
    })
  })

  test.for([
    ['pass', 'http:// was refused', /^https:/],
    ['note', 'http:// was taken', /^https?:/],
  ] as const)('to %s https-only, behind a tunnel: %s', async ([outcome, evidence, accepted]) => {
    const port = await findFreePort()
    const reference = createReferenceSender(conforming)
    const sender: SenderUnderTest = {
      ...reference,
      async subscribe(url, options) {
        if (!accepted.test(url)) throw new Error('the URL is not https')
        const local = url.replace('https://tunnel.example/to', `http://127.0.0.1:${port}`)
        return reference.subscribe(local, options)
      },
    }
    const results = await runSuite(sender, {
      port,
      publicUrl: 'https://tunnel.example/to/',
      only: ['https-only'],
      patienceSeconds: 4,
    })
    expect(failed(results)).toEqual([])
    const result = results.find(({ rule }) => rule.id === 'https-only')
    expect(result).toMatchObject({ outcome, evidence })
  })
})

describe('npm run conformance', () => {
  test('ends with 0 for a sender that conforms, and reports as JSON', async () => {
    const { code, out } = await run('--hooks', await startHooks(), '--only', 'rotation', '--json')
    const results = JSON.parse(out) as { id: string; level: string; outcome: string }[]
    expect(results.find(({ id }) => id === 'rotation-both')).toMatchObject({
      level: 'MUST',
      outcome: 'pass',
    })
    expect(code).toBe(0)
  })

  test('ends with 1 and the rule for a sender that violates it, and with 0 if the rule is excepted', async () => {
    const hooks = await startHooks({ ...conforming, idOf: () => 'msg.1' })
    const failed = await run('--hooks', hooks, '--only', 'rotation')
    expect(failed.out).toMatch(/^FAIL +SHOULD +id-no-dot +the id msg\.1 has a full stop$/m)
    expect(failed.out).toMatch(/^SHOULD: \d+ pass, 1 fail, /m)
    expect(failed.code).toBe(1)
    const known = await run('--hooks', hooks, '--only', 'rotation', '--except', 'id-no-dot=soon')
    expect(known.out).toMatch(/^excepted +SHOULD +id-no-dot +soon \(the id/m)
    expect(known.code).toBe(0)
  })

  test('ends with 2 if nothing can be judged', async () => {
    expect(await run('--hooks', 'http://127.0.0.1:1')).toMatchObject({ code: 2, out: '' })
  })

  test.for([
    [['--except', 'id-no-dots=x'], 'no such rule: id-no-dots'],
    [['--except', 'id-no-dot'], '--except id-no-dot needs a reason: id-no-dot=REASON'],
    [['--only', 'nothing'], 'no such scenario: nothing'],
    [['--patience', 'long'], '--patience is not a number: long'],
    [['--url', 'example.com'], '--url is not a URL: example.com'],
  ] as const)('refuses %j', ([args, message]) => {
    expect(() => readOptions(args)).toThrow(message)
  })
})

test('the README lists the rules of the suite', async () => {
  const readme = await readFile(path.join(import.meta.dirname, 'README.md'), 'utf8')
  const [, table = ''] = readme.split('## The rules')
  const rows = (text: string): string[] =>
    text
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.replaceAll(/ +\|/g, ' |'))
  expect(rows(table)).toEqual(rows(rulesAsMarkdown()))
})
