import { AppError, NotFoundError } from '@takeoff/kit/values/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Pool } from 'undici'
import type { Dispatcher } from 'undici'
import { traceparentOf } from './traceparent.ts'
import { refuseOtherMethods } from './wrong-method.ts'

const REQUEST_HEADERS = [
  'accept',
  'accept-language',
  'authorization',
  'cookie',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'range',
]

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
]

export interface PassThroughOptions {
  /** Begins and ends with a slash. */
  readonly prefix: string
  readonly methods: readonly ('GET' | 'HEAD')[]
  /** What there is behind the prefix, such as `file`. */
  readonly noun: string
  /** Base address of the service behind. */
  readonly url: URL
  readonly secret: string | undefined
  readonly pool: Pool
}

/** The service behind gave no answer that can be passed on. */
class UnavailableError extends AppError {
  override readonly code = 'SUBGRAPH_UNAVAILABLE'
  override readonly httpStatus = 502

  constructor(noun: string, cause: unknown) {
    super(`The ${noun} cannot be fetched right now. Try again in a moment.`)
    this.cause = cause
  }
}

/**
 * The connections for what is passed through: undici's own pool, because the HTTP client of the kit reads responses
 * whole, and these are streamed. Their size has no limit; their time has one for the head and for each pause.
 */
export function openPassThroughPool(
  origin: string,
  limits: {
    readonly connections: number
    readonly connectTimeoutMs: number
    readonly timeoutMs: number
  },
): Pool {
  return new Pool(origin, {
    connections: limits.connections,
    connect: { timeout: limits.connectTimeoutMs },
    headersTimeout: limits.timeoutMs,
    bodyTimeout: limits.timeoutMs,
  })
}

/**
 * Passes reads of everything behind a prefix through: streamed as fast as the client takes it, with ranges and
 * conditions, redirects left to the client. An answer that breaks off behind breaks off here.
 */
export function addPassThroughRoute(app: FastifyInstance, options: PassThroughOptions): void {
  const url = `${options.prefix}*`
  app.route({
    method: [...options.methods],
    url,
    exposeHeadRoute: false,
    handler: (request, reply) => passThrough(request, reply, options),
  })
  refuseOtherMethods(app, url, options.methods)
}

async function passThrough(
  request: FastifyRequest,
  reply: FastifyReply,
  options: PassThroughOptions,
): Promise<FastifyReply> {
  const answer = await ask(request, options)
  void reply.code(answer.statusCode)
  for (const name of ANSWER_HEADERS) {
    const value = answer.headers[name]
    if (value !== undefined) void reply.header(name, value)
  }
  if (request.method === 'GET') return reply.send(answer.body)
  await answer.body.dump()
  return reply.send()
}

async function ask(
  request: FastifyRequest,
  options: PassThroughOptions,
): Promise<Dispatcher.ResponseData> {
  const { noun, pool, secret } = options
  const answer = await pool
    .request({
      method: request.method,
      path: upstreamPath(request, options),
      headers: requestHeaders(request, secret),
    })
    .catch((error: unknown) => {
      throw error instanceof AppError ? error : new UnavailableError(noun, error)
    })
  if (answer.statusCode < 500) return answer
  await answer.body.dump()
  throw new UnavailableError(noun, `answered ${answer.statusCode}`)
}

/** Dots are resolved before the look at the path, so that `/files/../graphql` leads nowhere. */
function upstreamPath(request: FastifyRequest, { noun, prefix, url }: PassThroughOptions): string {
  const asked = new URL(request.url, 'http://behind.invalid')
  if (!asked.pathname.startsWith(prefix)) throw new NotFoundError(`There is no such ${noun}.`)
  return `${url.pathname.replace(/\/$/, '')}${asked.pathname}${asked.search}`
}

function requestHeaders(
  request: FastifyRequest,
  secret: string | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {
    'x-request-id': request.id,
    traceparent: traceparentOf(request.headers['traceparent']),
  }
  for (const name of REQUEST_HEADERS) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  if (secret !== undefined) headers['x-service-authorization'] = secret
  return headers
}
