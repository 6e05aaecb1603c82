import { EventEmitter } from 'node:events'
import { finished } from 'node:stream'
import type { Readable } from 'node:stream'
import type { Slot } from '@takeoff/kit/concurrency/fair-semaphore'
import { CLIENT_ADDRESS, plainAddress } from '@takeoff/kit/http/client-address'
import { limitedBody } from '@takeoff/kit/http/limited-body'
import { SERVICE_AUTHORIZATION } from '@takeoff/kit/http/service-tokens'
import type { ServiceTokens } from '@takeoff/kit/http/service-tokens'
import { AppError } from '@takeoff/kit/values/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Pool } from 'undici'
import type { Dispatcher } from 'undici'
import { CallerQueues, RETRY_BUSY_SECONDS, tooManyRequests } from '../../execution/caller-queues.ts'
import { ClientDisconnectedError } from '../../execution/request-client.ts'
import type { RequestClient } from '../../execution/request-client.ts'
import { ClientDisconnections } from '../client-disconnections.ts'
import { traceparentOfRequest } from '../traceparent.ts'

const WAITING_MAX = 100
/** Callers of which requests may wait. With more of them, few would have a connection in time. */
const CALLERS_MAX = 1_000

/** The upstream service gave no response that can be forwarded, or one that says when to try again. */
export class UnavailableError extends AppError {
  override readonly code = 'SUBGRAPH_UNAVAILABLE'
  override readonly httpStatus: number

  constructor(noun: string, cause: unknown, retryAfterSeconds?: number) {
    super(
      `The ${noun} cannot be fetched right now. Try again in a moment.`,
      retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
    )
    this.httpStatus = retryAfterSeconds === undefined ? 502 : 503
    this.cause = cause
  }
}

export interface UpstreamOptions {
  /** Base address of the upstream service. */
  readonly url: URL
  readonly serviceTokens: ServiceTokens | undefined
  readonly connections: number
  /** Connections that the requests of one caller take at a time, so that others are free. */
  readonly perCaller: number
  /** Longest wait for one of them. */
  readonly waitMs: number
  readonly connectTimeoutMs: number
  /** Longest wait for the head of a response, and for each part of its body. */
  readonly timeoutMs: number
  readonly certificates?: string | undefined
}

/** The forwarded parts of a client's request. */
export interface Forwarded {
  /** Names the caller. */
  readonly caller: string
  /** Noun for what is fetched, such as `file`. */
  readonly noun: string
  /** Path and query, below the base address. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable | undefined
  /** A longer body is refused with 413. */
  readonly bodyBytesMax?: number | undefined
}

/**
 * The connections for responses that are streamed to clients, shared between callers: undici's own pool, because the HTTP
 * client of the kit reads whole responses. Their size has no limit; timeouts apply to the head and to each pause.
 */
export class UpstreamConnections implements AsyncDisposable {
  readonly #pool: Pool
  readonly #basePath: string
  readonly #serviceTokens: ServiceTokens | undefined
  readonly #queues: CallerQueues
  readonly #disconnections = new ClientDisconnections()

  constructor(options: UpstreamOptions) {
    const { url, connections, perCaller, waitMs, certificates: ca } = options
    this.#basePath = url.pathname.replace(/\/$/, '')
    this.#serviceTokens = options.serviceTokens
    this.#pool = new Pool(url.origin, {
      connections,
      connect: { timeout: options.connectTimeoutMs, ...(ca !== undefined && { ca }) },
      headersTimeout: options.timeoutMs,
      bodyTimeout: options.timeoutMs,
    })
    // A turn for each connection: in the pool's own queue, requests would wait without a limit.
    this.#queues = new CallerQueues({
      slots: connections,
      perKey: perCaller,
      waitingMax: WAITING_MAX,
      keysMax: CALLERS_MAX,
      waitMs,
    })
  }

  /**
   * Forwards a request when there is a connection for its caller, which is taken until the client has the response.
   * @throws UnavailableError without a response, or without a connection in time
   * @throws RateLimitedError when too many requests of the caller wait
   * @throws ClientDisconnectedError when the client disconnects before the head of the response; the request is ended
   */
  async forward(
    request: FastifyRequest,
    reply: FastifyReply,
    forwarded: Forwarded,
  ): Promise<Dispatcher.ResponseData> {
    const { path, bodyBytesMax = Infinity } = forwarded
    const headers = { ...forwarded.headers, ...(await this.#headersOf(request)) }
    const client = this.#disconnections.clientOf(reply.raw)
    const turn = await this.#take(forwarded, client)
    // undici takes both; an `AbortSignal` would stay in memory (see `RequestClient`).
    const signal = new EventEmitter()
    client.cancelOnDisconnect({ cancel: () => void signal.emit('abort') })
    const body = forwarded.body && limitedBody(forwarded.body, bodyBytesMax)
    const end = (): void => {
      turn[Symbol.dispose]()
      body?.destroy()
    }
    try {
      const response = await this.#pool.request({
        method: request.method,
        path: `${this.#basePath}${path}`,
        headers,
        ...(body !== undefined && { body }),
        signal,
      })
      // From here on, the reply ends the body of the response with the client.
      signal.removeAllListeners()
      // Also called when the client has gone already.
      finished(reply.raw, end)
      return response
    } catch (error) {
      end()
      if (error instanceof AppError) throw error
      if (client.isDisconnected) throw new ClientDisconnectedError()
      throw new UnavailableError(forwarded.noun, error)
    }
  }

  /** The headers that are the gateway's own. */
  async #headersOf(request: FastifyRequest): Promise<Record<string, string>> {
    const address = plainAddress(request.ip)
    const serviceToken = await this.#serviceTokens?.current()
    return {
      'x-request-id': request.id,
      traceparent: traceparentOfRequest(request),
      ...(address !== undefined && { [CLIENT_ADDRESS]: address }),
      ...(serviceToken !== undefined && { [SERVICE_AUTHORIZATION]: serviceToken }),
    }
  }

  async #take({ caller, noun }: Forwarded, client: RequestClient): Promise<Slot> {
    const turn = await this.#queues.take(caller, client)
    if (turn === 'disconnected') throw new ClientDisconnectedError()
    if (turn === 'late' || turn === 'crowded')
      throw new UnavailableError(noun, 'no connection', RETRY_BUSY_SECONDS)
    if (turn === 'full') throw tooManyRequests()
    return turn
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.destroy()
  }
}
