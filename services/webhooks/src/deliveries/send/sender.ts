import { HttpClient, HttpError } from '@takeoff/kit/http/http-client'
import type { HttpExchange, HttpRequest, HttpResponse } from '@takeoff/kit/http/http-client'
import { LRUCache } from 'lru-cache'
import { createGuardedConnector } from '../addresses/guarded-connector.ts'
import type { Lookup } from '../addresses/resolve-name.ts'

const USER_AGENT = 'Takeoff-Webhooks/1.0'
/** Most parsed URLs in the cache: parsing one takes longer than signing. */
const TARGETS_MAX = 10_000
const RESPONSE_BYTES_MAX = 65_536
const CONNECTION_LIMITS = {
  /** Most connections to one receiver. */
  connections: 256,
  idleConnectionsMax: 2_048,
  /** Shorter than the idle timeout of most receivers, so that this side closes the connection. */
  idleMsMax: 4_000,
}

export type Answer = { readonly durationMs: number } & (
  | {
      readonly kind: 'answered'
      readonly statusCode: number
      readonly retryAfter: string | undefined
      readonly contentType: string | undefined
      /** The first 64 KiB. */
      readonly body: Buffer
    }
  | { readonly kind: 'unanswered'; readonly error: HttpError['code'] }
)

export interface SenderOptions {
  readonly allowLoopback: boolean
  readonly connectTimeoutMs: number
  /** Timeout of the whole attempt, from the first byte sent to the last one read. */
  readonly attemptTimeoutMs: number
  readonly lookup?: Lookup
  /** Called for each request that was repeated because its idle socket had died. */
  readonly onResent?: () => void
}

export interface Message {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface Sender extends AsyncDisposable {
  /** Never rejects: an error is an outcome, too. */
  send(message: Message, signal: AbortSignal): Promise<Answer>
}

/** Does not occur for a stored subscription: `parseTargetUrl` accepted its URL. */
const NOT_A_TARGET: Answer = { kind: 'unanswered', error: 'network error', durationMs: 0 }

/** Posts webhooks; redirects are responses like any other and never followed. */
export function createSender(options: SenderOptions): Sender {
  const client = new HttpClient({
    ...CONNECTION_LIMITS,
    timeoutMs: options.attemptTimeoutMs,
    responseBytesMax: RESPONSE_BYTES_MAX,
    connect: createGuardedConnector(options),
  })
  const targets = new LRUCache<string, Target | 'invalid'>({
    max: TARGETS_MAX,
    memoMethod: targetOfUrl,
  })
  const running = new Map<HttpExchange, AbortSignal>()
  const onAbort = callOnAbort((signal) => {
    for (const [exchange, its] of running) if (signal === its) exchange.cancel()
  })
  return {
    send: (message, signal) =>
      new Promise((resolve) => {
        const target = targets.memo(message.url)
        if (target === 'invalid') return resolve(NOT_A_TARGET)
        const startedAt = performance.now()
        const request = requestOf(message, target, options.onResent)
        let exchange: HttpExchange | undefined
        let isOver = false
        exchange = client.send(request, (outcome) => {
          isOver = true
          if (exchange !== undefined) running.delete(exchange)
          resolve(answerOf(outcome, Math.round(performance.now() - startedAt)))
        })
        if (isOver) return
        running.set(exchange, signal)
        onAbort(signal)
      }),
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  }
}

/** Once there is a status, a body that is too long, too slow or truncated does not change the outcome. */
function answerOf(outcome: HttpResponse | HttpError, durationMs: number): Answer {
  const response = outcome instanceof HttpError ? outcome.response : outcome
  if (response !== undefined) {
    const { statusCode, headers, body } = response
    return {
      kind: 'answered',
      statusCode,
      retryAfter: firstOf(headers['retry-after']),
      contentType: firstOf(headers['content-type']),
      body: body.length > RESPONSE_BYTES_MAX ? body.subarray(0, RESPONSE_BYTES_MAX) : body,
      durationMs,
    }
  }
  const error = outcome instanceof HttpError ? outcome.code : 'network error'
  return { kind: 'unanswered', error, durationMs }
}

function firstOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

function requestOf(
  { headers, body }: Message,
  { origin, path }: Target,
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
    // A receiver may close an idle connection while a request is being written to it. Most likely it has not read the
    // request, and deliveries may arrive twice anyway.
    isRepeatable: true,
    onRepeat,
  }
}

interface Target {
  readonly origin: string
  readonly path: string
}

function targetOfUrl(text: string): Target | 'invalid' {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return 'invalid'
  return { origin: url.origin, path: url.pathname + url.search }
}

/** Adds one listener per signal: adding another to a signal with thousands of listeners is slow. */
function callOnAbort(abort: (signal: AbortSignal) => void): (signal: AbortSignal) => void {
  const listening = new WeakSet<AbortSignal>()
  return (signal) => {
    if (signal.aborted) abort(signal)
    if (listening.has(signal)) return
    listening.add(signal)
    signal.addEventListener('abort', () => abort(signal), { once: true })
  }
}
