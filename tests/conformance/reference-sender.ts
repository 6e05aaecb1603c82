import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { SenderUnderTest, Subscription } from './sender-under-test.ts'

const RESPONSE_BYTES_MAX = 65_536
const EVENT_TYPES = ['contact.created', 'contact.deleted']

export interface Outgoing {
  readonly endpoint: EndpointState
  readonly id: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly createdAt: Date
  /** Counted from 1. */
  readonly attempt: number
}

/** The outcome of an attempt. */
export interface Incoming {
  /** Undefined without a response. */
  readonly status: number | undefined
  /** Why there is no response. */
  readonly error?: string | undefined
  readonly headers: Readonly<Record<string, unknown>>
}

export interface EndpointState extends Subscription {
  readonly url: string
  readonly eventTypes: readonly string[]
  /** Newest first. */
  secrets: string[]
  disabled: boolean
  /** Requests under way, and their maximum. */
  underWay: number
  slots: number
  waiting: (() => void)[]
  cookie: string | undefined
}

/** All decisions of a sender. A test changes one of them at a time. */
export interface Behaviour {
  readonly timeoutMs: number
  newSecret(): string
  secretsAfterRotation(newest: string, before: readonly string[]): string[]
  newId(): string
  /** The id of this attempt. */
  idOf(message: Outgoing): string
  payloadOf(message: Outgoing): Readonly<Record<string, unknown>>
  bodyOf(payload: Readonly<Record<string, unknown>>): Buffer
  timestampOf(message: Outgoing): string
  /** The bytes that are signed as the body. */
  signedBodyOf(body: Buffer, message: Outgoing): Buffer
  signedTimestampOf(timestamp: string, message: Outgoing): string
  joinSignatures(signatures: readonly string[]): string
  method: string
  pathOf(url: URL): string
  /** The final headers; a value may be an array, and undefined omits the header. */
  headersOf(
    headers: Record<string, string>,
    message: Outgoing,
  ): Record<string, string | string[] | undefined>
  /** Sends the body; by default with `request.end`. */
  send(request: ClientRequest, body: Buffer): void
  isSuccess(status: number | undefined): boolean
  follows(status: number): boolean
  /** Whether the failed message is never retried. */
  forgets(response: Incoming): boolean
  /** Milliseconds until the next attempt; undefined when there is none. */
  delayMs(attempt: number, response: Incoming): number | undefined
  disables(response: Incoming): boolean
  /** Maximum concurrent requests to the endpoint from now on. */
  slotsAfter(status: number | undefined): number
  readsResponseFully: boolean
  keepsCookies: boolean
  delivers(endpoint: EndpointState, eventType: string): boolean
  sharesEvents: boolean
}

export const HEALTHY_SLOTS = 32
export const TIMED_OUT = 'timed out'
export const WAITS_MS = [200, 600, 1_500]

/** A sender that follows every rule, with a schedule in milliseconds. */
export const conforming: Behaviour = {
  timeoutMs: 2_200,
  newSecret: () => `whsec_${randomBytes(32).toString('base64')}`,
  secretsAfterRotation: (newest, before) => [newest, ...before],
  newId: () => `msg_${randomUUID()}`,
  idOf: ({ id }) => id,
  payloadOf: ({ payload }) => payload,
  bodyOf: (payload) => Buffer.from(JSON.stringify(payload)),
  timestampOf: () => String(Math.floor(Date.now() / 1000)),
  signedBodyOf: (body) => body,
  signedTimestampOf: (timestamp) => timestamp,
  joinSignatures: (signatures) => signatures.join(' '),
  method: 'POST',
  pathOf: ({ pathname, search }) => pathname + search,
  headersOf: (headers) => headers,
  send: (outgoing, body) => outgoing.end(body),
  isSuccess: (status) => status !== undefined && status >= 200 && status < 300,
  follows: () => false,
  forgets: () => false,
  delayMs(attempt, { status, headers }) {
    const wait = WAITS_MS[attempt - 1]
    if (wait === undefined) return undefined
    const retryAfter = status === 429 || status === 503 ? retryAfterMs(headers['retry-after']) : 0
    return Math.max(wait * (0.8 + 0.4 * Math.random()), retryAfter)
  },
  disables: ({ status }) => status === 410,
  slotsAfter: (status) => (status === 429 || status === 502 || status === 504 ? 2 : HEALTHY_SLOTS),
  readsResponseFully: false,
  keepsCookies: false,
  delivers: ({ eventTypes }, eventType) => eventTypes.includes(eventType),
  sharesEvents: true,
}

export function retryAfterMs(value: unknown): number {
  if (typeof value !== 'string') return 0
  return /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
}

/** A sender in this process, which the suite drives like any other. */
export function createReferenceSender(behaviour: Behaviour): SenderUnderTest {
  const beside = new Map<Subscription, EndpointState[]>()
  return {
    eventTypes: EVENT_TYPES,
    isolated: true,
    async subscribe(url, { eventTypes = EVENT_TYPES, beside: other }) {
      const secret = behaviour.newSecret()
      const endpoint: EndpointState = {
        url,
        eventTypes,
        secret,
        secrets: [secret],
        disabled: false,
        underWay: 0,
        slots: HEALTHY_SLOTS,
        waiting: [],
        cookie: undefined,
      }
      const account = (other && beside.get(other)) ?? []
      account.push(endpoint)
      beside.set(endpoint, account)
      return endpoint
    },
    async trigger(subscription, count, eventType = 'contact.created') {
      const account = beside.get(subscription) ?? []
      const endpoints = behaviour.sharesEvents ? account : account.slice(0, 1)
      for (let n = 0; n < count; n++) {
        const createdAt = new Date()
        const timestamp = createdAt.toISOString()
        const payload = { type: eventType, timestamp, data: { id: n, name: 'Ada  Løvelace' } }
        for (const endpoint of endpoints) {
          if (!endpoint.disabled && behaviour.delivers(endpoint, eventType))
            void deliver(behaviour, {
              endpoint,
              id: behaviour.newId(),
              payload,
              createdAt,
              attempt: 1,
            })
        }
      }
    },
    async rotateSecret(subscription) {
      const endpoint = subscription as EndpointState
      const newest = behaviour.newSecret()
      endpoint.secrets = behaviour.secretsAfterRotation(newest, endpoint.secrets)
      return newest
    },
  }
}

async function deliver(behaviour: Behaviour, message: Outgoing): Promise<void> {
  const { endpoint, attempt } = message
  await slotOf(endpoint)
  const response = endpoint.disabled ? undefined : await post(behaviour, message)
  endpoint.slots = response === undefined ? endpoint.slots : behaviour.slotsAfter(response.status)
  leave(endpoint)
  if (response === undefined) return
  if (behaviour.disables(response)) endpoint.disabled = true
  if (endpoint.disabled || behaviour.isSuccess(response.status) || behaviour.forgets(response))
    return
  const delayMs = behaviour.delayMs(attempt, response)
  if (delayMs === undefined) return
  setTimeout(() => void deliver(behaviour, { ...message, attempt: attempt + 1 }), delayMs)
}

async function slotOf(endpoint: EndpointState): Promise<void> {
  while (endpoint.underWay >= endpoint.slots)
    await new Promise<void>((resolve) => endpoint.waiting.push(resolve))
  endpoint.underWay++
}

function leave(endpoint: EndpointState): void {
  endpoint.underWay--
  for (const resume of endpoint.waiting.splice(0)) resume()
}

function post(behaviour: Behaviour, message: Outgoing, to?: string): Promise<Incoming> {
  const { endpoint } = message
  const url = new URL(to ?? endpoint.url)
  const body = behaviour.bodyOf(behaviour.payloadOf(message))
  return new Promise((resolve) => {
    const fail = (error: string): void => resolve({ status: undefined, headers: {}, error })
    const outgoing = request(url, {
      method: behaviour.method,
      path: behaviour.pathOf(url),
      agent: false,
      setDefaultHeaders: false,
    })
    const headers = behaviour.headersOf(headersOf(behaviour, message, url, body), message)
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) outgoing.setHeader(name, value)
    const timer = setTimeout(() => {
      fail(TIMED_OUT)
      outgoing.destroy()
    }, behaviour.timeoutMs)
    outgoing.once('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message))
    outgoing.once('close', () => clearTimeout(timer))
    outgoing.once('response', (response: IncomingMessage) => {
      if (behaviour.readsResponseFully) clearTimeout(timer)
      void take(behaviour, message, response).then(resolve)
    })
    behaviour.send(outgoing, body)
  })
}

function headersOf(
  behaviour: Behaviour,
  message: Outgoing,
  url: URL,
  body: Buffer,
): Record<string, string> {
  const { endpoint } = message
  const id = behaviour.idOf(message)
  const timestamp = behaviour.timestampOf(message)
  const signed = Buffer.concat([
    Buffer.from(`${id}.${behaviour.signedTimestampOf(timestamp, message)}.`),
    behaviour.signedBodyOf(body, message),
  ])
  const signatures = endpoint.secrets.map((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  })
  return {
    host: url.host,
    'content-type': 'application/json',
    'content-length': String(body.length),
    'user-agent': 'reference-sender',
    connection: 'close',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': behaviour.joinSignatures(signatures),
    ...(endpoint.cookie !== undefined && { cookie: endpoint.cookie }),
  }
}

async function take(
  behaviour: Behaviour,
  message: Outgoing,
  response: IncomingMessage,
): Promise<Incoming> {
  const { statusCode: status = 0, headers } = response
  const { location } = headers
  if (behaviour.keepsCookies) message.endpoint.cookie = headers['set-cookie']?.[0]?.split(';')[0]
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > RESPONSE_BYTES_MAX && !behaviour.readsResponseFully) break
    }
  } catch {
    // The status is already known.
  }
  if (location !== undefined && behaviour.follows(status)) return post(behaviour, message, location)
  return { status, headers }
}
