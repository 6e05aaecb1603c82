import type { ApolloServerPlugin, GraphQLRequestContext } from '@apollo/server'
import { ApolloServerErrorCode } from '@apollo/server/errors'
import { MediaTypes } from '@takeoff/kit/graphql/compiled-query/media-types'
import { plainBody } from '@takeoff/kit/graphql/compiled-query/plain-body'
import type { PlainBody } from '@takeoff/kit/graphql/compiled-query/plain-body'
import { queryKey } from '@takeoff/kit/graphql/compiled-query/query-key'
import { isJsonObject } from '@takeoff/kit/values/json'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { GraphQLError } from 'graphql'
import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { GatewayResponse } from '../execution/compiled/response.ts'
import { CACHE_BYTES_MAX } from '../execution/compiled/cache-bytes.ts'
import { SplicedData } from '../execution/compiled/splice/spliced-data.ts'
import type { CompilingGateway } from '../execution/compiling-gateway.ts'
import type { ExecutionMetrics } from '../execution/execution-metrics.ts'
import type { RequestContext } from '../execution/request-context.ts'
import type { SwappingGateway } from '../execution/swapping-gateway.ts'
import { areAllAccepted, listenerOf } from './plugins/gateway-plugin.ts'
import type { GatewayListener, GatewayPlugin } from './plugins/gateway-plugin.ts'
import type { FormatError } from './plugins/mask-error.ts'
import { pluginContext } from './plugins/plugin-context.ts'
import type { AcceptedOperation, PluginContext } from './plugins/plugin-context.ts'

const KNOWN_MAX = 1_000

/** An operation of a document that Apollo Server has parsed, validated and accepted. */
interface Known extends AcceptedOperation {
  readonly gateway: CompilingGateway
}

export interface FastPathOptions {
  readonly gateway: SwappingGateway
  readonly plugins: readonly GatewayPlugin[]
  readonly formatError: FormatError
  readonly metrics: Pick<ExecutionMetrics, 'fast' | 'spliced'>
}

/**
 * Executes operations that Apollo Server has accepted before, without its pipeline, which takes as long as the
 * operation itself. The plugins are called as well. Everything else (another operation, an unusual body, a refused
 * request) is left to Apollo Server, which reports the errors.
 */
export class FastPath {
  /** Learned from each response of Apollo Server. */
  readonly mediaTypes = new MediaTypes()
  readonly #options: FastPathOptions
  readonly #known = new LRUCache<string, Known>({
    max: KNOWN_MAX,
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ ready }) => ready.bytes,
  })
  #knownBy: CompilingGateway | undefined

  constructor(options: FastPathOptions) {
    this.#options = options
  }

  /** Learns which operations Apollo Server runs. */
  readonly learning: ApolloServerPlugin<RequestContext> = {
    requestDidStart: () =>
      Promise.resolve({
        executionDidStart: (context) =>
          Promise.resolve({
            executionDidEnd: () => {
              this.#learn(context)
              return Promise.resolve()
            },
          }),
      }),
  }

  #learn({
    schema,
    document,
    queryHash,
    source,
    request,
  }: Pick<
    GraphQLRequestContext<RequestContext>,
    'schema' | 'document' | 'queryHash' | 'source' | 'request'
  >): void {
    if (document === undefined || queryHash === undefined || source === undefined) return
    const gateway = this.#current()
    if (gateway === undefined || schema !== gateway.schema) return
    const { operationName } = request
    const ready = gateway.known({ document, queryHash, operationName })
    if (ready === undefined) return
    this.#known.set(queryKey(source, operationName), {
      gateway,
      schema,
      document,
      queryHash,
      ready,
    })
  }

  /** Known operations belong to one supergraph, and are released with it. */
  #current(): CompilingGateway | undefined {
    const { current } = this.#options.gateway
    if (current !== this.#knownBy) this.#known.clear()
    this.#knownBy = current
    return current
  }

  /**
   * Sets status and headers of the reply.
   * @returns the body; undefined when Apollo Server has to respond, before any request to a subgraph
   */
  async respond(
    graphqlRequest: { readonly body: unknown },
    { request, reply, context: contextValue }: Incoming,
  ): Promise<string | Buffer | undefined> {
    const mediaType = this.mediaTypes.of(request)
    const body = request.method === 'POST' ? plainBodyOf(graphqlRequest.body) : undefined
    if (body === undefined || mediaType === undefined) return undefined
    if (this.#current() === undefined) return undefined
    const known = this.#known.get(queryKey(body.query, body.operationName))
    if (known === undefined) return undefined

    const { plugins, metrics } = this.#options
    const { gateway } = known
    if (gateway.variableErrors(known.ready, body.variables) !== undefined) return undefined
    const context = pluginContext(known, body, { request, contextValue: contextValue() })
    const listeners = plugins.map(listenerOf)
    const checked = areAllAccepted(listeners, context as never)
    // A microtask for each request that has nothing to wait for takes as long as its checks.
    if (!(typeof checked === 'boolean' ? checked : await checked)) return undefined
    const result = await gateway.splice(known.ready, body.variables, context.contextValue)
    if (result.data instanceof SplicedData) metrics.spliced()
    else metrics.fast()
    void reply.header('content-type', mediaType)
    return this.#finish(reply, { result, context, listeners })
  }

  #finish(reply: Reply, { result, context, listeners }: Finished): string | Buffer {
    const { response } = context
    const isDisconnected = context.contextValue.client.isDisconnected
    response.body.singleResult = isDisconnected ? { data: null } : this.#formatted(result)
    for (const listener of listeners) listener.willSendResponse?.(context as never)
    if (isDisconnected) return ''
    void reply.code(response.http.status ?? 200)
    for (const [name, value] of response.http.headers) void reply.header(name, value)
    return bodyOf(response.body.singleResult)
  }

  #formatted(result: GatewayResponse): FormattedExecutionResult {
    if (result.errors === undefined) return result as FormattedExecutionResult
    const errors = result.errors.map((error) => this.#format(error))
    return { ...result, errors } as FormattedExecutionResult
  }

  #format(error: unknown): GraphQLFormattedError {
    const known = error instanceof GraphQLError ? error : new GraphQLError(String(error))
    const code = known.extensions['code'] ?? ApolloServerErrorCode.INTERNAL_SERVER_ERROR
    return this.#options.formatError(
      { ...known.toJSON(), extensions: { ...known.extensions, code } },
      error,
    )
  }
}

interface Incoming {
  readonly request: Pick<FastifyRequest, 'method' | 'headers' | 'body'>
  readonly reply: Reply
  readonly context: () => RequestContext
}

type Reply = Pick<FastifyReply, 'code' | 'header'>

interface Finished {
  readonly result: GatewayResponse
  readonly context: PluginContext
  readonly listeners: readonly GatewayListener[]
}

/** The body as Apollo Server writes it. */
function bodyOf({ errors, data, extensions }: FormattedExecutionResult): string | Buffer {
  if (!(data instanceof SplicedData)) return JSON.stringify({ errors, data, extensions })
  return extensions === undefined ? data.body : data.withExtensions(extensions)
}

const MEMBERS = new Set(['query', 'operationName', 'variables', 'extensions'])

/** The body of a plain request. */
function plainBodyOf(body: unknown): PlainBody | undefined {
  if (!isJsonObject(body)) return undefined
  for (const name of Object.keys(body)) if (!MEMBERS.has(name)) return undefined
  return plainBody(body)
}
