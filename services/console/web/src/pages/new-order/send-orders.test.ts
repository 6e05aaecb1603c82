import { afterEach, expect, test, vi } from 'vitest'
import { sendOrders } from './send-orders.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The keys under which an order is sent to a gateway that responds only the eighth time. */
async function keysSent(onLine: boolean): Promise<readonly unknown[]> {
  // The delays before repetitions.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  vi.stubGlobal('navigator', { onLine })
  vi.stubGlobal('location', { href: 'http://console.test/' })
  const keys: unknown[] = []
  vi.stubGlobal('fetch', (_url: string, { headers }: RequestInit): Promise<Response> => {
    keys.push(new Headers(headers).get('idempotency-key'))
    return keys.length < 8
      ? Promise.reject(new TypeError('fetch failed'))
      : Promise.resolve(Response.json({ data: {} }))
  })
  const request = { kind: 'submit' as const, variables: {} as never, orders: [] }
  await sendOrders(request, 'key').catch(() => undefined)
  return keys
}

test('an order is sent until a gateway that starts again responds, with the same key', async () => {
  expect(await keysSent(true)).toEqual(Array(8).fill('key'))
})

test('without a connection it is sent once', async () => {
  expect(await keysSent(false)).toEqual(['key'])
})
