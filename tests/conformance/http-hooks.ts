import type { SenderUnderTest, Subscription } from './sender-under-test.ts'

const TIMEOUT_MS = 60_000

interface Capabilities {
  readonly eventTypes?: readonly string[]
  readonly isolated?: boolean
  readonly rotates?: boolean
  readonly unsubscribes?: boolean
}

/**
 * A sender in any language, driven over HTTP: README.md has the requests.
 * @throws Error when the hooks do not respond
 */
export async function createHttpHooks(url: string): Promise<SenderUnderTest> {
  const base = url.replace(/\/$/, '')
  const call = (path: string, body?: unknown): Promise<Record<string, unknown>> =>
    callHook(`${base}${path}`, body)
  const capabilities = (await call('/')) as Capabilities
  return {
    ...(capabilities.eventTypes && { eventTypes: capabilities.eventTypes }),
    isolated: capabilities.isolated === true,
    async subscribe(endpointUrl, { eventTypes, beside, firstRequest }) {
      const subscription = await call('/subscribe', { url: endpointUrl, eventTypes, beside })
      if (subscription['handshake'] !== true) return subscription
      const { headers, body } = await firstRequest()
      const confirmed = await call('/handshake', { subscription, headers, body: body.toString() })
      return { ...subscription, ...confirmed }
    },
    async trigger(subscription, count, eventType) {
      await call('/trigger', { subscription, count, eventType })
    },
    ...(capabilities.rotates === true && {
      rotateSecret: async (subscription: Subscription) =>
        String((await call('/rotate-secret', { subscription }))['secret']),
    }),
    ...(capabilities.unsubscribes === true && {
      unsubscribe: async (subscription: Subscription) =>
        void (await call('/unsubscribe', { subscription })),
    }),
  }
}

async function callHook(url: string, body: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  const text = await response.text()
  if (!response.ok)
    throw new Error(`${url} responded with ${response.status}: ${text.slice(0, 200)}`)
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}
