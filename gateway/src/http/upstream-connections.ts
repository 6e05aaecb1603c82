import { finished } from 'node:stream'
import type { Slot } from '@takeoff/kit/concurrency/fair-semaphore'
import { AppError, RateLimitedError } from '@takeoff/kit/values/errors'
import type { FastifyReply } from 'fastify'
import { Pool } from 'undici'
import type { Dispatcher } from 'undici'
import { ClientDisconnectedError } from '../execution/request-client.ts'
import { CallerQueues } from './caller-queues.ts'
import { ClientDisconnections } from './client-disconnections.ts'

const WAITING_MAX = 100
/** Callers of which requests may wait. With more of them, few would have a connection in time. */
const CALLERS_MAX = 1_000
const RETRY_BUSY_SECONDS = 5

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

export interface UpstreamLimits {
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

/** The request of a client that is forwarded. */
export interface Forwarded {
  /** Names the caller. */
  readonly caller: string
  /** Noun for what is fetched, such as `file`. */
  readonly noun: string
  readonly reply: Pick<FastifyReply, 'raw'>
}

/**
 * The connections for responses that are streamed to clients, shared between callers: undici's own pool, because the HTTP
 * client of the kit reads whole responses. Their size has no limit; timeouts apply to the head and to each pause.
 */
export class UpstreamConnections implements AsyncDisposable {
  readonly #pool: Pool
  readonly #queues: CallerQueues
  readonly #disconnections = new ClientDisconnections()

  constructor(origin: string, limits: UpstreamLimits) {
    const { connections, perCaller, waitMs, certificates: ca } = limits
    this.#pool = new Pool(origin, {
      connections,
      connect: { timeout: limits.connectTimeoutMs, ...(ca !== undefined && { ca }) },
      headersTimeout: limits.timeoutMs,
      bodyTimeout: limits.timeoutMs,
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
   * Sends a request when there is a connection for its caller, which is taken until the client has the response.
   * @throws UnavailableError without a response, or without a connection in time
   * @throws RateLimitedError when too many requests of the caller wait
   * @throws ClientDisconnectedError when the client disconnects while it waits
   */
  async request(
    forwarded: Forwarded,
    request: Dispatcher.RequestOptions,
  ): Promise<Dispatcher.ResponseData> {
    const turn = await this.#take(forwarded)
    const end = (): void => turn[Symbol.dispose]()
    try {
      const response = await this.#pool.request(request)
      // Also called when the client has gone already.
      finished(forwarded.reply.raw, end)
      return response
    } catch (error) {
      end()
      throw error instanceof AppError ? error : new UnavailableError(forwarded.noun, error)
    }
  }

  async #take({ caller, noun, reply }: Forwarded): Promise<Slot> {
    const turn = await this.#queues.take(caller, this.#disconnections.clientOf(reply.raw))
    if (turn === 'disconnected') throw new ClientDisconnectedError()
    if (turn === 'late' || turn === 'crowded')
      throw new UnavailableError(noun, 'no connection', RETRY_BUSY_SECONDS)
    if (turn === 'full')
      throw new RateLimitedError(
        `Too many of your requests wait for a connection. Wait for responses before you send more, and try again in ${RETRY_BUSY_SECONDS} seconds.`,
        RETRY_BUSY_SECONDS,
      )
    return turn
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.destroy()
  }
}
