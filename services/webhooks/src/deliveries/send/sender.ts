import { FairSemaphore } from '@takeoff/kit/concurrency/fair-semaphore'
import type { Slot } from '@takeoff/kit/concurrency/fair-semaphore'
import { HttpClient, HttpError } from '@takeoff/kit/http/http-client'
import type { HttpRequest, HttpResponse } from '@takeoff/kit/http/http-client'
import { LRUCache } from 'lru-cache'
import { USER_AGENT } from '../../messages/signing.ts'
import { createGuardedConnector } from '../addresses/guarded-connector.ts'
import type { Lookup } from '../addresses/resolve-name.ts'

/** Maximum parsed URLs in the cache; parsing a URL costs more than signing a request. */
const PARSED_URLS_MAX = 10_000
const RESPONSE_BYTES_MAX = 65_536
/** Maximum connections of one organization to one origin. Slow receivers of others on the same host take none of them. */
const CONNECTIONS_MAX = 256
const CLIENT_LIMITS = {
  /** As many as there may be deliveries: connections are limited by organization, before a request. */
  connections: 10_000,
  /** To all origins together. */
  idleConnectionsMax: 2_048,
  /** Shorter than the idle timeout of most receivers, so that they rarely close a connection in use. */
  idleMsMax: 4_000,
}

/** The response to an attempt, or the error that ended the attempt. */
export type AttemptOutcome = { readonly durationMs: number } & (
  | {
      readonly kind: 'response'
      readonly statusCode: number
      readonly retryAfter: string | undefined
      readonly contentType: string | undefined
      /** The first 64 KiB. */
      readonly body: Buffer
    }
  | { readonly kind: 'error'; readonly error: string }
)

export interface SenderOptions {
  readonly allowLoopback: boolean
  readonly connectTimeoutMs: number
  /** Timeout of the whole attempt, from the opening of a connection to the last byte read. */
  readonly attemptTimeoutMs: number
  readonly lookup?: Lookup
  /** Called for each request that was repeated because its idle socket had died. */
  readonly onRepeat?: () => void
}

export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Disposing it ends the requests under way with an error `stopped`. */
export interface Sender extends AsyncDisposable {
  /**
   * Reserves a connection of an organization to the origin of a URL. The clock of an attempt starts after it.
   * @returns undefined if none became free for `waitMs` milliseconds
   */
  reserve(orgId: number, url: string, waitMs: number): Promise<Slot | undefined>
  /** Never rejects: errors are returned. */
  send(message: WebhookRequest): Promise<AttemptOutcome>
}

/** Stored subscriptions never have such a URL: `parseTargetUrl` has checked theirs. */
const INVALID_URL: AttemptOutcome = { kind: 'error', error: 'network error', durationMs: 0 }

/** Posts webhooks; redirects are responses like any other and never followed. */
export function createSender(options: SenderOptions): Sender {
  const client = new HttpClient({
    ...CLIENT_LIMITS,
    timeoutMs: options.attemptTimeoutMs,
    responseBytesMax: RESPONSE_BYTES_MAX,
    connect: createGuardedConnector(options),
  })
  const parsedUrls = new LRUCache<string, ParsedUrl | 'invalid'>({
    max: PARSED_URLS_MAX,
    memoMethod: parseUrl,
  })
  const connections = new FairSemaphore({ perKey: CONNECTIONS_MAX })
  return {
    reserve(orgId, url, waitMs) {
      const parsed = parsedUrls.memo(url)
      const origin = parsed === 'invalid' ? '' : parsed.origin
      return connections.acquireWithin(`${orgId} ${origin}`, waitMs)
    },
    send: (message) =>
      new Promise((resolve) => {
        const parsed = parsedUrls.memo(message.url)
        if (parsed === 'invalid') return resolve(INVALID_URL)
        const startedAt = performance.now()
        const request = requestOf(message, parsed, options.onRepeat)
        client.send(request, (outcome) => {
          // Rounded down, so that no recorded attempt overlaps the one that took over its connection.
          resolve(outcomeOf(outcome, Math.floor(performance.now() - startedAt)))
        })
      }),
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  }
}

/** After a status has arrived, a body that is too long, too slow or truncated is not an error. */
function outcomeOf(outcome: HttpResponse | HttpError, durationMs: number): AttemptOutcome {
  const response = outcome instanceof HttpError ? outcome.response : outcome
  if (response !== undefined) {
    const { statusCode, headers, body } = response
    return {
      kind: 'response',
      statusCode,
      retryAfter: firstOf(headers['retry-after']),
      contentType: firstOf(headers['content-type']),
      body: body.length > RESPONSE_BYTES_MAX ? body.subarray(0, RESPONSE_BYTES_MAX) : body,
      durationMs,
    }
  }
  const error = outcome instanceof HttpError ? outcome.code : 'network error'
  return { kind: 'error', error, durationMs }
}

function firstOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

function requestOf(
  { headers, body }: WebhookRequest,
  { origin, path }: ParsedUrl,
  onRepeat: (() => void) | undefined,
): HttpRequest {
  return {
    origin,
    path,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      accept: '*/*',
      ...headers,
    },
    body,
    // A receiver may close an idle connection while a request is being written to it. It has probably not read the
    // request, so it is sent again; deliveries may arrive twice anyway.
    isRepeatable: true,
    onRepeat,
  }
}

interface ParsedUrl {
  readonly origin: string
  readonly path: string
}

function parseUrl(text: string): ParsedUrl | 'invalid' {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return 'invalid'
  return { origin: url.origin, path: url.pathname + url.search }
}
