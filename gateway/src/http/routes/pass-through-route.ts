import { requireBodyLength } from '@takeoff/kit/http/limited-body'
import { parseRetryAfterMs } from '@takeoff/kit/http/retry-after'
import { sendUpstream } from '@takeoff/kit/http/send-upstream'
import type { UpstreamResponse } from '@takeoff/kit/http/send-upstream'
import type { Authenticator } from '@takeoff/kit/security/auth'
import { NotFoundError } from '@takeoff/kit/values/errors'
import { isJsonObject, parseJson } from '@takeoff/kit/values/json'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Dispatcher } from 'undici'
import { UnavailableError } from './upstream-connections.ts'
import type { UpstreamConnections } from './upstream-connections.ts'
import { refuseOtherMethods } from '../wrong-method.ts'

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

const RESPONSE_HEADERS: ReadonlySet<string> = new Set([
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
])

const PROBLEM_BYTES_MAX = 10_000

export interface PassThroughOptions {
  /** Begins with a slash. One that ends with a slash stands for all paths behind it, another for itself alone. */
  readonly prefix: string
  readonly methods: readonly ('GET' | 'HEAD' | 'POST')[]
  /** Of the body of a POST: an upstream service that refuses a longer one may end the connection while it is sent. */
  readonly bodyBytesMax?: number
  /** Paths whose permission is in the address; the upstream service ignores a token there. */
  readonly signedPaths?: RegExp
  /** Noun for the resources behind the prefix, such as `file`. */
  readonly noun: string
  readonly connections: UpstreamConnections
  /** Undefined when tokens are not checked here. */
  readonly authenticator: Authenticator | undefined
}

/**
 * Forwards requests of a path, or of all paths behind a prefix: streamed as fast as the client reads, with ranges and conditions,
 * redirects left to the client. A body is streamed to the upstream service. When the upstream response is cut off, so is the response to the client.
 */
export function addPassThroughRoute(app: FastifyInstance, options: PassThroughOptions): void {
  const url = options.prefix.endsWith('/') ? `${options.prefix}*` : options.prefix
  // A scope of its own, because all other routes accept JSON bodies only.
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, parsed) => parsed(null, body))
    scope.route({
      method: [...options.methods],
      url,
      exposeHeadRoute: false,
      handler: (request, reply) => passThrough(request, reply, options),
    })
    refuseOtherMethods(scope, url, options.methods)
    done()
  })
}

async function passThrough(
  request: FastifyRequest,
  reply: FastifyReply,
  options: PassThroughOptions,
): Promise<FastifyReply> {
  const upstream = await fetchUpstream(request, reply, options)
  const { vary } = upstream.headers
  const headers = {
    ...upstream.headers,
    ...(vary !== undefined && { vary: varyOf(reply, vary) }),
  }
  return sendUpstream(reply, { ...upstream, headers }, (name) => RESPONSE_HEADERS.has(name))
}

/** The gateway's own part, which CORS_ORIGINS need, and that of the upstream service. */
function varyOf(reply: FastifyReply, upstream: string | string[]): string {
  return [reply.getHeader('vary') ?? [], upstream].flat().join(', ')
}

async function fetchUpstream(
  request: FastifyRequest,
  reply: FastifyReply,
  options: PassThroughOptions,
): Promise<UpstreamResponse> {
  const { noun, connections, bodyBytesMax } = options
  const { pathname, search } = requestedUrl(request, options)
  const caller = await callerOf(request, pathname, options)
  if (bodyBytesMax !== undefined) requireBodyLength(request.headers['content-length'], bodyBytesMax)
  const upstream = await connections.forward(request, reply, {
    caller,
    noun,
    path: `${pathname}${search}`,
    headers: requestHeaders(request),
    body: request.method === 'POST' ? request.raw : undefined,
    bodyBytesMax,
  })
  if (upstream.statusCode < 500) return upstream
  const problem = await problemOf(upstream)
  if (problem !== undefined) return { ...upstream, body: problem }
  throw new UnavailableError(
    noun,
    `responded with ${upstream.statusCode}`,
    upstream.statusCode === 503 ? retryAfterSecondsOf(upstream) : undefined,
  )
}

/**
 * Names the caller whose turn a request waits for: the user of its token, who can have many, or the address that it
 * comes from. The token is verified before, because a forged one can name any user. The upstream service verifies it again.
 * @throws AppError for a token that is not valid, or cannot be verified now
 */
async function callerOf(
  { headers: { authorization }, ip }: FastifyRequest,
  pathname: string,
  { authenticator, signedPaths }: PassThroughOptions,
): Promise<string> {
  if (authenticator === undefined || authorization === undefined) return ip
  if (signedPaths?.test(pathname) === true) return ip
  const { userId } = await authenticator.authenticate(authorization)
  return `user ${userId}`
}

/** Reads the body of an error: a problem of the service, which is for clients; undefined when it is anything else. */
async function problemOf({ body, headers, statusCode }: Dispatcher.ResponseData) {
  const isProblem = String(headers['content-type']).startsWith('application/problem+json')
  const isShort = Number(headers['content-length']) <= PROBLEM_BYTES_MAX
  // Every 503 says when to try again.
  const hasTime = statusCode !== 503 || headers['retry-after'] !== undefined
  if (!isProblem || !isShort || !hasTime) {
    await body.dump()
    return undefined
  }
  const text = await body.text().catch(() => '')
  return isJsonObject(parseJson(text)) ? text : undefined
}

function retryAfterSecondsOf({ headers }: Dispatcher.ResponseData): number | undefined {
  const { 'retry-after': value } = headers
  const waitMs = typeof value === 'string' ? parseRetryAfterMs(value, new Date()) : undefined
  return waitMs === undefined ? undefined : Math.ceil(waitMs / 1000)
}

/** Dot segments are resolved before the prefix is checked, so that `/files/../graphql` is not found. */
function requestedUrl({ url }: FastifyRequest, { noun, prefix }: PassThroughOptions): URL {
  const requested = new URL(url, 'http://behind.invalid')
  if (!requested.pathname.startsWith(prefix)) throw new NotFoundError(`There is no such ${noun}.`)
  return requested
}

function requestHeaders(request: FastifyRequest): Record<string, string> {
  const headers: Record<string, string> = {}
  const names = request.method === 'POST' ? [...REQUEST_HEADERS, ...BODY_HEADERS] : REQUEST_HEADERS
  for (const name of names) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  const cookies = withoutConsoleCookies(request.headers.cookie)
  if (cookies !== undefined) headers['cookie'] = cookies
  return headers
}

/** A cookie of the console opens the session of a person. */
const CONSOLE_COOKIE = /^(?:__Host-)?takeoff-/

/** A `Cookie` header without those of the console, which alone may have them; undefined when none is left. */
function withoutConsoleCookies(header: string | undefined): string | undefined {
  const left = header?.split(/; */).filter((cookie) => !CONSOLE_COOKIE.test(cookie.trim()))
  return left === undefined || left.length === 0 ? undefined : left.join('; ')
}
