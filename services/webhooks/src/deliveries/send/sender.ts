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
  /** To one receiver. */
  connections: 256,
  idleConnectionsMax: 2_048,
  /** Shorter than most receivers keep an idle connection, so that it is closed on this side. */
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
  /** For the whole attempt, from the first byte sent to the last one read. */
  readonly attemptTimeoutMs: number
  readonly lookup?: Lookup
  /** Hears of each request that was sent once more, because its idle socket had died. */
  readonly onResent?: () => void
}

export interface Message {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface Sender extends AsyncDisposable {
  /** Never throws: what went wrong is an answer too. */
  send(message: Message, signal: AbortSignal): Promise<Answer>
}

/** No url of a subscription is like this: `parseTargetUrl` took them all. */
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

/** Once there is a status, a body that is too long, too slow or cut off does not change the outcome. */
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
    // A receiver may close an idle connection in the moment in which a request is written to it. Most likely it has
    // not read the request, and deliveries may come twice anyway.
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

/** Adds one listener to each signal: with thousands of listeners on one signal, to add another takes long. */
function callOnAbort(abort: (signal: AbortSignal) => void): (signal: AbortSignal) => void {
  const heard = new WeakSet<AbortSignal>()
  return (signal) => {
    if (signal.aborted) abort(signal)
    if (heard.has(signal)) return
    heard.add(signal)
    signal.addEventListener('abort', () => abort(signal), { once: true })
  }
}
