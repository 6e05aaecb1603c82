import { Readable } from 'node:stream'
import type { ApolloServer } from '@apollo/server'
import type { Authenticator, Caller } from '@takeoff/kit/security/auth'
import { BadRequestError } from '@takeoff/kit/values/errors'
import type {
  FastifyInstance,
  FastifyRequest,
  FastifyReply,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { RequestContext } from '../execution/request-context.ts'
import { contextOf } from './client-context.ts'
import { ClientDisconnections } from './client-disconnections.ts'
import { compression } from './compression.ts'
import type { FastPath } from './fast-path.ts'
import { sendGraphqlError } from './graphql-error-handler.ts'
import type { DocumentChecks } from './request-documents/document-checks.ts'
import type { DocumentSources } from './request-documents/document-of-request.ts'
import { headersOf, withDocument } from './graphql-request.ts'
import { refuseOtherMethods } from './wrong-method.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
  }
}

export interface GraphqlRouteOptions {
  readonly apollo: ApolloServer<RequestContext>
  readonly fastPath: FastPath
  readonly sources: DocumentSources
  readonly checks: DocumentChecks
  /** Least size of a response that is compressed. */
  readonly compressionBytesMin: number
  /** Undefined when tokens are not checked here. */
  readonly authenticator: Authenticator | undefined
}

/** `/graphql`: every error here is a GraphQL response with a code and the request id. */
export function addGraphqlRoute(app: FastifyInstance, options: GraphqlRouteOptions): void {
  const { authenticator, compressionBytesMin } = options
  const responding = { ...options, disconnections: new ClientDisconnections() }
  app.decorateRequest('caller')
  app.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    exposeHeadRoute: false,
    compress: compression(compressionBytesMin),
    onRequest: [checkHead, ...(authenticator === undefined ? [] : [authenticate(authenticator)])],
    handler: (request, reply) => respond(request, reply, responding),
    errorHandler: sendGraphqlError,
  })
  refuseOtherMethods(app, '/graphql', ['GET', 'POST'], sendGraphqlError)
}

interface RespondOptions extends Pick<
  GraphqlRouteOptions,
  'apollo' | 'fastPath' | 'sources' | 'checks'
> {
  readonly disconnections: ClientDisconnections
}

/** @returns the body. If a handler sends it and returns the reply, Fastify watches the reply's stream for its end. */
async function respond(
  request: FastifyRequest,
  reply: FastifyReply,
  { apollo, fastPath, sources, checks, disconnections }: RespondOptions,
): Promise<string | Buffer | Readable> {
  const { document, ...graphqlRequest } = withDocument(request, sources)
  const { caller } = request
  const { turns } = checks
  const client = disconnections.clientOf(reply.raw)
  const context = (validFor?: GraphQLSchema): RequestContext =>
    contextOf(request, { caller, turns, validFor, client })
  const fast = await fastPath.respond(graphqlRequest, { request, reply, context })
  const toCheck = fast === undefined ? document : undefined
  const validFor = toCheck && (await checks.require(toCheck, { caller, client, reply }))
  // A document that is refused must not displace others.
  if (document?.sentHash !== undefined) sources.automatic.set(document.sentHash, document.text)
  if (fast !== undefined) return fast
  const { body, headers, status } = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      ...graphqlRequest,
      method: request.method,
      headers: headersOf(request),
    },
    context: () => Promise.resolve(context(validFor)),
  })
  for (const [name, value] of headers) void reply.header(name, value)
  void reply.code(status ?? 200)
  fastPath.mediaTypes.learn(request, reply)
  return body.kind === 'complete' ? body.string : Readable.from(body.asyncIterator)
}

const checkHead: onRequestHookHandler = (request, reply, done) => {
  // A response is for this caller only; no intermediate cache may store that of a GET.
  void reply.header('cache-control', 'no-store')
  if (!isCompressed(request)) return done()
  void reply.header('accept-encoding', 'identity')
  done(new BadRequestError('Send the body uncompressed.', { status: 415 }))
}

function authenticate(authenticator: Authenticator): onRequestAsyncHookHandler {
  return async (request) => {
    request.caller = await authenticator.authenticate(request.headers.authorization)
  }
}

/** A small body could become a huge one. */
function isCompressed({ headers }: FastifyRequest): boolean {
  const encoding = headers['content-encoding']
  return encoding !== undefined && encoding !== 'identity'
}
