import { AppError, NotFoundError } from '@takeoff/kit/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Dispatcher, Pool } from 'undici'
import { traceparentOf } from './traceparent.ts'
import { refuseOtherMethods } from './wrong-method.ts'

const PREFIX = '/files/'

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

export interface FilesRouteOptions {
  /** Base address of the service that holds the files. */
  readonly url: URL
  readonly secret: string | undefined
  readonly pool: Pool
}

/** The service behind `/files/*` gave no answer that can be passed on. */
class FilesUnavailableError extends AppError {
  override readonly code = 'SUBGRAPH_UNAVAILABLE'
  override readonly httpStatus = 502

  constructor(cause: unknown) {
    super('The file cannot be fetched right now. Try again in a moment.')
    this.cause = cause
  }
}

/** Passes reads of `/files/*` through: streamed, with ranges and conditions, redirects left to the client. */
export function addFilesRoute(app: FastifyInstance, options: FilesRouteOptions): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: `${PREFIX}*`,
    handler: (request, reply) => passThrough(request, reply, options),
  })
  refuseOtherMethods(app, `${PREFIX}*`, ['GET', 'HEAD'])
}

async function passThrough(
  request: FastifyRequest,
  reply: FastifyReply,
  options: FilesRouteOptions,
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
  { url, pool, secret }: FilesRouteOptions,
): Promise<Dispatcher.ResponseData> {
  const answer = await pool
    .request({
      method: request.method,
      path: upstreamPath(request, url),
      headers: requestHeaders(request, secret),
    })
    .catch((error: unknown) => {
      throw error instanceof AppError ? error : new FilesUnavailableError(error)
    })
  if (answer.statusCode < 500) return answer
  await answer.body.dump()
  throw new FilesUnavailableError(`answered ${answer.statusCode}`)
}

/** Dots are resolved before the look at the path, so that `/files/../graphql` leads nowhere. */
function upstreamPath(request: FastifyRequest, base: URL): string {
  const asked = new URL(request.url, 'http://files.invalid')
  if (!asked.pathname.startsWith(PREFIX)) throw new NotFoundError('There is no such file.')
  return `${base.pathname.replace(/\/$/, '')}${asked.pathname}${asked.search}`
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
