import { randomUUID } from 'node:crypto'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { beforeEach, describe, expect, it } from 'vitest'
import { outcomes } from './script.ts'
import type { OutcomeName } from './script.ts'
import { startSimulator } from './testing/start-simulator.ts'

let time = new Date('2026-03-14T08:00:00Z')

const simulator = await disposeAfterAll(startSimulator(() => time))
beforeEach(() => simulator.control.reset())

describe('an order', () => {
  it('is accepted with a confirmation number', async () => {
    const order = anOrder()
    const response = await submit(order)

    expect(response).toEqual({
      status: 202,
      body: {
        clientOrderId: order.clientOrderId,
        confirmationNumber: expect.stringMatching(/^S\d+$/) as string,
        status: 'Pending',
        rejectedLines: [],
      },
    })
    expect(await find(order)).toEqual({ status: 200, body: response.body })
  })

  it('that is sent twice is stored twice, as by most providers', async () => {
    const order = anOrder()
    await submit(order)
    await submit(order)

    expect(await simulator.control.orders()).toMatchObject([
      { clientOrderId: order.clientOrderId, submitted: 2, stored: 2 },
    ])
  })

  it('that is sent twice is stored once by a provider that deduplicates', async () => {
    await simulator.control.change({ deduplicates: true })
    const order = anOrder()
    const responses = [await submit(order), await submit(order)]

    expect(responses[1]).toEqual(responses[0])
    expect(await simulator.control.orders()).toMatchObject([{ submitted: 2, stored: 1 }])
  })

  it('that was never sent is not found, with a code of its own', async () => {
    const order = anOrder()

    expect(await find(order)).toEqual({
      status: 404,
      body: { code: 'ORDER_NOT_FOUND', clientOrderId: order.clientOrderId },
    })
  })

  it('that was refused is found with its refusal', async () => {
    await simulator.control.script({ outcome: 'reject-inside' })
    const order = anOrder()
    const { body } = await submit(order)

    expect(body).toMatchObject({ confirmationNumber: null })
    expect(await find(order)).toEqual({ status: 200, body })
    expect(await cancel(order)).toMatchObject({ status: 404 })
  })

  it('is stored by provider', async () => {
    const order = anOrder()
    await submit(order)

    expect(await find(order, 'srs')).toMatchObject({ status: 404 })
  })

  it('requires the token', async () => {
    expect(await submit(anOrder(), 'stolen')).toMatchObject({ status: 401 })
    expect(await simulator.control.orders()).toEqual([])
  })

  it('requires its fields', async () => {
    expect(await submit({ ...anOrder(), lines: [] })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('lines') as string },
    })
  })
})

describe('the control API', () => {
  it.each([
    ['POST', '/control/scripts'],
    ['PUT', '/control/settings'],
    ['GET', '/control/orders'],
    ['GET', '/control/orders/1'],
    ['POST', '/control/orders/1/status'],
    ['DELETE', '/control'],
  ])('requires the token for %s %s', async (method, path) => {
    await simulator.control.script({ outcome: 'reject-all' })

    expect(await fetch(`${simulator.url}${path}`, { method })).toMatchObject({ status: 401 })
    expect(await call(path, { method, token: 'stolen' })).toMatchObject({ status: 401 })
    expect(await status()).toBe(422)
  })
})

describe('the outcome', () => {
  const expected: Readonly<Record<OutcomeName, readonly [status: number | undefined, number]>> = {
    accept: [202, 1],
    'reject-a-line': [202, 1],
    'reject-all': [422, 0],
    'reject-inside': [202, 0],
    'accept-and-drop': [undefined, 1],
    'drop-before': [undefined, 0],
    'accept-and-fail': [500, 1],
    'fail-before': [500, 0],
    'accept-and-babble': [202, 1],
    'too-many-requests': [429, 0],
    maintenance: [503, 0],
    'wrong-token': [401, 0],
  }

  it.each(Object.keys(outcomes) as OutcomeName[])('%s', async (outcome) => {
    await simulator.control.script({ outcome })
    const response = await submit(anOrder()).catch(() => undefined)

    const [tally] = await simulator.control.orders()
    expect([response?.status, tally?.stored]).toEqual(expected[outcome])
  })

  it('names the refused lines', async () => {
    await simulator.control.script({ outcome: { rejectedLines: [1], reason: 'Discontinued' } })
    const response = await submit(anOrder())

    expect(response.body).toMatchObject({
      rejectedLines: [{ lineId: 'b', reason: 'Discontinued' }],
    })
  })

  it('decides as many calls as its script requests', async () => {
    await simulator.control.script({ outcome: 'reject-all', times: 2 })

    expect([await status(), await status(), await status()]).toEqual([422, 422, 202])
  })

  it('decides every nth call', async () => {
    await simulator.control.script({ outcome: 'reject-all', times: null, every: 3 })
    const statuses: number[] = []
    for (let count = 0; count < 6; count += 1) statuses.push(await status())

    expect(statuses).toEqual([202, 202, 422, 202, 202, 422])
  })

  it.each([
    { provider: 'srs' },
    { accountNumber: '2' },
    { purchaseOrderNumber: 'PO-2' },
    { clientOrderId: randomUUID() },
    { on: 'cancel' as const },
  ])('applies to %j only', async (match) => {
    await simulator.control.script({ ...match, outcome: 'reject-all' })

    expect(await status()).toBe(202)
  })

  it('may be delayed', async () => {
    await simulator.control.script({ outcome: { delayMs: 5 } })

    expect(await status()).toBe(202)
  })

  it('must be a known one', async () => {
    await expect(simulator.control.script({ outcome: 'explode' as OutcomeName })).rejects.toThrow(
      /400/,
    )
  })
})

describe('the status', () => {
  it('can be moved on by a request', async () => {
    const order = anOrder()
    await submit(order)
    const seen: unknown[] = []
    for (const next of [undefined, undefined, undefined, undefined, 'Arrived']) {
      await simulator.control.move(order.clientOrderId, next)
      seen.push((await find(order)).body.status)
    }

    expect(seen).toEqual(['Scheduled', 'En Route', 'Delivered', 'Delivered', 'Arrived'])
  })

  it('moves on by time when the settings request it', async () => {
    await simulator.control.change({ stepMs: 60_000 })
    const order = anOrder()
    await submit(order)
    time = new Date(time.getTime() + 130_000)

    expect((await find(order)).body.status).toBe('En Route')
  })
})

describe('a cancellation', () => {
  it('is accepted until the order is on its way', async () => {
    const [early, late] = [anOrder(), anOrder()]
    await submit(early)
    await submit(late)
    await simulator.control.move(late.clientOrderId, 'En Route')

    expect(await cancel(early)).toMatchObject({ status: 200, body: { status: 'Cancelled' } })
    expect(await cancel(late)).toEqual({ status: 409, body: { detail: 'The order is En Route' } })
  })

  it('is refused by a script, and always by QXO', async () => {
    const order = anOrder()
    await submit(order)
    await submit(order, undefined, 'qxo')
    await simulator.control.script({
      on: 'cancel',
      outcome: { takesEffect: false, reason: 'Too late' },
    })

    expect(await cancel(order)).toEqual({ status: 409, body: { detail: 'Too late' } })
    expect(await cancel(order, 'qxo')).toMatchObject({ status: 409 })
    expect((await find(order)).body.status).toBe('Pending')
  })

  it('of an order that was never sent is not found', async () => {
    expect(await cancel(anOrder())).toMatchObject({ status: 404 })
  })
})

interface Order {
  readonly clientOrderId: string
  readonly lines: readonly object[]
}

function anOrder(): Order {
  return {
    clientOrderId: randomUUID(),
    accountNumber: '1',
    purchaseOrderNumber: 'PO-1',
    lines: [
      { lineId: 'a', name: 'Shingles', quantity: '76' },
      { lineId: 'b', name: 'Nails', quantity: '4' },
    ],
  } as Order
}

async function status(): Promise<number> {
  return (await submit(anOrder())).status
}

function submit(order: Order, token?: string, provider = 'abc-supply') {
  return call(`/${provider}/orders`, { method: 'POST', token, body: order })
}

function find({ clientOrderId }: Order, provider = 'abc-supply') {
  return call(`/${provider}/orders/${clientOrderId}`, { method: 'GET' })
}

function cancel({ clientOrderId }: Order, provider = 'abc-supply') {
  return call(`/${provider}/orders/${clientOrderId}/cancel`, { method: 'POST' })
}

async function call(
  path: string,
  { method, token, body }: { method: string; token?: string | undefined; body?: object },
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${simulator.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token ?? simulator.accessToken}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return { status: response.status, body: isJson ? JSON.parse(text) : {} }
}
