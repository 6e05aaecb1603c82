import { faultless, HEALTHY_SLOTS, retryAfterMs, TIMED_OUT, WAITS_MS } from './reference-sender.ts'
import type { Behaviour, Outgoing } from './reference-sender.ts'
import type { RuleId } from './rules.ts'

export interface FaultySender {
  readonly fault: string
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
    faultless.isSuccess(status) || (status !== undefined && status >= from && status <= to),
})
const notThrottling = (code: number): Partial<Behaviour> => ({
  slotsAfter: (status) => (status === code ? HEALTHY_SLOTS : faultless.slotsAfter(status)),
})

/** Senders with one fault each, and the one rule that it breaks. */
export const faultySenders: readonly FaultySender[] = [
  { rule: 'payload-post', fault: 'sends PUT', behaviour: { method: 'PUT' } },
  {
    rule: 'payload-json',
    fault: 'sends a form',
    behaviour: {
      bodyOf: ({ type }) => Buffer.from(`type=${String(type)}`),
      headersOf: headers({ 'content-type': 'application/x-www-form-urlencoded' }),
    },
  },
  {
    rule: 'payload-content-type',
    fault: 'calls JSON text/plain',
    behaviour: { headersOf: headers({ 'content-type': 'text/plain' }) },
  },
  {
    rule: 'payload-type',
    fault: 'tells the type under another key',
    behaviour: { payloadOf: ({ payload: { type, ...rest } }) => ({ ...rest, event: type }) },
  },
  {
    rule: 'payload-timestamp',
    fault: 'tells the time of the event in seconds',
    behaviour: {
      payloadOf: ({ payload, createdAt }) => ({ ...payload, timestamp: createdAt.getTime() }),
    },
  },
  {
    rule: 'payload-data',
    fault: 'sends no data',
    behaviour: { payloadOf: ({ payload: { type, timestamp } }) => ({ type, timestamp }) },
  },
  {
    rule: 'payload-size',
    fault: 'sends 25 kB',
    behaviour: { payloadOf: ({ payload }) => ({ ...payload, data: 'x'.repeat(25_000) }) },
  },
  {
    rule: 'payload-minimized',
    fault: 'indents its JSON',
    behaviour: { bodyOf: (payload) => Buffer.from(JSON.stringify(payload, null, 2)) },
  },
  {
    rule: 'header-id',
    fault: 'has no webhook-id',
    behaviour: { headersOf: headers({ 'webhook-id': undefined }) },
  },
  {
    rule: 'header-timestamp',
    fault: 'has no webhook-timestamp',
    behaviour: { headersOf: headers({ 'webhook-timestamp': undefined }) },
  },
  {
    rule: 'header-signature',
    fault: 'has no webhook-signature',
    behaviour: { headersOf: headers({ 'webhook-signature': undefined }) },
  },
  {
    rule: 'header-names',
    fault: 'writes Webhook-Id',
    behaviour: {
      headersOf: ({ 'webhook-id': id, ...rest }) => ({ ...rest, 'Webhook-Id': id }),
    },
  },
  { rule: 'id-unique', fault: 'uses one id for all', behaviour: { newId: () => 'msg_1' } },
  {
    rule: 'id-stable',
    fault: 'changes the id on retries',
    behaviour: { idOf: ({ id, attempt }) => `${id}_${attempt}` },
  },
  {
    rule: 'id-no-dot',
    fault: 'writes ids with full stops',
    behaviour: { idOf: ({ id }) => id.replaceAll('-', '.') },
  },
  {
    rule: 'timestamp-integer',
    fault: 'writes milliseconds',
    behaviour: { timestampOf: () => String(Date.now()) },
  },
  {
    rule: 'timestamp-integer',
    fault: 'writes a date',
    behaviour: { timestampOf: () => new Date().toISOString() },
  },
  {
    rule: 'timestamp-of-attempt',
    fault: 'is ten minutes behind',
    behaviour: { timestampOf: () => secondsOf(new Date(Date.now() - 600_000)) },
  },
  {
    rule: 'timestamp-fresh',
    fault: 'keeps the timestamp of the first attempt',
    behaviour: { timestampOf: ({ createdAt }) => secondsOf(createdAt) },
  },
  {
    rule: 'event-time-kept',
    fault: 'renews the time of the event on retries',
    behaviour: {
      payloadOf: ({ payload }) => ({ ...payload, timestamp: new Date().toISOString() }),
    },
  },
  {
    rule: 'signature-format',
    fault: 'delimits signatures by commas',
    behaviour: { joinSignatures: (signatures) => signatures.join(',') },
  },
  {
    rule: 'signature-format',
    fault: 'writes signatures in hex',
    behaviour: {
      joinSignatures: (signatures) =>
        signatures
          .map((one) => `v1,${Buffer.from(one.slice(3), 'base64').toString('hex')}`)
          .join(' '),
    },
  },
  {
    rule: 'signature-verifies',
    fault: 'signs re-serialized JSON',
    behaviour: {
      signedBodyOf: (body, message) =>
        isRetry(message)
          ? body
          : Buffer.from(JSON.stringify(JSON.parse(body.toString()) as unknown, null, 1)),
    },
  },
  {
    rule: 'signature-resigned',
    fault: 'signs retries with the timestamp of the event',
    behaviour: {
      signedTimestampOf: (timestamp, message) =>
        isRetry(message) ? secondsOf(new Date(message.createdAt.getTime() - 1000)) : timestamp,
    },
  },
  {
    rule: 'secret-format',
    fault: 'shows secrets without whsec_',
    behaviour: { newSecret: () => faultless.newSecret().slice('whsec_'.length) },
  },
  {
    rule: 'secret-size',
    fault: 'makes secrets of 16 bytes',
    behaviour: {
      newSecret: () => `whsec_${Buffer.from(crypto.randomUUID().slice(0, 16)).toString('base64')}`,
    },
  },
  {
    rule: 'secret-unique',
    fault: 'has one secret for all endpoints',
    behaviour: { newSecret: () => `whsec_${Buffer.alloc(32, 1).toString('base64')}` },
  },
  {
    rule: 'secret-not-sent',
    fault: 'sends the secret along',
    behaviour: {
      headersOf: (own, { endpoint }) => ({ ...own, 'x-secret': endpoint.secrets[0] }),
    },
  },
  {
    rule: 'rotation-both',
    fault: 'signs with the new secret only',
    behaviour: { secretsAfterRotation: (newest) => [newest] },
  },
  {
    rule: 'rotation-both',
    fault: 'goes on signing with the old secret only',
    behaviour: { secretsAfterRotation: (_newest, before) => [...before] },
  },
  {
    rule: 'event-type-format',
    fault: 'has event types with hyphens',
    behaviour: {
      payloadOf: ({ payload }) => ({ ...payload, type: String(payload['type']).replace('.', '-') }),
    },
  },
  {
    rule: 'event-schema',
    fault: 'writes a number at times as text',
    behaviour: {
      payloadOf: ({ payload }) => ({ ...payload, data: isOdd(payload['data']) ? '1' : 1 }),
    },
  },
  {
    rule: 'event-filter',
    fault: 'sends all event types to all',
    behaviour: { delivers: () => true },
  },
  { rule: 'retries', fault: 'never retries', behaviour: { delayMs: () => undefined } },
  {
    rule: 'retry-backoff',
    fault: 'always waits as long',
    behaviour: {
      delayMs: (attempt, answer) => {
        const asked = retryAfterMs(answer.headers['retry-after'])
        return attempt > 3 ? undefined : Math.max(asked, 600 + 200 * Math.random())
      },
    },
  },
  {
    rule: 'retry-jitter',
    fault: 'retries in lockstep',
    behaviour: {
      delayMs: (attempt, answer) => {
        const asked = retryAfterMs(answer.headers['retry-after'])
        return Math.max(asked, WAITS_MS[attempt - 1] ?? 2_000)
      },
    },
  },
  {
    rule: 'success-2xx',
    fault: 'takes only 200 for a success',
    behaviour: { isSuccess: (status) => status === 200 || status === 204 },
  },
  {
    rule: 'success-2xx',
    fault: 'sends again after a success',
    behaviour: { isSuccess: () => false },
  },
  { rule: 'failure-3xx', fault: 'takes 3xx for a success', behaviour: treatsAsSuccess(300, 399) },
  {
    rule: 'redirects-not-followed',
    fault: 'follows redirects',
    behaviour: { follows: (status) => status >= 300 && status < 400 },
  },
  {
    rule: 'failure-4xx',
    fault: 'never retries 404',
    behaviour: treatsAsSuccess(404, 404),
  },
  { rule: 'failure-5xx', fault: 'gives up at 501', behaviour: treatsAsSuccess(501, 501) },
  {
    rule: 'failure-connection',
    fault: 'forgets a message whose connection was reset',
    behaviour: { forgets: ({ error }) => error === 'ECONNRESET' },
  },
  {
    rule: 'failure-timeout',
    fault: 'forgets a message that was not answered in time',
    behaviour: { forgets: ({ error }) => error === TIMED_OUT },
  },
  {
    rule: 'failure-timeout',
    fault: 'waits for ever',
    behaviour: { timeoutMs: 60_000 },
  },
  {
    rule: 'answer-malformed',
    fault: 'forgets a message that was answered in another protocol',
    behaviour: { forgets: ({ error }) => error === 'HPE_INVALID_CONSTANT' },
  },
  {
    rule: 'answer-large-headers',
    fault: 'breaks down over large headers',
    behaviour: {
      disables: (answer) => answer.error === 'HPE_HEADER_OVERFLOW' || faultless.disables(answer),
    },
  },
  {
    rule: 'answer-endless',
    fault: 'reads responses to their end',
    behaviour: { readsAnswerFully: true },
  },
  {
    rule: 'gone-disables',
    fault: 'keeps sending after 410',
    behaviour: { disables: () => false, forgets: ({ status }) => status === 410 },
  },
  {
    rule: 'gone-disables',
    fault: 'retries after 410',
    behaviour: { disables: () => false },
  },
  { rule: 'throttle-429', fault: 'does not mind 429', behaviour: notThrottling(429) },
  { rule: 'throttle-502', fault: 'does not mind 502', behaviour: notThrottling(502) },
  { rule: 'throttle-504', fault: 'does not mind 504', behaviour: notThrottling(504) },
  {
    rule: 'retry-after-seconds',
    fault: 'ignores Retry-After in seconds',
    behaviour: {
      delayMs: (attempt, { status, headers }) =>
        faultless.delayMs(attempt, {
          status,
          headers: /^\d+$/.test(String(headers['retry-after'])) ? {} : headers,
        }),
    },
  },
  {
    rule: 'retry-after-date',
    fault: 'cannot read a date in Retry-After',
    behaviour: {
      delayMs: (attempt, { status, headers }) =>
        faultless.delayMs(attempt, {
          status,
          headers: /^\d+$/.test(String(headers['retry-after'])) ? headers : {},
        }),
    },
  },
  { rule: 'timeout-length', fault: 'gives up after 12 s', behaviour: { timeoutMs: 1_200 } },
  {
    rule: 'fanout',
    fault: 'tells one endpoint only',
    behaviour: { sharesEvents: false },
  },
  {
    rule: 'http-host',
    fault: 'leaves the port out of Host',
    behaviour: { headersOf: headers({ host: '127.0.0.1' }) },
  },
  {
    rule: 'http-target',
    fault: 'drops the query',
    behaviour: { pathOf: ({ pathname }) => pathname },
  },
  {
    rule: 'http-framing',
    fault: 'sends more than it says',
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
    fault: 'does not say who it is',
    behaviour: { headersOf: headers({ 'user-agent': undefined }) },
  },
  {
    rule: 'http-content-coding',
    fault: 'declares a compressed body',
    behaviour: { headersOf: headers({ 'content-encoding': 'gzip' }) },
  },
  { rule: 'http-cookies', fault: 'keeps cookies', behaviour: { keepsCookies: true } },
]
