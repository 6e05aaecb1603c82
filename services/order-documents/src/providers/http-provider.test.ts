import { randomUUID } from 'node:crypto'
import { createServer as createSocketServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { json } from 'node:stream/consumers'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import type { Logger } from '@takeoff/kit/service/logger'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import type { Listener } from '@takeoff/kit/testing/local-server'
import type { OutcomeName, ScriptInput } from '@takeoff/provider-simulator/script'
import { startSimulator } from '@takeoff/provider-simulator/testing/start-simulator'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BREAKER_FAILURES, BREAKER_OPEN_MS } from './circuit-breaker.ts'
import { createHttpProvider } from './http-provider.ts'
import { findKnownProvider } from './known-providers.ts'
import type {
  CancelOutcome,
  FindOutcome,
  OrderProvider,
  ProviderConnection,
  ProviderOrder,
  SubmitOutcome,
} from '../domain/distribution/provider.ts'

let time: number
let logged: string
const opened: (() => unknown)[] = []

const simulator = await disposeAfterAll(startSimulator())
beforeEach(async () => {
  await simulator.control.reset()
  time = 0
  logged = ''
})
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

describe('an order that is sent', () => {
  const confirmationNumber = expect.stringMatching(/^S\d+$/) as string
  const received = { kind: 'accepted', confirmationNumber, rawStatus: 'Pending' }
  const refusedLine = { lineId: 'line-1', reason: 'Not available at this branch' }
  const cases: Readonly<Record<OutcomeName, readonly [expected: object, stored: number]>> = {
    accept: [{ ...received, rejectedLines: [] }, 1],
    'reject-a-line': [{ ...received, rejectedLines: [refusedLine] }, 1],
    'reject-all': [{ kind: 'rejected', reason: 'The account is on hold (422)' }, 0],
    'reject-inside': [{ kind: 'rejected', reason: 'Not available at this branch' }, 0],
    'accept-and-drop': [{ kind: 'unknown', reason: 'connection lost' }, 1],
    'drop-before': [{ kind: 'unknown', reason: 'connection lost' }, 0],
    'accept-and-fail': [{ kind: 'unknown', reason: 'Internal error (500)' }, 1],
    'fail-before': [{ kind: 'unknown', reason: 'Internal error (500)' }, 0],
    'accept-and-babble': [{ kind: 'unknown', reason: 'the response cannot be read' }, 1],
    'too-many-requests': [{ kind: 'not-sent', reason: 'Slow down (429)', retryAfterMs: 7_000 }, 0],
    maintenance: [{ kind: 'not-sent', reason: 'Maintenance (503)', retryAfterMs: 7_000 }, 0],
    'wrong-token': [{ kind: 'rejected', reason: 'Token expired (401)' }, 0],
  }

  it.each(Object.entries(cases))('%s', async (outcome, [expected, stored]) => {
    const order = anOrder()

    expect(await submit(order, { outcome: outcome as OutcomeName })).toMatchObject(expected)
    const [tally] = await simulator.control.orders()
    expect([tally?.submitted, tally?.stored]).toEqual([1, stored])
  })

  it('and has only refused lines keeps its confirmation number, as one that is looked up', async () => {
    const outcome = { rejectedLines: [0, 1], reason: 'Discontinued' }

    expect(await submit(anOrder(), { outcome })).toMatchObject({
      kind: 'accepted',
      confirmationNumber: expect.stringMatching(/^S\d+$/) as string,
      rejectedLines: [{ lineId: 'line-1' }, { lineId: 'line-2' }],
    })
  })

  it('and refuses one line under two spellings of its id is accepted', async () => {
    const order = { ...anOrder(), clientOrderId: CLIENT_ORDER_ID }
    const rejectedLines = ['LINE-1', 'line-1'].map((lineId) => ({ lineId, reason: 'Discontinued' }))
    const body = receipt({ rejectedLines })

    expect(await submit(order, { outcome: { answer: { status: 202, body } } })).toMatchObject({
      kind: 'accepted',
      rejectedLines: [{ lineId: 'line-1' }, { lineId: 'line-1' }],
    })
  })

  it('and has no response in time may have arrived', async () => {
    const order = anOrder()
    await simulator.control.script({ outcome: { delayMs: 60_000 } })

    expect(await open({ timeoutMs: 200 }).submit(order, connection())).toEqual({
      kind: 'unknown',
      reason: 'no response in time',
    })
  })

  it('with a token that the provider does not accept is rejected', async () => {
    const stolen = connection({ accessToken: 'stolen-token' })

    expect(await open().submit(anOrder(), stolen)).toMatchObject({
      kind: 'rejected',
      reason: 'The access token is not valid. (401)',
    })
  })

  it.each<[number, SubmitOutcome['kind']]>([
    [200, 'unknown'],
    [204, 'unknown'],
    [302, 'unknown'],
    [307, 'unknown'],
    [400, 'rejected'],
    [403, 'rejected'],
    [404, 'rejected'],
    [408, 'unknown'],
    [409, 'unknown'],
    [425, 'unknown'],
    [429, 'not-sent'],
    [502, 'unknown'],
    [503, 'unknown'],
    [504, 'unknown'],
  ])('and has a response of %d without a body is %s', async (status, kind) => {
    const answer = { status, headers: { location: '/elsewhere' } }

    expect(await submit(anOrder(), { outcome: { takesEffect: false, answer } })).toMatchObject({
      kind,
    })
    expect(await simulator.control.orders()).toMatchObject([{ submitted: 1, stored: 0 }])
  })

  it.each([
    ['nothing', {}],
    ['the receipt of another order', receipt({ clientOrderId: randomUUID() })],
    ['no confirmation number', receipt({ confirmationNumber: '' })],
    ['a confirmation number that is too long', receipt({ confirmationNumber: '1'.repeat(101) })],
    ['no status', receipt({ status: ' ' })],
    ['malformed lines', receipt({ rejectedLines: ['line-1'] })],
    ['an array', []],
    ['null', null],
  ])('and has %s as its response may have arrived', async (_what, body) => {
    const order = { ...anOrder(), clientOrderId: CLIENT_ORDER_ID }

    expect(await submit(order, { outcome: { answer: { status: 202, body } } })).toEqual({
      kind: 'unknown',
      reason: 'the response cannot be read',
    })
  })

  it('and has an endless response may have arrived', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(202, { 'content-type': 'application/json' })
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, ' ')));
        response.once('drain', more)
      }
      more()
    })

    expect(await open({ url }).submit(anOrder(), connection())).toMatchObject({ kind: 'unknown' })
  })

  it('to an address without a listener was surely not sent', async () => {
    const url = await serve(() => undefined)
    for (const close of opened.splice(0)) await close()

    expect(await open({ url }).submit(anOrder(), connection())).toEqual({
      kind: 'not-sent',
      reason: 'connection refused',
    })
  })

  it('whose connection breaks after it was opened may have arrived', async () => {
    const server = createSocketServer((socket) =>
      socket.once('data', () => socket.resetAndDestroy()),
    )
    const port = await listen(server)

    expect(await open({ url: `http://127.0.0.1:${port}` }).submit(anOrder(), connection())).toEqual(
      { kind: 'unknown', reason: 'connection lost' },
    )
  })

  it('over TLS to a server without TLS was surely not sent', async () => {
    const port = await listen(
      createSocketServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    )

    expect(
      await open({ url: `https://127.0.0.1:${port}` }).submit(anOrder(), connection()),
    ).toEqual({ kind: 'not-sent', reason: 'TLS failed' })
  })

  it('contains everything that the provider needs, once', async () => {
    let seen: unknown
    const url = await serve(async (request, response) => {
      const { authorization } = request.headers
      seen = { url: request.url, authorization, body: await json(request) }
      response.end()
    })
    const order = anOrder()
    await open({ url: `${url}/v1/` }).submit(order, connection())

    expect(seen).toEqual({
      url: '/v1/orders',
      authorization: `Bearer ${simulator.accessToken}`,
      body: {
        clientOrderId: order.clientOrderId,
        accountNumber: '4711',
        branch: '18',
        purchaseOrderNumber: 'PO-1042',
        jobName: 'Maple Street 12',
        jobNumber: '7',
        delivery: {
          date: '2026-03-20',
          window: 'AM',
          method: 'ROOF_TOP',
          shipTo: {
            name: null,
            lines: ['12 Maple Street'],
            city: 'Niles',
            region: 'IL',
            postalCode: '60714',
            country: null,
          },
          contact: { name: 'Ana', phone: '555-0100', email: null },
          instructions: 'On the rear slope\nGate code 4711',
        },
        lines: order.lines,
      },
    })
  })
})

describe('an order that is looked up', () => {
  it('is found with its status and its refused lines', async () => {
    const order = anOrder()
    await submit(order, { outcome: 'reject-a-line' })
    await simulator.control.move(order.clientOrderId, 'En Route')

    expect(await find(order)).toEqual({
      kind: 'found',
      confirmationNumber: expect.stringMatching(/^S\d+$/) as string,
      rawStatus: 'En Route',
      rejectedLines: [{ lineId: 'line-1', reason: 'Not available at this branch' }],
    })
  })

  it('is found after its response was lost', async () => {
    const order = anOrder()
    await submit(order, { outcome: 'accept-and-drop' })

    expect(await find(order)).toMatchObject({ kind: 'found' })
  })

  it('is found to be refused, with the reason and the refused lines', async () => {
    const order = anOrder()
    await submit(order, { outcome: 'reject-inside' })

    const reason = 'Not available at this branch'
    expect(await find(order)).toEqual({
      kind: 'rejected',
      reason,
      rejectedLines: order.lines.map(({ lineId }) => ({ lineId, reason })),
    })
  })

  it('is not found when it never arrived', async () => {
    expect(await find(anOrder())).toEqual({ kind: 'not-found' })
  })

  it.each<[string, ScriptInput['outcome']]>([
    ['a 404 of another server', { answer: { status: 404, body: { title: 'Not Found' } } }],
    [
      'a 404 about another order',
      {
        answer: { status: 404, body: { code: 'ORDER_NOT_FOUND', clientOrderId: randomUUID() } },
      },
    ],
    ['410', { answer: { status: 410 } }],
    ['401', 'wrong-token'],
    ['429', 'too-many-requests'],
    ['text', { answer: { status: 200, body: 'found' } }],
    ['the receipt of another order', { answer: { status: 200, body: receipt({}) } }],
    [
      'the refusal of another order',
      { answer: { status: 200, body: receipt({ confirmationNumber: null }) } },
    ],
  ])('has an unknown state after %s', async (_what, outcome) => {
    await simulator.control.script({ on: 'find', outcome })

    expect(await find(anOrder())).toMatchObject({ kind: 'unknown' })
  })

  it('is requested again when the provider fails', async () => {
    await simulator.control.script({ on: 'find', outcome: 'drop-before' })
    await simulator.control.script({ on: 'find', outcome: 'fail-before' })

    expect(await find(anOrder())).toEqual({ kind: 'not-found' })
  })

  it('is requested at most three times', async () => {
    await simulator.control.script({ on: 'find', outcome: 'fail-before', times: 3 })
    const order = anOrder()

    expect(await find(order)).toEqual({ kind: 'unknown', reason: 'Internal error (500)' })
    expect(await find(order)).toEqual({ kind: 'not-found' })
  })
})

describe('a cancellation', () => {
  it('is confirmed', async () => {
    expect(await cancelAfter()).toEqual({ kind: 'cancelled', rawStatus: 'Cancelled' })
  })

  it('is refused with a reason', async () => {
    expect(await cancelAfter({ outcome: { takesEffect: false, reason: 'Too late' } })).toEqual({
      kind: 'refused',
      reason: 'Too late (409)',
    })
  })

  it('is confirmed although the first response is lost', async () => {
    expect(await cancelAfter({ outcome: 'accept-and-drop' })).toEqual({
      kind: 'cancelled',
      rawStatus: 'Cancelled',
    })
  })

  it.each<[ScriptInput['outcome'], CancelOutcome['kind']]>([
    ['wrong-token', 'refused'],
    ['too-many-requests', 'unknown'],
    [{ answer: { status: 202, body: 'asked for' } }, 'unknown'],
    [{ answer: { status: 404 } }, 'refused'],
  ])('after %j is %s', async (outcome, kind) => {
    expect(await cancelAfter({ outcome })).toMatchObject({ kind })
  })

  it.each(['Pending', 'Delivered'])(
    'that returns an order that is %s has its status',
    async (rawStatus) => {
      const order = anOrder()
      const body = { ...receipt({ clientOrderId: order.clientOrderId }), status: rawStatus }
      await simulator.control.script({ on: 'cancel', outcome: { answer: { status: 202, body } } })
      await open().submit(order, connection())

      expect(await open().cancel(order.clientOrderId, connection())).toMatchObject({
        kind: 'not-cancelled',
        rawStatus,
        rejectedLines: [],
      })
    },
  )

  it('is not sent to a provider that accepts none', async () => {
    await simulator.control.script({ on: 'cancel', outcome: 'accept' })

    expect(await open({ identifier: 'qxo' }).cancel(randomUUID(), connection())).toEqual({
      kind: 'refused',
      reason: 'takes no cancellations',
    })
  })
})

describe('the circuit', () => {
  it('opens after failures in a row: no further requests are sent', async () => {
    const provider = await openBroken()
    const order = anOrder()

    expect(await provider.submit(order, connection())).toEqual({
      kind: 'not-sent',
      reason: 'left alone for a while after several failures',
    })
    expect(await provider.find(order.clientOrderId, connection())).toMatchObject({
      kind: 'unknown',
    })
    expect(await provider.cancel(order.clientOrderId, connection())).toMatchObject({
      kind: 'unknown',
    })
    expect(await submissionsOf(order)).toBe(0)
  })

  it('closes when a call succeeds after a while', async () => {
    const provider = await openBroken()
    time += BREAKER_OPEN_MS - 1
    expect(await provider.submit(anOrder(), connection())).toMatchObject({ kind: 'not-sent' })

    time += 1
    expect(await provider.submit(anOrder(), connection())).toMatchObject({ kind: 'accepted' })
    expect(await provider.submit(anOrder(), connection())).toMatchObject({ kind: 'accepted' })
  })

  it('opens again when that call fails', async () => {
    const provider = await openBroken()
    await simulator.control.script({ outcome: 'fail-before' })
    time += BREAKER_OPEN_MS

    expect(await provider.submit(anOrder(), connection())).toMatchObject({ kind: 'unknown' })
    expect(await provider.submit(anOrder(), connection())).toMatchObject({ kind: 'not-sent' })
    time += BREAKER_OPEN_MS
    expect(await provider.submit(anOrder(), connection())).toMatchObject({ kind: 'accepted' })
  })

  it('lets no other call wait while that call is under way', async () => {
    const isUnderWay = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    let requests = 0
    const url = await serve((_request, response) => {
      requests += 1
      if (requests <= BREAKER_FAILURES) return response.writeHead(500).end()
      isUnderWay.resolve()
      return void mayEnd.promise.then(() => response.writeHead(422).end())
    })
    const provider = open({ url })
    for (let count = 0; count < BREAKER_FAILURES; count += 1) {
      await provider.submit(anOrder(), connection())
    }
    time += BREAKER_OPEN_MS
    const testCall = provider.submit(anOrder(), connection())
    await isUnderWay.promise

    expect(await provider.submit(anOrder(), connection())).toMatchObject({ kind: 'not-sent' })
    expect(await provider.find(randomUUID(), connection())).toMatchObject({ kind: 'unknown' })
    mayEnd.resolve()
    expect(await testCall).toMatchObject({ kind: 'rejected' })
    expect(requests).toBe(BREAKER_FAILURES + 1)
  })

  it.each<OutcomeName>(['reject-all', 'wrong-token', 'too-many-requests'])(
    'stays closed after %s: the provider works',
    async (outcome) => {
      await simulator.control.script({ outcome, times: BREAKER_FAILURES })
      const provider = open()
      for (let count = 0; count < BREAKER_FAILURES; count += 1) {
        await provider.submit(anOrder(), connection())
      }

      expect(await provider.submit(anOrder(), connection())).toMatchObject({ kind: 'accepted' })
    },
  )

  it('is separate for each provider', async () => {
    await openBroken()

    expect(await open({ identifier: 'srs' }).submit(anOrder(), connection())).toMatchObject({
      kind: 'accepted',
    })
  })

  async function openBroken(): Promise<OrderProvider> {
    const provider = open()
    await simulator.control.script({ outcome: 'fail-before', times: BREAKER_FAILURES })
    for (let count = 0; count < BREAKER_FAILURES; count += 1) {
      expect(await provider.submit(anOrder(), connection())).toMatchObject({ kind: 'unknown' })
    }
    return provider
  }
})

describe('the log', () => {
  it('has each call with its outcome, and never the token', async () => {
    const { accessToken } = connection()
    const answer = { status: 401, body: { detail: `Token ${accessToken}\n is stale` } }
    const order = anOrder()

    expect(await submit(order, { outcome: { takesEffect: false, answer } })).toMatchObject({
      reason: 'Token [redacted] is stale (401)',
    })
    expect(JSON.parse(logged)).toMatchObject({
      provider: 'abc-supply',
      call: 'submit',
      orderId: order.clientOrderId,
      kind: 'rejected',
    })
    expect(logged).not.toContain(accessToken)
  })
})

const CLIENT_ORDER_ID = '0199f0a0-0000-7000-8000-000000000001'

function receipt(overrides: object): object {
  return {
    clientOrderId: CLIENT_ORDER_ID,
    confirmationNumber: 'S1',
    status: 'Pending',
    rejectedLines: [],
    ...overrides,
  }
}

interface Opening {
  readonly identifier?: string
  readonly url?: string
  readonly timeoutMs?: number
}

function open({ identifier = 'abc-supply', url, timeoutMs = 5_000 }: Opening = {}): OrderProvider {
  const known = findKnownProvider(identifier)
  if (known === undefined) throw new Error(`unknown: ${identifier}`)
  const info = (fields: object): void => {
    logged += JSON.stringify(fields)
  }
  const provider = createHttpProvider(known, {
    url: url ?? `${simulator.url}/${identifier}`,
    timeoutMs,
    now: () => new Date(),
    monotonicNow: () => time,
    logger: { info } as Logger,
    retryDelaysMs: [0, 0],
  })
  opened.push(() => provider[Symbol.asyncDispose]())
  return provider
}

function connection(overrides: Partial<ProviderConnection> = {}): ProviderConnection {
  return { accountNumber: '4711', branch: '18', accessToken: simulator.accessToken, ...overrides }
}

async function submit(order: ProviderOrder, script: ScriptInput): Promise<SubmitOutcome> {
  await simulator.control.script(script)
  return open().submit(order, connection())
}

function find({ clientOrderId }: ProviderOrder): Promise<FindOutcome> {
  return open().find(clientOrderId, connection())
}

async function cancelAfter(script?: Omit<ScriptInput, 'on'>): Promise<CancelOutcome> {
  const order = anOrder()
  const provider = open()
  await provider.submit(order, connection())
  if (script !== undefined) await simulator.control.script({ ...script, on: 'cancel' })
  return provider.cancel(order.clientOrderId, connection())
}

async function submissionsOf({ clientOrderId }: ProviderOrder): Promise<number> {
  const tallies = await simulator.control.orders()
  return tallies.find((tally) => tally.clientOrderId === clientOrderId)?.submitted ?? 0
}

function anOrder(): ProviderOrder {
  return {
    clientOrderId: randomUUID(),
    purchaseOrderNumber: 'PO-1042',
    jobName: 'Maple Street 12',
    jobNumber: '7',
    delivery: {
      date: '2026-03-20',
      window: 'AM',
      method: 'ROOF_TOP',
      shipTo: {
        name: null,
        lines: ['12 Maple Street'],
        city: 'Niles',
        region: 'IL',
        postalCode: '60714',
        country: null,
      },
      placementNotes: 'On the rear slope',
      accessNotes: 'Gate code 4711',
      contact: { name: 'Ana', phone: '555-0100', email: null },
    },
    lines: [
      {
        lineId: 'line-1',
        sku: 'GAF-0489-CHAR',
        name: 'Timberline HDZ',
        quantity: '76',
        unit: 'BUNDLES',
        color: 'Charcoal',
      },
      {
        lineId: 'line-2',
        sku: null,
        name: 'Coil nails',
        quantity: '4.5',
        unit: 'BOXES',
        color: null,
      },
    ],
  }
}

async function serve(listener: Listener): Promise<string> {
  const server = await startLocalServer(listener)
  opened.push(() => server[Symbol.asyncDispose]())
  return server.url
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(() => server.close())
  return (server.address() as AddressInfo).port
}
