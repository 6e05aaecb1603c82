import { createServer, get } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { ok } from './responses.ts'
import type { Respond } from './responses.ts'
import { payAttention } from './attention.ts'
import type { Attention } from './attention.ts'

/** Longer than senders keep idle sockets, so that the senders close them. */
const KEEP_ALIVE_MS = 120_000
/** Escapes and an empty value, which senders that rebuild URLs tend to change. */
const QUERY = '?suite=standard%20webhooks&empty='
const REDIRECTED = 'redirected'
/** Interval in which waiting time is counted. */
const TURN_MS = 50
/** Every response sets this cookie; no request may send it. */
export const COOKIE = 'conformance=kept'

/** One request as it was received. */
export interface Attempt {
  /** Milliseconds of `performance.now()` at its arrival. */
  readonly at: number
  readonly date: Date
  readonly method: string
  readonly target: string
  readonly httpVersion: string
  readonly rawHeaders: readonly (readonly [string, string])[]
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** When the response was sent; undefined before. */
  respondedAt?: number
  /** When the sender closed the connection before the whole response was sent. */
  abandonedAt?: number
}

/** Chooses the response to the nth request, counted from 0. */
export type Script = (nth: number, attempt: Attempt) => Respond

/** An endpoint with its own URL. */
export interface Endpoint {
  readonly url: string
  /** The target of its redirects. */
  readonly redirectUrl: string
  readonly attempts: readonly Attempt[]
  /** Requests to `redirectUrl`. */
  readonly followed: readonly Attempt[]
  /** Requests that could not be parsed, and bytes after a body. */
  readonly unreadable: readonly string[]
  script: Script
  /**
   * Resolves with the result of `look` as soon as there is one; undefined after the timeout. Only time in which this
   * process accepts requests counts, because a busy machine may keep it from receiving them.
   */
  until<T>(look: () => T | undefined, timeoutMs: number): Promise<T | undefined>
}

export interface ReceiverOptions {
  readonly host?: string
  readonly port?: number
  /** The URL that senders use, if a proxy forwards to it. */
  readonly publicUrl?: string
}

export interface Receiver extends AsyncDisposable {
  readonly url: string
  /** Host and port, as senders or a proxy may name them. */
  readonly hosts: readonly string[]
  readonly attention: Attention
  open(name: string): Endpoint
}

type OpenEndpoint = Endpoint & {
  readonly attempts: Attempt[]
  readonly followed: Attempt[]
  readonly unreadable: string[]
  changed(): void
}

export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const { host = '127.0.0.1', port = 0, publicUrl } = options
  const endpoints = new Map<string, OpenEndpoint>()
  const lastOf = new WeakMap<object, OpenEndpoint>()
  const server = createServer(
    { requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0 },
    (request, response) => void receive(request, response),
  )
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = ''] = (request.url ?? '').split('?')
    const [last = '', before = ''] = path.split('/').reverse()
    const redirected = last === REDIRECTED
    const endpoint = endpoints.get(redirected ? before : last)
    if (endpoint === undefined) return void response.writeHead(404).end()
    lastOf.set(request.socket, endpoint)
    await take(endpoint, redirected, request, response)
  }
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const endpoint = lastOf.get(socket)
    // The socket stays open, so that a pending response reaches the sender.
    if (endpoint === undefined) socket.destroy()
    else if (error.code?.startsWith('HPE_') === true) endpoint.unreadable.push(error.message)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const local = `http://${host}:${(server.address() as AddressInfo).port}`
  const attention = payAttention(() => roundTrip(server.address() as AddressInfo))
  const url = (publicUrl ?? local).replace(/\/$/, '')
  return {
    url,
    hosts: [...new Set([url, local].map((one) => new URL(one).host))],
    attention,
    open(name) {
      const endpoint = createEndpoint(`${url}/${name}`)
      endpoints.set(name, endpoint)
      return endpoint
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        attention[Symbol.dispose]()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Sends a request to this receiver; the response is 404, as for every unknown endpoint. */
function roundTrip({ address: host, port }: AddressInfo): Promise<void> {
  return new Promise((resolve) => {
    get({ host, port, agent: false }, (response) => response.resume())
      .on('error', () => undefined)
      .once('close', resolve)
  })
}

function createEndpoint(base: string): OpenEndpoint {
  let watchers: (() => void)[] = []
  return {
    url: base + QUERY,
    redirectUrl: `${base}/${REDIRECTED}`,
    attempts: [],
    followed: [],
    unreadable: [],
    script: () => ok,
    changed() {
      for (const look of watchers) look()
    },
    until(look, timeoutMs) {
      return new Promise((resolve) => {
        const settle = (found: ReturnType<typeof look>): void => {
          clearInterval(timer)
          watchers = watchers.filter((other) => other !== watch)
          resolve(found)
        }
        const watch = (): void => {
          const found = look()
          if (found !== undefined) settle(found)
        }
        let turns = Math.ceil(timeoutMs / TURN_MS)
        const timer = setInterval(() => {
          if (--turns <= 0) settle(undefined)
        }, TURN_MS)
        watchers.push(watch)
        watch()
      })
    },
  }
}

async function take(
  endpoint: OpenEndpoint,
  redirected: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [at, date] = [performance.now(), new Date()]
  let body: Buffer
  try {
    body = await buffer(request)
  } catch (error) {
    endpoint.unreadable.push(`the body ended early (${(error as Error).message})`)
    return
  }
  const attempt = attemptOf(request, body, { at, date })
  const list = redirected ? endpoint.followed : endpoint.attempts
  list.push(attempt)
  const noteEnd = (): void => {
    if (response.writableFinished) attempt.respondedAt = performance.now()
    else attempt.abandonedAt = performance.now()
    endpoint.changed()
  }
  response.once('finish', noteEnd)
  response.once('close', () => {
    if (!response.writableFinished) noteEnd()
  })
  response.setHeader('set-cookie', `${COOKIE}; Path=/`)
  const respond = redirected ? ok : endpoint.script(list.length - 1, attempt)
  respond(response)
  endpoint.changed()
}

function attemptOf(
  request: IncomingMessage,
  body: Buffer,
  time: { readonly at: number; readonly date: Date },
): Attempt {
  const { rawHeaders } = request
  return {
    ...time,
    method: request.method ?? '',
    target: request.url ?? '',
    httpVersion: request.httpVersion,
    rawHeaders: rawHeaders.flatMap((name, at) =>
      at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : [],
    ),
    headers: request.headers,
    body,
  }
}
