import { ApolloServer } from '@apollo/server'
import type { ApolloServerPlugin } from '@apollo/server'
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled'
import { ApolloServerPluginInlineTrace } from '@apollo/server/plugin/inlineTrace'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { fastifyApolloDrainPlugin, fastifyApolloHandler } from '@as-integrations/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parse } from 'graphql'
import type { GraphQLSchema } from 'graphql'
import type { Registry } from 'prom-client'
import { Authenticator } from '../security/auth.ts'
import type { Caller } from '../security/auth.ts'
import type { AccessTable } from '../security/access-table.ts'
import type { authVariables, serviceVariables } from '../service/config-groups.ts'
import {
  CompiledResponses,
  stringifyResponse,
  warningsExtension,
} from './compiled-query/compiled-responses.ts'
import type { ConfigOf } from '../service/config.ts'
import { AppError } from '../values/errors.ts'
import { REQUEST_BYTES_MAX } from '../values/request-size.ts'
import { guardResolvers, hideSensitiveFields } from './guarded-schema.ts'
import type { GuardedContext } from './guarded-schema.ts'
import { checkRepresentations } from './representations.ts'
import { FiniteNumbersRule } from './finite-numbers.ts'
import { KEY_PER_PATH } from './mutation-key.ts'
import { createErrorFormatter } from './graphql-errors.ts'
import { clientAddressOf } from '../http/client-address.ts'
import type { EarlyServer } from '../http/early-server.ts'
import { headerOf } from '../http/header.ts'
import { runningService } from '../http/running-service.ts'
import { createHttpServer } from '../http/http-server.ts'
import { retryAfterHeader } from '../http/retry-after.ts'
import type { Logger } from '../service/logger.ts'
import { traceparentOf } from '../service/tracing.ts'
import { createMetrics } from '../service/metrics.ts'
import type { RunningService } from '../service/run.ts'
import { invariant } from '../values/invariant.ts'

/**
 * A request of the gateway's clients, whose numbers may grow: 1e20 is forwarded with 21 digits. The items of a whole
 * response as representations, 20,000 of about 60 bytes, need less.
 */
const BODY_BYTES_MAX = 5 * REQUEST_BYTES_MAX

/** What every resolver may use; a service's own context adds its database and loaders. */
export interface RequestContext {
  /** With the organizations in which the operation is permitted. */
  readonly caller: Caller
  readonly requestId: string
  /** W3C trace context of the request. */
  readonly traceparent: string | undefined
  /** Of the mutation that runs: the request's, or its own where the request has several mutations. */
  readonly idempotencyKey: string | undefined
  readonly isKeyPerPath?: boolean
  /** The IP address of the client, as the gateway saw it. */
  readonly clientAddress?: string | undefined
  /** Sentences for `extensions.warnings` of the response. */
  readonly warnings: string[]
  readonly logger: Logger
}

/** Schema, resolvers and limits of a subgraph, and how its context is made. */
export interface SubgraphOptions<C extends RequestContext & GuardedContext> {
  /** Its name in the supergraph, which is also the audience of service tokens. */
  readonly name: string
  readonly config: Pick<
    ConfigOf<typeof serviceVariables>,
    'serviceSecrets' | 'host' | 'adminHost' | 'adminPort' | keyof typeof authVariables
  >
  readonly logger: Logger
  /** Listens since the start of the process, and serves the subgraph when it is ready. */
  readonly early: EarlyServer
  /** The text of the service's schema.graphql. */
  readonly typeDefs: string
  readonly resolvers: object
  /** What the operations and fields need. */
  readonly access: AccessTable
  readonly context: (request: RequestContext) => C
  /** Rejects while the service is not ready. */
  readonly ready: () => Promise<void>
  readonly routes?: (app: FastifyInstance, authenticator: Authenticator) => void | Promise<void>
  /** Routes of `routes` that check a credential of their own instead of the service token. */
  readonly publicRoutes?: readonly string[]
  readonly metrics?: Registry
}

/** Serves a subgraph at POST /graphql to callers that have a service token, on behalf of a user with a valid token. */
export async function startSubgraph<C extends RequestContext & GuardedContext>(
  options: SubgraphOptions<C>,
): Promise<RunningService> {
  const { config, logger, early, ready } = options
  const app = createHttpServer({
    logger,
    early,
    tls: early.tls,
    admin: config,
    serviceTokens: { audience: options.name, secrets: config.serviceSecrets },
    bodyLimitBytes: BODY_BYTES_MAX,
    publicRoutes: options.publicRoutes ?? [],
    ready,
    metrics: options.metrics ?? createMetrics(options.name),
  })
  const schema = buildSchema(options)
  const formatError = createErrorFormatter(logger)
  const compiled = new CompiledResponses<C>({ schema, formatError })
  const apollo = new ApolloServer<C>({
    schema,
    formatError,
    stringifyResult: stringifyResponse,
    includeStacktraceInErrorResponses: false,
    introspection: true,
    validationRules: [FiniteNumbersRule],
    // Only the gateway calls this server; browsers never do.
    csrfPrevention: false,
    stopOnTerminationSignals: false,
    logger,
    plugins: [
      fastifyApolloDrainPlugin(app),
      // The plugin wraps every field's resolver, which takes a tenth of the time of a wide read.
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTrace(),
      compiled.plugin,
      warningsPlugin<C>(),
    ],
  })
  await apollo.start()
  // One for all routes, so that the issuer's keys are fetched once.
  const authenticator = new Authenticator(config, logger)
  addGraphQLRoute(app, { apollo, compiled, options, authenticator })
  await options.routes?.(app, authenticator)
  await app.ready()
  early.open()
  return runningService(app, early.url, async () => {
    await apollo.stop()
    await app.close()
  })
}

/** The executable schema of a subgraph; also for tests that compare resolvers with it. */
export function buildSchema({
  typeDefs,
  resolvers,
  access,
}: {
  readonly typeDefs: string
  readonly resolvers: object
  /** Left out, nothing is checked: for schemas of tests. */
  readonly access?: AccessTable
}): GraphQLSchema {
  const guarded = access === undefined ? resolvers : guardResolvers(resolvers, access)
  const schema = buildSubgraphSchema([{ typeDefs: parse(typeDefs), resolvers: guarded as never }])
  checkRepresentations(schema)
  if (access !== undefined) hideSensitiveFields(schema, access)
  return schema
}

function addGraphQLRoute<C extends RequestContext & GuardedContext>(
  app: FastifyInstance,
  {
    apollo,
    compiled,
    options,
    authenticator,
  }: {
    readonly apollo: ApolloServer<C>
    readonly compiled: CompiledResponses<C>
    readonly options: SubgraphOptions<C>
    readonly authenticator: Authenticator
  },
): void {
  const callers = new WeakMap<FastifyRequest, Caller>()
  const context = (request: FastifyRequest): C => {
    const caller = callers.get(request)
    invariant(caller !== undefined, 'a request was not authenticated')
    return options.context(contextOf(request, caller, options.logger))
  }
  const respondByApollo = fastifyApolloHandler<C>(apollo, {
    context: (request) => Promise.resolve(context(request)),
  })
  app.route({
    method: 'POST',
    url: '/graphql',
    async preHandler(request, reply) {
      try {
        callers.set(request, await authenticator.authenticate(request.headers.authorization))
      } catch (error) {
        if (error instanceof AppError) return refuse(reply, error, request.id)
        throw error
      }
    },
    async handler(request, reply) {
      const response = await compiled.respond(request, () => context(request))
      if (response !== undefined) {
        void reply.type(response.mediaType)
        // Sending here and returning the reply would make Fastify watch the reply's stream for its end.
        return response.json
      }
      const body: unknown = await respondByApollo.call(this, request, reply)
      compiled.mediaTypes.learn(request, reply)
      return body
    },
  })
}

function contextOf(request: FastifyRequest, caller: Caller, logger: Logger): RequestContext {
  return {
    caller,
    requestId: request.id,
    traceparent:
      request.scope.span === undefined
        ? headerOf(request, 'traceparent')
        : traceparentOf(request.scope.span),
    idempotencyKey: headerOf(request, 'idempotency-key'),
    isKeyPerPath: headerOf(request, KEY_PER_PATH) !== undefined,
    clientAddress: clientAddressOf(request),
    warnings: [],
    logger,
  }
}

/** An error that ends a request before it reaches GraphQL, as a GraphQL response. */
function refuse(reply: FastifyReply, error: AppError, requestId: string): FastifyReply {
  const { httpStatus, message, code } = error
  if (httpStatus === 401) void reply.header('www-authenticate', 'Bearer')
  const errors = [{ message, extensions: { code, ...error.extensions, requestId } }]
  return reply
    .code(httpStatus)
    .headers(retryAfterHeader(error))
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ errors }))
}

/** Puts the warnings that resolvers collected into the response. */
function warningsPlugin<C extends RequestContext>(): ApolloServerPlugin<C> {
  return {
    requestDidStart: async () => ({
      async willSendResponse({ contextValue, response: { body } }) {
        const extension = warningsExtension(contextValue)
        if (body.kind !== 'single' || extension === undefined) return
        body.singleResult.extensions = { ...body.singleResult.extensions, ...extension }
      },
    }),
  }
}
