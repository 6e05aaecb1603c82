import { Readable } from 'node:stream'
import type { ApolloServer } from '@apollo/server'
import type { Authenticator, Caller } from '@takeoff/kit/auth'
import { AppError } from '@takeoff/kit/errors'
import { inRequestScope } from '@takeoff/kit/request-scope'
import { sendPastFastify } from '@takeoff/kit/send-text'
import type { AnswerText } from '@takeoff/kit/send-text'
import type {
  FastifyInstance,
  FastifyRequest,
  FastifyReply,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
  RouteOptions,
} from 'fastify'
import type { RequestContext } from '../execution/request-context.ts'
import { contextOf } from './client-context.ts'
import type { FastPath } from './fast-path.ts'
import { headersOf, withDocument } from './graphql-request.ts'
import type { DocumentRules } from './graphql-request.ts'
import { hostRule } from './host-rule.ts'
import { plainRoute } from './plain-route.ts'
import { refusalText } from './refusal-text.ts'
import { refuseOtherMethods } from './wrong-method.ts'

/** The first that a client takes: for 13.6 kB of list zstd needs 68 µs of CPU, br 124, gzip 97; all leave 2 kB or less. */
const ENCODINGS = ['zstd', 'br', 'gzip'] as const

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

/** `/graphql`: whatever goes wrong here, the answer is a GraphQL answer with a code and the request id. */
export function addGraphqlRoute(app: FastifyInstance, options: GraphqlRouteOptions): void {
  const { authenticator, compressionBytesMin } = options
  const textOf = refusalText(app.log)
  const errorHandler: RouteOptions['errorHandler'] = (error, request, reply) => {
    void reply.send(textOf(error, request, reply))
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
  app.answerPlainPosts(plainRoute({ ...options, path: '/graphql', refusalText: textOf }))
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
  const context = (): RequestContext => contextOf(request, request.caller, reply.raw)
  const fast = await fastPath.answer(asked, { request, head: reply, context })
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

function bodyOf(fast: AnswerText, asked: Asked): string | Buffer | undefined {
  const { text, encoding } = fast
  if (encoding === 'utf8') return text
  const { request, reply, compressionBytesMin } = asked
  if (request.headers['accept-encoding'] !== undefined && text.length >= compressionBytesMin)
    return Buffer.from(text, 'latin1')
  sendPastFastify(reply, fast)
  return undefined
}

/** Without a promise, of which Fastify would make two more. */
function checkHead(): onRequestHookHandler {
  const isValidHost = hostRule()
  return (request, reply, done) => {
    // Answers are the caller's own; a GET must not be kept by anything on the way.
    void reply.header('cache-control', 'no-store')
    if (!isValidHost(request.headers.host)) return done(new MalformedHostError())
    if (!isCompressed(request)) return done()
    void reply.header('accept-encoding', 'identity')
    done(new CompressedBodyError())
  }
}

function authenticate(authenticator: Authenticator): onRequestAsyncHookHandler {
  return async (request) => {
    request.caller = await authenticator.authenticate(request.headers.authorization)
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
function isCompressed({ headers }: FastifyRequest): boolean {
  const encoding = headers['content-encoding']
  return encoding !== undefined && encoding !== 'identity'
}
