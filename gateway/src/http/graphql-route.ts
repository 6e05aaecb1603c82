import { Readable } from 'node:stream'
import type { ApolloServer } from '@apollo/server'
import type { Authenticator, Caller } from '@takeoff/kit/auth'
import { AppError, MASKED_MESSAGE } from '@takeoff/kit/errors'
import { inRequestScope } from '@takeoff/kit/request-scope'
import { sendLatin1 } from '@takeoff/kit/send-latin1'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
  RouteOptions,
} from 'fastify'
import { ClientPresence } from '../execution/client-presence.ts'
import type { RequestContext } from '../execution/request-context.ts'
import { HeaderLines } from '../execution/wire/request-message.ts'
import type { Headers } from '../execution/wire/request-message.ts'
import { answerStatus, answerType } from './answer-status.ts'
import type { AnswerText, FastPath } from './fast-path.ts'
import { headersOf, withDocument } from './graphql-request.ts'
import type { DocumentRules } from './graphql-request.ts'
import { traceparentOf } from './traceparent.ts'
import { refuseOtherMethods } from './wrong-method.ts'

/** The first that a client takes: for 13.6 kB of list zstd needs 68 µs of CPU, br 124, gzip 97; all leave 2 kB or less. */
const ENCODINGS = ['zstd', 'br', 'gzip'] as const

/** Of a client's headers, besides those that every request has. */
const FORWARDED = ['authorization', 'idempotency-key'] as const

const SEND_JSON = 'Send the operation as JSON, with the header "content-type: application/json".'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
  }
}

export interface GraphqlRouteOptions {
  readonly apollo: ApolloServer<RequestContext>
  readonly fastPath: FastPath
  readonly documents: DocumentRules
  /** Least size of an answer that is compressed. */
  readonly compressionBytesMin: number
  /** Undefined when tokens are not checked here. */
  readonly authenticator: Authenticator | undefined
}

interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly extensions?: Readonly<Record<string, unknown>>
}

/** `/graphql`: whatever goes wrong here, the answer is a GraphQL answer with a code and the request id. */
export function addGraphqlRoute(app: FastifyInstance, options: GraphqlRouteOptions): void {
  const { authenticator, compressionBytesMin } = options
  const errorHandler: RouteOptions['errorHandler'] = (error, request, reply) => {
    void refuse(reply, request, refusalOf(error))
  }
  app.decorateRequest('caller')
  app.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    exposeHeadRoute: false,
    compress: { encodings: [...ENCODINGS], threshold: compressionBytesMin },
    onRequest: [checkHead(), ...(authenticator === undefined ? [] : [authenticate(authenticator)])],
    handler: (request, reply) => answer(request, reply, options),
    errorHandler,
  })
  refuseOtherMethods(app, '/graphql', ['GET', 'POST'], errorHandler)
}

/**
 * The body of the answer, for Fastify to send: if that were done here, it would watch the reply's stream for its end.
 * Undefined when it is sent past Fastify.
 */
async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { apollo, fastPath, documents, compressionBytesMin }: GraphqlRouteOptions,
): Promise<string | Buffer | Readable | undefined> {
  const asked = withDocument(request, documents)
  const context = (): RequestContext => contextOf(request, reply)
  const fast = await fastPath.answer(asked, { request, reply, context })
  if (fast !== undefined) return bodyOf(fast, { request, reply, compressionBytesMin })
  const { body, headers, status } = await inRequestScope(request.scope, () =>
    apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { ...asked, method: request.method, headers: headersOf(request) },
      context: () => Promise.resolve(context()),
    }),
  )
  for (const [name, value] of headers) void reply.header(name, value)
  void reply.code(status ?? 200)
  fastPath.mediaTypes.learn(request, reply)
  return body.kind === 'complete' ? body.string : Readable.from(body.asyncIterator)
}

interface Asked {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly compressionBytesMin: number
}

function bodyOf({ text, encoding }: AnswerText, asked: Asked): string | Buffer | undefined {
  if (encoding === 'utf8') return text
  const { request, reply, compressionBytesMin } = asked
  if (request.headers['accept-encoding'] !== undefined && text.length >= compressionBytesMin)
    return Buffer.from(text, 'latin1')
  sendLatin1(reply, text)
  return undefined
}

/** Without a promise, of which Fastify would make two more. */
function checkHead(): onRequestHookHandler {
  const requireHost = hostRule()
  return (request, reply, done) => {
    try {
      // Answers are the caller's own; a GET must not be kept by anything on the way.
      void reply.header('cache-control', 'no-store')
      requireHost(request)
      refuseCompressed(request, reply)
    } catch (error) {
      return done(error as Error)
    }
    done()
  }
}

function authenticate(authenticator: Authenticator): onRequestAsyncHookHandler {
  return async (request) => {
    request.caller = await authenticator.authenticate(request.headers.authorization)
  }
}

/** Refuses a name that cannot stand in an address. Nearly all requests bring the same. */
function hostRule(): (request: FastifyRequest) => void {
  let accepted: string | undefined
  return (request) => {
    const { host } = request.headers
    if (host === accepted) return
    if (!URL.canParse(`http://${request.hostname}`)) throw new MalformedHostError()
    accepted = host
  }
}

class MalformedHostError extends AppError {
  override readonly code = 'BAD_REQUEST'

  constructor() {
    super('The Host header is malformed.')
  }
}

class CompressedBodyError extends AppError {
  override readonly code = 'BAD_REQUEST'
  override readonly httpStatus = 415

  constructor() {
    super('Send the body uncompressed.')
  }
}

/** A small body could become a huge one. */
function refuseCompressed({ headers }: FastifyRequest, reply: FastifyReply): void {
  const encoding = headers['content-encoding']
  if (encoding === undefined || encoding === 'identity') return
  void reply.header('accept-encoding', 'identity')
  throw new CompressedBodyError()
}

function contextOf(request: FastifyRequest, reply: FastifyReply): RequestContext {
  return {
    requestId: request.id,
    forwarded: new HeaderLines(forwardedHeaders(request)),
    caller: request.caller,
    clientName:
      headerOf(request, 'graphql-client-name') || headerOf(request, 'apollographql-client-name'),
    client: presenceOf(reply),
    warnings: [],
    missingTypes: new Set(),
  }
}

/** A trace is made where the client sent none that can be used. */
function forwardedHeaders(request: FastifyRequest): Headers {
  const headers: Record<string, string> = {
    'x-request-id': request.id,
    traceparent: traceparentOf(request.headers['traceparent']),
  }
  for (const name of FORWARDED) {
    const value = headerOf(request, name)
    if (value !== undefined) headers[name] = value
  }
  return headers
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

function presenceOf({ raw }: FastifyReply): ClientPresence {
  const client = new ClientPresence()
  if (raw.destroyed) client.leave()
  raw.on('close', () => {
    if (!raw.writableFinished) client.leave()
  })
  return client
}

/** Faults of reading the request: broken JSON, a body too large, a media type that is not JSON, no valid token. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof AppError) {
    const { code, message, extensions } = error
    return { status: error.httpStatus, code, message, extensions }
  }
  const { statusCode, message } = error as { statusCode?: number; message?: string }
  if (statusCode === 415) return { status: 415, code: 'BAD_REQUEST', message: SEND_JSON }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return { status: statusCode, code: 'BAD_REQUEST', message: message ?? '' }
  }
  return {
    status: 500,
    code: 'INTERNAL_SERVER_ERROR',
    message: MASKED_MESSAGE,
  }
}

function refuse(reply: FastifyReply, request: FastifyRequest, refusal: Refusal): FastifyReply {
  const { code, message, extensions } = refusal
  const { accept } = request.headers
  const status = answerStatus(accept, refusal)
  if (status === 401) void reply.header('www-authenticate', 'Bearer')
  return reply
    .code(status)
    .type(answerType(accept))
    .send(
      JSON.stringify({
        errors: [{ message, extensions: { code, ...extensions, requestId: request.id } }],
      }),
    )
}
