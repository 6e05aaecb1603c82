import { plainAddress, CLIENT_ADDRESS } from '@takeoff/kit/http/client-address'
import { sendUpstream } from '@takeoff/kit/http/send-upstream'
import type { UpstreamResponse } from '@takeoff/kit/http/send-upstream'
import { traceparentOf } from '@takeoff/kit/service/tracing'
import { AppError, SubgraphUnavailableError } from '@takeoff/kit/values/errors'
import { parseTraceparent } from '@takeoff/kit/values/traceparent'
import { withTimeout } from '@takeoff/kit/concurrency/with-timeout'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { Pool } from 'undici'
import type { Dispatcher } from 'undici'
import type { Config } from '../config.ts'

const CONNECT_TIMEOUT_MS = 2_000
const CLIENT_NAME = 'takeoff-console'

/** What a page may say of its request to the gateway. */
const REQUEST_HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'content-disposition',
  'content-length',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'range',
]

/** What concerns the connection to the gateway, or the gateway's own pages. */
const DROPPED_HEADERS = new Set([
  'access-control-allow-origin',
  'access-control-expose-headers',
  'connection',
  'content-security-policy',
  'date',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
  'www-authenticate',
])

/** A request to the gateway on behalf of a person who has signed in. */
export interface GatewayRequest {
  readonly method: 'GET' | 'HEAD' | 'POST'
  /** Path and query. */
  readonly path: string
  readonly accessToken: string
  readonly body?: string | Readable
  readonly headers?: Readonly<Record<string, string>>
}

/** The connections to the gateway. Responses are streamed as fast as the browser reads. */
export class Gateway implements AsyncDisposable {
  readonly #pool: Pool
  readonly #basePath: string
  readonly #timeoutMs: number

  constructor(config: Config) {
    const { origin, pathname } = new URL(config.gatewayUrl)
    const { serviceCertificates: ca, gatewayTimeoutMs } = config
    this.#timeoutMs = gatewayTimeoutMs
    this.#basePath = pathname.replace(/\/$/, '')
    this.#pool = new Pool(origin, {
      connections: config.gatewayConnections,
      connect: { timeout: CONNECT_TIMEOUT_MS, ...(ca !== undefined && { ca }) },
      // `send` limits the wait for the head.
      headersTimeout: 0,
      bodyTimeout: gatewayTimeoutMs,
    })
  }

  /**
   * Sends a request whose response is for the client of this reply: a client that disconnects ends it.
   * @throws SubgraphUnavailableError when the gateway does not respond in time
   */
  async send(reply: FastifyReply, sent: GatewayRequest): Promise<Dispatcher.ResponseData> {
    const { method, path, accessToken, body, headers } = sent
    const { raw, request } = reply
    const abort = new AbortController()
    const end = (): void => abort.abort()
    if (raw.destroyed) end()
    raw.once('close', end)
    const response = this.#pool.request({
      method,
      path: `${this.#basePath}${path}`,
      headers: { ...headersOf(request), ...headers, authorization: `Bearer ${accessToken}` },
      ...(body !== undefined && { body }),
      signal: abort.signal,
    })
    try {
      // The timeout of the pool begins with the connection, for which a request may wait.
      return await withTimeout(this.#timeoutMs, response, 'no response in time')
    } catch (cause) {
      end()
      if (cause instanceof AppError) throw cause
      throw new SubgraphUnavailableError('gateway', { cause, retryAfterSeconds: 1 })
    } finally {
      raw.off('close', end)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.destroy()
  }
}

/** Sends a response of the gateway to the browser as it is. */
export function sendResponse(
  reply: FastifyReply,
  response: UpstreamResponse,
): Promise<FastifyReply> {
  return sendUpstream(reply, response, (name) => !DROPPED_HEADERS.has(name))
}

function headersOf(request: FastifyRequest): Record<string, string> {
  const headers: Record<string, string> = {
    'x-request-id': request.id,
    'graphql-client-name': CLIENT_NAME,
  }
  for (const name of REQUEST_HEADERS) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  // The gateway takes it where TRUSTED_PROXIES has the address of this process.
  const address = plainAddress(String(request.headers[CLIENT_ADDRESS] ?? ''))
  if (address !== undefined) headers['x-forwarded-for'] = address
  const { span } = request.scope
  const traceparent = span === undefined ? request.headers['traceparent'] : traceparentOf(span)
  if (parseTraceparent(traceparent) !== undefined) headers['traceparent'] = String(traceparent)
  return headers
}
