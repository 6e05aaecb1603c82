import type { Settings, Tally } from '../order-book.ts'
import type { ScriptInput } from '../script.ts'

/** The control API of a simulator that runs somewhere. */
export interface SimulatorControl {
  /** Decides calls that are still to come. */
  script(script: ScriptInput): Promise<void>
  change(settings: Partial<Settings>): Promise<void>
  /** All that came in, in the order in which it came first. */
  orders(): Promise<readonly Tally[]>
  /** Gives an order a status; without one, the next. */
  move(clientOrderId: string, status?: string): Promise<void>
  /** Forgets orders, scripts and changed settings. */
  reset(): Promise<void>
}

/** @param url base address of the simulator */
export function controlSimulator(url: string): SimulatorControl {
  return {
    async script(script) {
      await call(url, { method: 'POST', path: '/scripts', body: script })
    },
    async change(settings) {
      await call(url, { method: 'PUT', path: '/settings', body: settings })
    },
    async orders() {
      const answer = await call(url, { method: 'GET', path: '/orders' })
      return ((await answer.json()) as { orders: Tally[] }).orders
    },
    async move(clientOrderId, status) {
      const path = `/orders/${clientOrderId}/status`
      await call(url, { method: 'POST', path, body: { status } })
    },
    async reset() {
      await call(url, { method: 'DELETE', path: '' })
    },
  }
}

async function call(
  url: string,
  { method, path, body }: { method: string; path: string; body?: unknown },
): Promise<Response> {
  const answer = await fetch(`${url}/control${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (answer.ok) return answer
  throw new Error(`The simulator answered ${answer.status}: ${await answer.text()}`)
}
