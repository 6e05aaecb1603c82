import type { Settings, Tally } from '../order-book.ts'
import type { ScriptInput } from '../script.ts'

/** Client of a simulator's control API. */
export interface SimulatorControl {
  /** Decides future calls. */
  script(script: ScriptInput): Promise<void>
  change(settings: Partial<Settings>): Promise<void>
  /** All received orders, by the time of their first submission. */
  orders(): Promise<readonly Tally[]>
  /** Sets the status of an order; without `status`, moves it to the next one. */
  move(clientOrderId: string, status?: string): Promise<void>
  /** Deletes orders, scripts and changed settings. */
  reset(): Promise<void>
}

interface SimulatorAccess {
  /** Base address of the simulator. */
  readonly url: string
  readonly accessToken: string
}

export function controlSimulator(simulator: SimulatorAccess): SimulatorControl {
  return {
    async script(script) {
      await call(simulator, { method: 'POST', path: '/scripts', body: script })
    },
    async change(settings) {
      await call(simulator, { method: 'PUT', path: '/settings', body: settings })
    },
    async orders() {
      const response = await call(simulator, { method: 'GET', path: '/orders' })
      return ((await response.json()) as { orders: Tally[] }).orders
    },
    async move(clientOrderId, status) {
      const path = `/orders/${clientOrderId}/status`
      await call(simulator, { method: 'POST', path, body: { status } })
    },
    async reset() {
      await call(simulator, { method: 'DELETE', path: '' })
    },
  }
}

async function call(
  { url, accessToken }: SimulatorAccess,
  { method, path, body }: { method: string; path: string; body?: unknown },
): Promise<Response> {
  const response = await fetch(`${url}/control${path}`, {
    method,
    headers: {
      authorization: `Bearer ${accessToken}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (response.ok) return response
  throw new Error(`The simulator responded with ${response.status}: ${await response.text()}`)
}
