import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import { Webhook } from 'standardwebhooks'
import { graphqlData } from './client.ts'
import type { RequestOptions } from './client.ts'

const WAIT_LIMIT_MS = 60_000
export const HANDSHAKE = 'webhook-verification-code'

/** One POST that arrived. */
export interface Received {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly payload: { readonly event: string; readonly webhook_id: number } & Readonly<
    Record<string, unknown>
  >
  /** Stable over the retries of one delivery. */
  readonly webhookId: string
  /** 1 for the first POST with this webhook-id. */
  readonly attempt: number
}

export interface ReceiverResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly delayMs?: number
}

/** A webhook receiver on loopback. It responds with 204 until `respondWith` changes it. */
export interface Receiver extends AsyncDisposable {
  readonly url: string
  /** All requests so far, including the handshake. */
  readonly received: readonly Received[]
  /** Sets the responses from now on. */
  respondWith(decide: (received: Received) => ReceiverResponse): void
  /** Resolves with the first `count` requests that match; immediately if they have arrived. */
  waitFor(matches: (received: Received) => boolean, wait?: WaitOptions): Promise<Received[]>
  /** The same for one request. */
  waitForOne(
    matches: (received: Received) => boolean,
    wait?: { limitMs: number },
  ): Promise<Received>
}

interface WaitOptions {
  readonly count?: number
  readonly limitMs?: number
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const listeners = new Set<() => void>()
  let decide = (_received: Received): ReceiverResponse => ({ status: 204 })

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request)
    const headers = request.headers as Record<string, string>
    const webhookId = headers['webhook-id'] ?? ''
    const attempt = 1 + received.filter((other) => other.webhookId === webhookId).length
    const one = { headers, body, payload: JSON.parse(body), webhookId, attempt } as Received
    received.push(one)
    for (const listener of listeners) listener()
    const planned = decide(one)
    await delay(planned.delayMs ?? 0)
    response.writeHead(planned.status, { ...planned.headers }).end(planned.body)
  }
  const server = await startLocalServer((request, response) => {
    // A killed sender leaves an incomplete request.
    take(request, response).catch(() => response.destroy())
  })

  const waitFor: Receiver['waitFor'] = (matches, { count = 1, limitMs = WAIT_LIMIT_MS } = {}) =>
    new Promise((resolve, reject) => {
      const finish = (): void => {
        listeners.delete(look)
        clearTimeout(limit)
      }
      const look = (): void => {
        const found = received.filter(matches)
        if (found.length < count) return
        finish()
        resolve(found.slice(0, count))
      }
      const limit = setTimeout(() => {
        finish()
        reject(new Error(complaint(received, received.filter(matches).length, count)))
      }, limitMs)
      listeners.add(look)
      look()
    })

  return {
    url: `${server.url}/hook`,
    received,
    respondWith(next) {
      decide = next
    },
    waitFor,
    async waitForOne(matches, wait) {
      const [one] = await waitFor(matches, wait)
      if (one === undefined) throw new Error('nothing was waited for')
      return one
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/**
 * Verifies like a receiver of the documentation: the Standard Webhooks verifier over the received bytes.
 * @throws WebhookVerificationError
 */
export function verifySignature({ body, headers }: Received, secret: string): unknown {
  return new Webhook(secret).verify(body, { ...headers })
}

export interface Subscription {
  readonly id: number
  readonly secret: string
}

export interface SubscribeOptions extends RequestOptions {
  readonly orgId?: number
  /** All events by default. */
  readonly events?: readonly string[]
  readonly ordered?: boolean
}

/** Creates a subscription for the receiver and completes the handshake. */
export async function subscribe(
  receiver: Pick<Receiver, 'url' | 'waitForOne'>,
  { orgId = 1, events, ordered = false, ...request }: SubscribeOptions = {},
): Promise<Subscription> {
  const { webhookCreate } = await graphqlData<{
    webhookCreate: { webhook: { id: number }; secret: string }
  }>(
    `mutation ($orgId: Int!, $url: String!, $events: [String!], $ordered: Boolean) {
      webhookCreate(orgId: $orgId, url: $url, events: $events, ordered: $ordered) {
        secret
        webhook { id }
      }
    }`,
    { orgId, url: receiver.url, events: events ?? null, ordered },
    request,
  )
  const { id } = webhookCreate.webhook
  const handshake = await receiver.waitForOne(
    ({ payload }) => payload.event === HANDSHAKE && payload.webhook_id === id,
  )
  verifySignature(handshake, webhookCreate.secret)
  await graphqlData(
    'mutation ($code: String!) { webhookVerify(code: $code) { verifiedAt } }',
    { code: handshake.payload.code },
    request,
  )
  return { id, secret: webhookCreate.secret }
}

function complaint(received: readonly Received[], found: number, count: number): string {
  const arrived = received.map(({ payload, attempt }) => `${payload.event} (attempt ${attempt})`)
  return `${found} of ${count} expected webhooks arrived. All that arrived: ${arrived.join(', ') || 'nothing'}`
}
