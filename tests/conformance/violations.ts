import { conforming, HEALTHY_SLOTS, retryAfterMs, TIMED_OUT, WAITS_MS } from './reference-sender.ts'
import type { Behaviour, Outgoing } from './reference-sender.ts'
import type { RuleId } from './rules.ts'

export interface ViolatingSender {
  readonly violation: string
  readonly rule: RuleId
  readonly behaviour: Partial<Behaviour>
}

const isRetry = ({ attempt }: Outgoing): boolean => attempt > 1
const isOdd = (data: unknown): boolean => (data as { readonly id: number }).id % 2 === 1
const secondsOf = (date: Date): string => String(Math.floor(date.getTime() / 1000))
const headers =
  (change: Record<string, string | string[] | undefined>): Behaviour['headersOf'] =>
  (own) => ({ ...own, ...change })
const treatsAsSuccess = (from: number, to: number): Partial<Behaviour> => ({
  isSuccess: (status) =>
    conforming.isSuccess(status) || (status !== undefined && status >= from && status <= to),
})
const notThrottling = (code: number): Partial<Behaviour> => ({
  slotsAfter: (status) => (status === code ? HEALTHY_SLOTS : conforming.slotsAfter(status)),
})

/** Senders with one violation each, and the rule that it violates. */
export const violatingSenders: readonly ViolatingSender[] = [
  { rule: 'payload-post', violation: 'sends PUT', behaviour: { method: 'PUT' } },
  {
    rule: 'payload-json',
    violation: 'sends a form',
    behaviour: {
      bodyOf: ({ type }) => Buffer.from(`type=${String(type)}`),
      headersOf: headers({ 'content-type': 'application/x-www-form-urlencoded' }),
    },
  },
  {
    rule: 'payload-content-type',
    violation: 'sends JSON as text/plain',
    behaviour: { headersOf: headers({ 'content-type': 'text/plain' }) },
  },
  {
    rule: 'payload-type',
    violation: 'sends the type under another key',
    behaviour: { payloadOf: ({ payload: { type, ...rest } }) => ({ ...rest, event: type }) },
  },
  {
    rule: 'payload-timestamp',
    violation: 'sends the time of the event in seconds',
    behaviour: {
      payloadOf: ({ payload, createdAt }) => ({ ...payload, timestamp: createdAt.getTime() }),
    },
  },
  {
    rule: 'payload-data',
    violation: 'sends no data',
    behaviour: { payloadOf: ({ payload: { type, timestamp } }) => ({ type, timestamp }) },
  },
  {
    rule: 'payload-size',
    violation: 'sends 25 kB',
    behaviour: { payloadOf: ({ payload }) => ({ ...payload, data: 'x'.repeat(25_000) }) },
  },
  {
    rule: 'payload-minimized',
    violation: 'indents its JSON',
    behaviour: { bodyOf: (payload) => Buffer.from(JSON.stringify(payload, null, 2)) },
  },
  {
    rule: 'header-id',
    violation: 'has no webhook-id',
    behaviour: { headersOf: headers({ 'webhook-id': undefined }) },
  },
  {
    rule: 'header-timestamp',
    violation: 'has no webhook-timestamp',
    behaviour: { headersOf: headers({ 'webhook-timestamp': undefined }) },
  },
  {
    rule: 'header-signature',
    violation: 'has no webhook-signature',
    behaviour: { headersOf: headers({ 'webhook-signature': undefined }) },
  },
  {
    rule: 'header-names',
    violation: 'writes Webhook-Id',
    behaviour: {
      headersOf: ({ 'webhook-id': id, ...rest }) => ({ ...rest, 'Webhook-Id': id }),
    },
  },
  { rule: 'id-unique', violation: 'uses one id for all', behaviour: { newId: () => 'msg_1' } },
  {
    rule: 'id-stable',
    violation: 'changes the id on retries',
    behaviour: { idOf: ({ id, attempt }) => `${id}_${attempt}` },
  },
  {
    rule: 'id-no-dot',
    violation: 'sends ids with full stops',
    behaviour: { idOf: ({ id }) => id.replaceAll('-', '.') },
  },
  {
    rule: 'timestamp-integer',
    violation: 'writes milliseconds',
    behaviour: { timestampOf: () => String(Date.now()) },
  },
  {
    rule: 'timestamp-integer',
    violation: 'sends a date as webhook-timestamp',
    behaviour: { timestampOf: () => new Date().toISOString() },
  },
  {
    rule: 'timestamp-of-attempt',
    violation: 'has a clock that is ten minutes behind',
    behaviour: { timestampOf: () => secondsOf(new Date(Date.now() - 600_000)) },
  },
  {
    rule: 'timestamp-fresh',
    violation: 'keeps the timestamp of the first attempt',
    behaviour: { timestampOf: ({ createdAt }) => secondsOf(createdAt) },
  },
  {
    rule: 'event-time-kept',
    violation: 'renews the time of the event on retries',
    behaviour: {
      payloadOf: ({ payload }) => ({ ...payload, timestamp: new Date().toISOString() }),
    },
  },
  {
    rule: 'signature-format',
    violation: 'delimits signatures by commas',
    behaviour: { joinSignatures: (signatures) => signatures.join(',') },
  },
  {
    rule: 'signature-format',
    violation: 'writes signatures in hex',
    behaviour: {
      joinSignatures: (signatures) =>
        signatures
          .map((one) => `v1,${Buffer.from(one.slice(3), 'base64').toString('hex')}`)
          .join(' '),
    },
  },
  {
    rule: 'signature-verifies',
    violation: 'signs re-serialized JSON',
    behaviour: {
      signedBodyOf: (body, message) =>
        isRetry(message)
          ? body
          : Buffer.from(JSON.stringify(JSON.parse(body.toString()) as unknown, null, 1)),
    },
  },
  {
    rule: 'signature-resigned',
    violation: 'signs retries with the timestamp of the event',
    behaviour: {
      signedTimestampOf: (timestamp, message) =>
        isRetry(message) ? secondsOf(new Date(message.createdAt.getTime() - 1000)) : timestamp,
    },
  },
  {
    rule: 'secret-format',
    violation: 'issues secrets without whsec_',
    behaviour: { newSecret: () => conforming.newSecret().slice('whsec_'.length) },
  },
  {
    rule: 'secret-size',
    violation: 'issues secrets of 16 bytes',
    behaviour: {
      newSecret: () => `whsec_${Buffer.from(crypto.randomUUID().slice(0, 16)).toString('base64')}`,
    },
  },
  {
    rule: 'secret-unique',
    violation: 'has one secret for all endpoints',
    behaviour: { newSecret: () => `whsec_${Buffer.alloc(32, 1).toString('base64')}` },
  },
  {
    rule: 'secret-not-sent',
    violation: 'sends the secret in a request',
    behaviour: {
      headersOf: (own, { endpoint }) => ({ ...own, 'x-secret': endpoint.secrets[0] }),
    },
  },
  {
    rule: 'rotation-both',
    violation: 'signs with the new secret only',
    behaviour: { secretsAfterRotation: (newest) => [newest] },
  },
  {
    rule: 'rotation-both',
    violation: 'goes on signing with the old secret only',
    behaviour: { secretsAfterRotation: (_newest, before) => [...before] },
  },
  {
    rule: 'event-type-format',
    violation: 'has event types with hyphens',
    behaviour: {
      payloadOf: ({ payload }) => ({ ...payload, type: String(payload['type']).replace('.', '-') }),
    },
  },
  {
    rule: 'event-schema',
    violation: 'sometimes sends a number as text',
    behaviour: {
      payloadOf: ({ payload }) => ({ ...payload, data: isOdd(payload['data']) ? '1' : 1 }),
    },
  },
  {
    rule: 'event-filter',
    violation: 'sends all event types to all endpoints',
    behaviour: { delivers: () => true },
  },
  { rule: 'retries', violation: 'never retries', behaviour: { delayMs: () => undefined } },
  {
    rule: 'retry-backoff',
    violation: 'always waits the same time',
    behaviour: {
      delayMs: (attempt, response) => {
        const retryAfter = retryAfterMs(response.headers['retry-after'])
        return attempt > 3 ? undefined : Math.max(retryAfter, 600 + 200 * Math.random())
      },
    },
  },
  {
    rule: 'retry-jitter',
    violation: 'retries in lockstep',
    behaviour: {
      delayMs: (attempt, response) => {
        const retryAfter = retryAfterMs(response.headers['retry-after'])
        return Math.max(retryAfter, WAITS_MS[attempt - 1] ?? 2_000)
      },
    },
  },
  {
    rule: 'success-2xx',
    violation: 'treats only 200 as a success',
    behaviour: { isSuccess: (status) => status === 200 || status === 204 },
  },
  {
    rule: 'success-2xx',
    violation: 'sends again after a success',
    behaviour: { isSuccess: () => false },
  },
  {
    rule: 'failure-3xx',
    violation: 'treats 3xx as a success',
    behaviour: treatsAsSuccess(300, 399),
  },
  {
    rule: 'redirects-not-followed',
    violation: 'follows redirects',
    behaviour: { follows: (status) => status >= 300 && status < 400 },
  },
  {
    rule: 'failure-4xx',
    violation: 'never retries 404',
    behaviour: treatsAsSuccess(404, 404),
  },
  { rule: 'failure-5xx', violation: 'gives up at 501', behaviour: treatsAsSuccess(501, 501) },
  {
    rule: 'failure-connection',
    violation: 'drops a message whose connection was reset',
    behaviour: { forgets: ({ error }) => error === 'ECONNRESET' },
  },
  {
    rule: 'failure-timeout',
    violation: 'drops a message without a timely response',
    behaviour: { forgets: ({ error }) => error === TIMED_OUT },
  },
  {
    rule: 'failure-timeout',
    violation: 'waits forever',
    behaviour: { timeoutMs: 60_000 },
  },
  {
    rule: 'answer-malformed',
    violation: 'drops a message whose response is not HTTP',
    behaviour: { forgets: ({ error }) => error === 'HPE_INVALID_CONSTANT' },
  },
  {
    rule: 'answer-large-headers',
    violation: 'stops after a response with large headers',
    behaviour: {
      disables: (response) =>
        response.error === 'HPE_HEADER_OVERFLOW' || conforming.disables(response),
    },
  },
  {
    rule: 'answer-endless',
    violation: 'reads responses to their end',
    behaviour: { readsResponseFully: true },
  },
  {
    rule: 'gone-disables',
    violation: 'keeps sending after 410',
    behaviour: { disables: () => false, forgets: ({ status }) => status === 410 },
  },
  {
    rule: 'gone-disables',
    violation: 'retries after 410',
    behaviour: { disables: () => false },
  },
  { rule: 'throttle-429', violation: 'does not throttle after 429', behaviour: notThrottling(429) },
  { rule: 'throttle-502', violation: 'does not throttle after 502', behaviour: notThrottling(502) },
  { rule: 'throttle-504', violation: 'does not throttle after 504', behaviour: notThrottling(504) },
  {
    rule: 'retry-after-seconds',
    violation: 'ignores Retry-After in seconds',
    behaviour: {
      delayMs: (attempt, { status, headers }) =>
        conforming.delayMs(attempt, {
          status,
          headers: /^\d+$/.test(String(headers['retry-after'])) ? {} : headers,
        }),
    },
  },
  {
    rule: 'retry-after-date',
    violation: 'cannot read a date in Retry-After',
    behaviour: {
      delayMs: (attempt, { status, headers }) =>
        conforming.delayMs(attempt, {
          status,
          headers: /^\d+$/.test(String(headers['retry-after'])) ? headers : {},
        }),
    },
  },
  { rule: 'timeout-length', violation: 'gives up after 12 s', behaviour: { timeoutMs: 1_200 } },
  {
    rule: 'fanout',
    violation: 'sends an event to one endpoint only',
    behaviour: { sharesEvents: false },
  },
  {
    rule: 'http-host',
    violation: 'omits the port in Host',
    behaviour: { headersOf: headers({ host: '127.0.0.1' }) },
  },
  {
    rule: 'http-target',
    violation: 'drops the query',
    behaviour: { pathOf: ({ pathname }) => pathname },
  },
  {
    rule: 'http-framing',
    violation: 'sends more bytes than it states',
    behaviour: {
      send(outgoing, body) {
        outgoing.end(body)
        outgoing.once('socket', (socket) =>
          socket.once('connect', () => setImmediate(() => socket.write('spare bytes\r\n'))),
        )
      },
    },
  },
  {
    rule: 'http-user-agent',
    violation: 'sends no User-Agent',
    behaviour: { headersOf: headers({ 'user-agent': undefined }) },
  },
  {
    rule: 'http-content-coding',
    violation: 'declares a compressed body',
    behaviour: { headersOf: headers({ 'content-encoding': 'gzip' }) },
  },
  { rule: 'http-cookies', violation: 'stores cookies', behaviour: { keepsCookies: true } },
]
