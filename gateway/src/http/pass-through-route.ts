import { FairSemaphore } from '@takeoff/kit/concurrency/fair-semaphore'
import type { Slot } from '@takeoff/kit/concurrency/fair-semaphore'
import { CLIENT_ADDRESS, plainAddress } from '@takeoff/kit/http/client-address'
import { parseRetryAfterMs } from '@takeoff/kit/http/retry-after'
import { SERVICE_AUTHORIZATION } from '@takeoff/kit/http/service-tokens'
import type { ServiceTokens } from '@takeoff/kit/http/service-tokens'
import { signedPartOf, tokenOf } from '@takeoff/kit/security/auth'
import { AppError, NotFoundError } from '@takeoff/kit/values/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Pool } from 'undici'
import type { Dispatcher } from 'undici'
import { withoutConsoleCookies } from './console-cookies.ts'
import { traceparentOfRequest } from './traceparent.ts'
import { refuseOtherMethods } from './wrong-method.ts'

const REQUEST_HEADERS = [
  'accept',
  'accept-language',
  'authorization',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'range',
]

const BODY_HEADERS = ['content-disposition', 'content-length', 'content-type']

const ANSWER_HEADERS = [
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-security-policy',
  'content-type',
  'etag',
  'expires',
  'last-modified',
  'location',
  'referrer-policy',
  'retry-after',
  'set-cookie',
  'vary',
  'www-authenticate',
  'x-content-type-options',
  'x-takeoff-warning',
]

/** Requests of one caller whose responses have not begun; further ones wait, so that connections are left to others. */
const PENDING_PER_CALLER = 10
const RETRY_BUSY_SECONDS = 5

export interface PassThroughOptions {
  /** Begins with a slash. One that ends with a slash stands for all paths behind it, another for itself alone. */
  readonly prefix: string
  readonly methods: readonly ('GET' | 'HEAD' | 'POST')[]
  /** Noun for the resources behind the prefix, such as `file`. */
  readonly noun: string
  /** Base address of the upstream service. */
  readonly url: URL
  readonly serviceTokens: ServiceTokens | undefined
  readonly pool: Pool
  /** Longest wait for the upstream service, and for the requests of the same caller before. */
  readonly timeoutMs: number
}

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

/**
 * The connections for pass-through responses: undici's own pool, because the HTTP client of the kit reads whole
 * responses, and these are streamed. Their size has no limit; timeouts apply to the head and to each pause.
 */
export function openPassThroughPool(
  origin: string,
  limits: {
    readonly connections: number
    readonly connectTimeoutMs: number
    readonly timeoutMs: number
    readonly certificates?: string | undefined
  },
): Pool {
  const { certificates: ca } = limits
  return new Pool(origin, {
    connections: limits.connections,
    connect: { timeout: limits.connectTimeoutMs, ...(ca !== undefined && { ca }) },
    headersTimeout: limits.timeoutMs,
    bodyTimeout: limits.timeoutMs,
  })
}

/**
 * Forwards requests of a path, or of all paths behind a prefix: streamed as fast as the client reads, with ranges and conditions,
 * redirects left to the client. A body is streamed to the upstream service, which limits it. When the upstream response is cut off, so is the response to the client.
 */
export function addPassThroughRoute(app: FastifyInstance, options: PassThroughOptions): void {
  const url = options.prefix.endsWith('/') ? `${options.prefix}*` : options.prefix
  const turns = new FairSemaphore({ perKey: PENDING_PER_CALLER })
  // A scope of its own, because all other routes accept JSON bodies only.
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, parsed) => parsed(null, body))
    scope.route({
      method: [...options.methods],
      url,
      exposeHeadRoute: false,
      handler: (request, reply) => passThrough(request, reply, { ...options, turns }),
    })
    refuseOtherMethods(scope, url, options.methods)
    done()
  })
}

type Forwarding = PassThroughOptions & { readonly turns: FairSemaphore }

async function passThrough(
  request: FastifyRequest,
  reply: FastifyReply,
  options: Forwarding,
): Promise<FastifyReply> {
  const upstream = await fetchUpstream(request, options)
  void reply.code(upstream.statusCode)
  for (const name of ANSWER_HEADERS) {
    const value = upstream.headers[name]
    if (value !== undefined) void reply.header(name, name === 'vary' ? varyOf(reply, value) : value)
  }
  if (request.method !== 'HEAD') return reply.send(upstream.body)
  await upstream.body.dump()
  return reply.send()
}

/** The gateway's own part, which CORS_ORIGINS need, and that of the upstream service. */
function varyOf(reply: FastifyReply, upstream: string | string[]): string {
  return [reply.getHeader('vary') ?? [], upstream].flat().join(', ')
}

async function fetchUpstream(
  request: FastifyRequest,
  options: Forwarding,
): Promise<Dispatcher.ResponseData> {
  const { noun, pool, serviceTokens } = options
  using _turn = await takeTurn(request, options)
  const headers = requestHeaders(request, await serviceTokens?.current())
  const upstream = await pool
    .request({
      method: request.method,
      path: upstreamPath(request, options),
      headers,
      ...(request.method === 'POST' && { body: request.raw }),
    })
    .catch((error: unknown) => {
      throw error instanceof AppError ? error : new UnavailableError(noun, error)
    })
  if (upstream.statusCode < 500) return upstream
  await upstream.body.dump()
  throw new UnavailableError(
    noun,
    `responded with ${upstream.statusCode}`,
    upstream.statusCode === 503 ? retryAfterSecondsOf(upstream) : undefined,
  )
}

/**
 * Waits until few requests of the same caller are before this one.
 * @throws UnavailableError when its turn comes too late
 */
async function takeTurn(request: FastifyRequest, options: Forwarding): Promise<Slot> {
  const { noun, turns, timeoutMs } = options
  const receivedAt = performance.now()
  const token = tokenOf(request.headers.authorization ?? '')
  const turn = await turns.acquire(token === undefined ? request.ip : signedPartOf(token))
  const isLate = performance.now() - receivedAt > timeoutMs
  if (!isLate && !request.socket.destroyed) return turn
  turn[Symbol.dispose]()
  const reason = isLate ? 'waited for other requests of its caller' : 'the client has disconnected'
  throw new UnavailableError(noun, reason, RETRY_BUSY_SECONDS)
}

function retryAfterSecondsOf({ headers }: Dispatcher.ResponseData): number | undefined {
  const { 'retry-after': value } = headers
  const waitMs = typeof value === 'string' ? parseRetryAfterMs(value, new Date()) : undefined
  return waitMs === undefined ? undefined : Math.ceil(waitMs / 1000)
}

/** Dot segments are resolved before the prefix is checked, so that `/files/../graphql` is not found. */
function upstreamPath(request: FastifyRequest, { noun, prefix, url }: PassThroughOptions): string {
  const requested = new URL(request.url, 'http://behind.invalid')
  if (!requested.pathname.startsWith(prefix)) throw new NotFoundError(`There is no such ${noun}.`)
  return `${url.pathname.replace(/\/$/, '')}${requested.pathname}${requested.search}`
}

function requestHeaders(
  request: FastifyRequest,
  serviceToken: string | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {
    'x-request-id': request.id,
    traceparent: traceparentOfRequest(request),
  }
  const address = plainAddress(request.ip)
  if (address !== undefined) headers[CLIENT_ADDRESS] = address
  const names = request.method === 'POST' ? [...REQUEST_HEADERS, ...BODY_HEADERS] : REQUEST_HEADERS
  for (const name of names) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  const cookies = withoutConsoleCookies(request.headers.cookie)
  if (cookies !== undefined) headers['cookie'] = cookies
  if (serviceToken !== undefined) headers[SERVICE_AUTHORIZATION] = serviceToken
  return headers
}
