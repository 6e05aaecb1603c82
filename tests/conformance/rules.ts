/**
 * The specification has no RFC 2119 keywords. MUST: part of the scheme, so that a receiver that follows the
 * specification depends on it. SHOULD: recommended or called important. MAY: left to the sender's judgement.
 */
export type Level = 'MUST' | 'SHOULD' | 'MAY'

export interface Rule {
  readonly id: string
  readonly level: Level
  /** Heading of Standard Webhooks 1.0.0, or the RFC. */
  readonly section: string
  readonly says: string
  /** Why no receiver can observe whether the rule is followed. */
  readonly unobservable?: string
}

const IN_THE_API = 'A property of the sender’s API, documents or network, not of its requests.'
const TAKES_DAYS = 'It would take days of failing; request the schedule from the sender.'
const BINDS_RECEIVERS = 'It binds the receiver, not the sender.'

export const rules = [
  {
    id: 'payload-post',
    level: 'MUST',
    section: 'Payload structure; Webhook headers',
    says: 'The payload is the body of an HTTP POST request.',
  },
  {
    id: 'payload-json',
    level: 'SHOULD',
    section: 'Payload structure',
    says: 'The payload is JSON.',
  },
  {
    id: 'payload-content-type',
    level: 'SHOULD',
    section: 'Payload structure; RFC 9110 8.3',
    says: 'The content-type is the type of the body: application/json for JSON.',
  },
  {
    id: 'payload-type',
    level: 'SHOULD',
    section: 'Payload structure',
    says: 'The payload has a `type`: the event type.',
  },
  {
    id: 'payload-timestamp',
    level: 'SHOULD',
    section: 'Payload structure',
    says: 'The payload has a `timestamp`: when the event occurred, in ISO 8601.',
  },
  {
    id: 'payload-data',
    level: 'SHOULD',
    section: 'Payload structure',
    says: 'The payload has the data of the event, in `data` or beside the other keys.',
  },
  {
    id: 'payload-documented',
    level: 'SHOULD',
    section: 'Payload structure',
    says: 'Examples and a formal specification of each payload are provided.',
    unobservable: IN_THE_API,
  },
  {
    id: 'payload-size',
    level: 'SHOULD',
    section: 'Payload size',
    says: 'The payload is smaller than 20 kB.',
  },
  {
    id: 'payload-minimized',
    level: 'SHOULD',
    section: 'Signature scheme',
    says: 'JSON is sent without white space between its tokens.',
  },
  {
    id: 'header-id',
    level: 'MUST',
    section: 'Webhook headers',
    says: 'Every request has one `webhook-id`.',
  },
  {
    id: 'header-timestamp',
    level: 'MUST',
    section: 'Webhook headers',
    says: 'Every request has one `webhook-timestamp`.',
  },
  {
    id: 'header-signature',
    level: 'MUST',
    section: 'Webhook headers',
    says: 'Every request has one `webhook-signature`.',
  },
  {
    id: 'header-names',
    level: 'MAY',
    section: 'Webhook headers',
    says: 'The names are written in lower case, exactly as in the specification (HTTP takes any case).',
  },
  {
    id: 'id-unique',
    level: 'MUST',
    section: 'Webhook metadata',
    says: 'Each message has its own id.',
  },
  {
    id: 'id-stable',
    level: 'MUST',
    section: 'Webhook metadata',
    says: 'The id stays the same however often the message is retried.',
  },
  {
    id: 'id-no-dot',
    level: 'SHOULD',
    section: 'Signature scheme',
    says: 'The id has no `.`, which delimits what is signed.',
  },
  {
    id: 'id-not-chosen-by-users',
    level: 'SHOULD',
    section: 'Signature scheme',
    says: 'Users control neither the id nor the timestamp.',
    unobservable:
      'A receiver sees ids, not who chose them. `id-no-dot` shows whether it would matter.',
  },
  {
    id: 'timestamp-integer',
    level: 'MUST',
    section: 'Webhook headers',
    says: 'The timestamp is an integer: seconds since the epoch.',
  },
  {
    id: 'timestamp-of-attempt',
    level: 'MUST',
    section: 'Webhook metadata; Verifying signatures',
    says: 'The timestamp is of the attempt: within the five minutes that receivers tolerate.',
  },
  {
    id: 'timestamp-fresh',
    level: 'MUST',
    section: 'Webhook metadata',
    says: 'Every retry has a new timestamp.',
  },
  {
    id: 'event-time-kept',
    level: 'MUST',
    section: 'Webhook metadata',
    says: 'The `timestamp` in the payload is of the event: retries do not change it.',
  },
  {
    id: 'signature-format',
    level: 'MUST',
    section: 'Signature scheme; Webhook headers',
    says: 'Signatures are delimited by spaces, each an identifier, a comma and base64: `v1,` with 32 bytes, `v1a,` with 64.',
  },
  {
    id: 'signature-verifies',
    level: 'MUST',
    section: 'Signature scheme',
    says: 'A signature verifies over `id.timestamp.payload`, the payload being the very bytes sent.',
  },
  {
    id: 'signature-resigned',
    level: 'MUST',
    section: 'Signature scheme; Webhook metadata',
    says: 'A retry is signed anew, with its own timestamp.',
  },
  {
    id: 'secret-format',
    level: 'MUST',
    section: 'Signature scheme',
    says: 'Secrets are base64 behind `whsec_`, public keys behind `whpk_`.',
  },
  {
    id: 'secret-size',
    level: 'MUST',
    section: 'Signature scheme',
    says: 'A symmetric secret has 24 to 64 bytes, a public key 32.',
  },
  {
    id: 'secret-unique',
    level: 'SHOULD',
    section: 'Additional considerations',
    says: 'Each endpoint has its own symmetric secret.',
  },
  {
    id: 'secret-not-sent',
    level: 'MUST',
    section: 'Signature scheme',
    says: 'The secret is not sent: it is in no URL, header or body.',
  },
  {
    id: 'asymmetric',
    level: 'MAY',
    section: 'Additional considerations',
    says: 'Asymmetric signatures are preferred where their cost allows.',
  },
  {
    id: 'key-distribution',
    level: 'MAY',
    section: 'Additional considerations',
    says: 'How keys reach consumers was considered early on.',
    unobservable: IN_THE_API,
  },
  {
    id: 'trust-list',
    level: 'SHOULD',
    section: 'Additional considerations',
    says: 'Consumers trust a list of public keys, none that comes with a request.',
    unobservable: BINDS_RECEIVERS,
  },
  {
    id: 'rotation-both',
    level: 'MUST',
    section: 'Webhook headers',
    says: 'After a rotation both the new secret and the old one sign, in one header.',
  },
  {
    id: 'rotation-ends',
    level: 'MUST',
    section: 'Webhook headers',
    says: 'The old secret signs for a set period only.',
    unobservable: 'The period is the sender’s choice and longer than a run.',
  },
  {
    id: 'constant-time',
    level: 'MUST',
    section: 'Verifying signatures',
    says: 'Symmetric signatures are compared in constant time, asymmetric ones verified by a proven library.',
    unobservable: BINDS_RECEIVERS,
  },
  {
    id: 'replay-refused',
    level: 'MUST',
    section: 'Verifying signatures',
    says: 'Old timestamps are refused, and ids are used as idempotency keys.',
    unobservable: BINDS_RECEIVERS,
  },
  {
    id: 'event-type-format',
    level: 'SHOULD',
    section: 'Event types',
    says: 'Event types are identifiers of `[a-zA-Z0-9_]` delimited by full stops.',
  },
  {
    id: 'event-schema',
    level: 'SHOULD',
    section: 'Event types',
    says: 'All payloads of one event type have the same schema.',
  },
  {
    id: 'event-filter',
    level: 'SHOULD',
    section: 'Event types',
    says: 'An endpoint gets the event types that it subscribed to, and no others.',
  },
  {
    id: 'retries',
    level: 'MUST',
    section: 'Deliverability and reliability',
    says: 'A failed message is sent again.',
  },
  {
    id: 'retry-backoff',
    level: 'SHOULD',
    section: 'Deliverability and reliability',
    says: 'The waits between attempts grow exponentially.',
  },
  {
    id: 'retry-jitter',
    level: 'SHOULD',
    section: 'Deliverability and reliability',
    says: 'The waits are jittered: messages that failed together are not retried together.',
  },
  {
    id: 'retry-days',
    level: 'SHOULD',
    section: 'Deliverability and reliability',
    says: 'The schedule spans several days.',
    unobservable: TAKES_DAYS,
  },
  {
    id: 'failing-notified',
    level: 'SHOULD',
    section: 'Deliverability and reliability',
    says: 'Consumers are notified by another channel of an endpoint that keeps failing.',
    unobservable: TAKES_DAYS,
  },
  {
    id: 'failing-disabled',
    level: 'SHOULD',
    section: 'Deliverability and reliability',
    says: 'An endpoint that keeps failing is disabled.',
    unobservable: TAKES_DAYS,
  },
  {
    id: 'success-2xx',
    level: 'MUST',
    section: 'Delivery success and failure',
    says: 'Any 2xx is a success, after which nothing is sent again.',
  },
  {
    id: 'failure-3xx',
    level: 'MUST',
    section: 'Delivery success and failure',
    says: '3xx is a failure.',
  },
  {
    id: 'redirects-not-followed',
    level: 'SHOULD',
    section: 'Delivery success and failure',
    says: 'Redirects are not followed.',
  },
  {
    id: 'failure-4xx',
    level: 'MUST',
    section: 'Delivery success and failure',
    says: '4xx is a failure.',
  },
  {
    id: 'failure-5xx',
    level: 'MUST',
    section: 'Delivery success and failure',
    says: '5xx is a failure.',
  },
  {
    id: 'failure-connection',
    level: 'MUST',
    section: 'Delivery success and failure',
    says: 'A connection that is reset or cut off is a failure.',
  },
  {
    id: 'failure-timeout',
    level: 'MUST',
    section: 'Delivery success and failure',
    says: 'No response in time is a failure.',
  },
  {
    id: 'gone-disables',
    level: 'SHOULD',
    section: 'Delivery success and failure',
    says: '410 disables the endpoint: nothing more is sent to it.',
  },
  {
    id: 'throttle-429',
    level: 'SHOULD',
    section: 'Delivery success and failure',
    says: 'After 429 further requests are throttled.',
  },
  {
    id: 'throttle-502',
    level: 'SHOULD',
    section: 'Delivery success and failure',
    says: 'After 502 further requests are throttled.',
  },
  {
    id: 'throttle-504',
    level: 'SHOULD',
    section: 'Delivery success and failure',
    says: 'After 504 further requests are throttled.',
  },
  {
    id: 'retry-after-seconds',
    level: 'SHOULD',
    section: 'Delivery success and failure; RFC 9110 10.2.3',
    says: 'The next attempt is not made before the seconds of `Retry-After` have passed.',
  },
  {
    id: 'retry-after-date',
    level: 'SHOULD',
    section: 'Delivery success and failure; RFC 9110 10.2.3',
    says: 'The next attempt is not made before the date in `Retry-After`.',
  },
  {
    id: 'timeout-length',
    level: 'SHOULD',
    section: 'Request timeouts',
    says: 'A response is awaited for 15 to 30 seconds.',
  },
  {
    id: 'https-only',
    level: 'MAY',
    section: 'Enforcing HTTPS',
    says: 'Endpoints without https are refused.',
  },
  {
    id: 'static-ips',
    level: 'MAY',
    section: 'Static source IPs',
    says: 'Requests come from a published list of addresses.',
    unobservable: IN_THE_API,
  },
  {
    id: 'ssrf-guard',
    level: 'SHOULD',
    section: 'Server side request forgery',
    says: 'Internal networks and services cannot be called.',
    unobservable: 'A receiver does not see requests that go elsewhere.',
  },
  {
    id: 'fanout',
    level: 'SHOULD',
    section: 'Multiple endpoints',
    says: 'Several endpoints can get the same event.',
  },
  {
    id: 'failures-visible',
    level: 'SHOULD',
    section: 'Visibility into failures and manual retries',
    says: 'Consumers can list failed messages and replay them.',
    unobservable: IN_THE_API,
  },
  {
    id: 'management-api',
    level: 'MAY',
    section: 'Endpoint management API',
    says: 'Endpoints can be added, removed and listed by API.',
    unobservable: IN_THE_API,
  },
  {
    id: 'http-host',
    level: 'MUST',
    section: 'RFC 9112 3.2',
    says: 'Every request has one `Host`: the host and port of the URL.',
  },
  {
    id: 'http-target',
    level: 'MUST',
    section: 'RFC 9112 3.2.1',
    says: 'The path and query of the URL are requested as they were given.',
  },
  {
    id: 'http-framing',
    level: 'MUST',
    section: 'RFC 9112 6',
    says: 'The length of the body is stated once and is right; nothing comes after the body.',
  },
  {
    id: 'http-user-agent',
    level: 'SHOULD',
    section: 'RFC 9110 10.1.5',
    says: 'A `User-Agent` names the sender.',
  },
  {
    id: 'http-content-coding',
    level: 'SHOULD',
    section: 'RFC 9110 8.4',
    says: 'The body is not compressed: a receiver verifies the received bytes.',
  },
  {
    id: 'http-cookies',
    level: 'SHOULD',
    section: 'RFC 6265 3',
    says: 'Cookies that a response sets are not stored.',
  },
  {
    id: 'answer-endless',
    level: 'SHOULD',
    section: 'Request timeouts',
    says: 'A response that never ends is abandoned, and the next message is sent.',
  },
  {
    id: 'answer-large-headers',
    level: 'SHOULD',
    section: 'Deliverability and reliability',
    says: 'After a response with 256 kB of headers the next message is still sent.',
  },
  {
    id: 'answer-malformed',
    level: 'SHOULD',
    section: 'Delivery success and failure',
    says: 'A response that is not HTTP is a failure like any other.',
  },
] as const satisfies readonly Rule[]

export type RuleId = (typeof rules)[number]['id']

export function isRuleId(text: string): text is RuleId {
  return rules.some(({ id }) => id === text)
}

/** The table of README.md. */
export function rulesAsMarkdown(): string {
  const rows = rules.map((rule: Rule) => {
    const observed = rule.unobservable === undefined ? '' : ` Not observable: ${rule.unobservable}`
    return `| \`${rule.id}\` | ${rule.level} | ${rule.section} | ${rule.says}${observed} |`
  })
  return ['| Rule | Level | Section | What it says |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  )
}
