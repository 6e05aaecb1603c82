import { Connections } from './connections.ts'
import { Exchange } from './exchange.ts'
import type { Answer } from './exchange.ts'
import { createGuardedConnector } from './guarded-connector.ts'
import type { Lookup } from './resolve-name.ts'
import { remembering } from './remembering.ts'
import { createTimeLimit } from './time-limit.ts'

export type { Answer } from './exchange.ts'

const USER_AGENT = 'Takeoff-Webhooks/1.0'
/** Urls kept in parts: to parse one takes longer than to sign. */
const TARGETS_MAX = 10_000

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

/** Posts webhooks; redirects are answers like any other and never followed. */
export function createSender(options: SenderOptions): Sender {
  const connections = new Connections(createGuardedConnector(options))
  const targetOf = remembering(TARGETS_MAX, targetOfUrl)
  const underWay = new Map<Exchange, AbortSignal>()
  const limit = createTimeLimit(underWay, options.attemptTimeoutMs, (exchange: Exchange) =>
    exchange.end('no answer in time'),
  )
  const stopAll = (signal?: AbortSignal): void => {
    for (const [exchange, its] of underWay) {
      if (signal === undefined || signal === its) exchange.end('stopped')
    }
  }
  const onAbort = callOnAbort(stopAll)
  return {
    send: (message, signal) =>
      new Promise((resolve) => {
        const target = targetOf(message.url)
        if (target === undefined) return resolve(NOT_A_TARGET)
        const exchange = new Exchange({
          connections,
          request: requestOf(message, target),
          onResent: options.onResent,
          done: (answer) => {
            underWay.delete(exchange)
            resolve(answer)
          },
        })
        underWay.set(exchange, signal)
        exchange.start()
        limit.begun()
        onAbort(signal)
      }),
    async [Symbol.asyncDispose]() {
      stopAll()
      limit[Symbol.dispose]()
      await connections[Symbol.asyncDispose]()
    },
  }
}

function requestOf({ headers, body }: Message, { origin, path }: Target) {
  return {
    origin,
    path,
    method: 'POST' as const,
    headers: {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      accept: '*/*',
      ...headers,
    },
    body,
  }
}

interface Target {
  readonly origin: string
  readonly path: string
}

function targetOfUrl(text: string): Target | undefined {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  return { origin: url.origin, path: url.pathname + url.search }
}

/** One listener for each signal: one for each request would take longer than the request. */
function callOnAbort(abort: (signal: AbortSignal) => void): (signal: AbortSignal) => void {
  const heard = new WeakSet<AbortSignal>()
  return (signal) => {
    if (signal.aborted) abort(signal)
    if (heard.has(signal)) return
    heard.add(signal)
    signal.addEventListener('abort', () => abort(signal), { once: true })
  }
}
