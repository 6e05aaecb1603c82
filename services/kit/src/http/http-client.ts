import { buildConnector, Pool } from 'undici'
import type { Client } from 'undici'
import { Connection, IdleConnections } from './http-connection.ts'
import { Exchange, HttpError } from './http-exchange.ts'
import type { HttpExchange, HttpRequest, HttpResponse } from './http-exchange.ts'

export { HttpError } from './http-exchange.ts'
/** Types of an exchange, for users of the client. */
export type { HttpExchange, HttpRequest, HttpResponse, ResponseHeaders } from './http-exchange.ts'

/** Shorter than most servers keep an idle connection, so that it is closed on this side. */
const IDLE_MS = 4_000
const CONNECT_TIMEOUT_MS = 5_000

/** Limits of a client and how it connects; times in milliseconds, sizes in bytes. */
export interface HttpClientOptions {
  /** Maximum connections to one origin. A request beyond them waits for the next that is free. */
  readonly connections: number
  /** Deadline of a request, from the wait for a connection to the last byte of the response. */
  readonly timeoutMs: number
  /** Largest response body; a longer one is an error `response too large`. */
  readonly responseBytesMax: number
  /** Default: 5 seconds, at most `timeoutMs`. Without effect when `connect` is given. */
  readonly connectTimeoutMs?: number
  /** Opens the connections, for example to allowed addresses only. Default: undici's connector, over HTTP/1.1. */
  readonly connect?: buildConnector.connector
  /** Authorities (PEM) that servers' certificates must be of; public ones by default. Without effect when `connect` is given. */
  readonly certificates?: string | undefined
  /** Maximum idle connections, over all origins; those that are idle for longest are closed. Default: no limit. */
  readonly idleConnectionsMax?: number
  /** Longest time that an idle connection stays open, even if the server offers more. Default: 10 minutes. */
  readonly idleMsMax?: number
}

/**
 * Sends HTTP requests and reads the responses whole. Redirects are responses like any other, and compressed bodies stay
 * as they are. Requests to an origin share its connections, each of which has one request at a time.
 *
 * It uses undici's `dispatch` with a handler, which takes half the CPU of `request` with its stream.
 */
export class HttpClient implements AsyncDisposable {
  readonly #options: HttpClientOptions
  readonly #connect: buildConnector.connector
  /** By origin. undici's Agent never evicts the pool of a server whose requests were aborted. */
  readonly #pools = new Map<string, Pool>()
  readonly #idle: IdleConnections
  #isClosed = false

  constructor(options: HttpClientOptions) {
    const { timeoutMs, connectTimeoutMs = Math.min(CONNECT_TIMEOUT_MS, timeoutMs) } = options
    this.#options = options
    const { certificates: ca } = options
    this.#connect =
      options.connect ??
      buildConnector({ timeout: connectTimeoutMs, allowH2: false, ...(ca !== undefined && { ca }) })
    this.#idle = new IdleConnections(options.idleConnectionsMax)
  }

  /** Origins with an open connection, or with a request that waits for one. */
  get origins(): string[] {
    return [...this.#pools.keys()]
  }

  /**
   * Sends a request. Never throws, if the origin is one of http or https.
   * @param done called once, with the response or the error; perhaps before this returns. It must not throw.
   */
  send(request: HttpRequest, done: (outcome: HttpResponse | HttpError) => void): HttpExchange {
    const exchange = new Exchange(request, this.#options, done)
    exchange.start(this.#poolOf(request.origin))
    return exchange
  }

  /**
   * Sends a request and resolves with its response.
   * @throws HttpError when there is no complete response
   */
  request(request: HttpRequest): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      this.send(request, (outcome) => {
        if (outcome instanceof HttpError) reject(outcome)
        else resolve(outcome)
      })
    })
  }

  /** Accepts no more requests, lets those under way finish, and closes the connections. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()))
  }

  /** Fails the requests under way with an error `stopped`, and closes the connections. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()))
  }

  #poolOf(origin: string): Pool {
    const known = this.#pools.get(origin)
    if (known !== undefined) return known
    const pool = this.#openPool(origin)
    this.#pools.set(origin, pool)
    // An aborted request leaves the queue right after the event.
    const onLost = (): void => queueMicrotask(() => this.#removeUnused(origin, pool))
    pool.on('disconnect', onLost).on('connectionError', onLost)
    // A closed pool fails the request.
    if (this.#isClosed) void pool.close()
    return pool
  }

  #removeUnused(origin: string, pool: Pool): void {
    const { connected, size } = pool.stats
    if (this.#isClosed || connected > 0 || size > 0) return
    if (this.#pools.get(origin) !== pool) return
    this.#pools.delete(origin)
    void pool.close()
  }

  #openPool(origin: string): Pool {
    const { connections, idleMsMax } = this.#options
    const options: Client.Options = {
      allowH2: false,
      // Both are part of the deadline of a request.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      ...(idleMsMax !== undefined && { keepAliveMaxTimeout: idleMsMax }),
    }
    return new Pool(origin, {
      connections,
      allowH2: false,
      factory: (url) => new Connection(url, { ...options, connect: this.#connect }, this.#idle),
    })
  }
}
