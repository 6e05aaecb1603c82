import type { GraphQLDataSource } from '@apollo/gateway'
import type { Logger } from '@takeoff/kit/logger'
import { OperationTypeNode } from 'graphql'
import type { ClientPool } from './client-pool.ts'
import { distinctRepresentations } from './distinct-representations.ts'
import { fetchPaths } from './fetch-paths.ts'
import type { ResponsePath } from './fetch-paths.ts'
import type { SubgraphReply } from './compiled/fetch.ts'
import type { RequestContext } from './request-context.ts'
import { readAnswer } from './subgraph-answer.ts'
import type { SubgraphAnswer, UnreadAnswer } from './subgraph-answer.ts'
import { subgraphErrors } from './subgraph-errors.ts'
import { exchange } from './subgraph-exchange.ts'
import type { Outcome } from './subgraph-exchange.ts'
import { requestLines } from './wire/request-message.ts'

export interface Subgraph {
  readonly name: string
  readonly pool: ClientPool
  /** Its `subgraphLines`. */
  readonly lines: string
  /** For the whole answer, from the wait for a connection to the last byte. */
  readonly timeoutMs: number
  readonly logger: Logger
}

type DataSource = GraphQLDataSource<RequestContext>
type ClientOperation = Extract<
  Parameters<DataSource['process']>[0],
  { readonly incomingRequestContext: unknown }
>
type GatewayResponse = Awaited<ReturnType<DataSource['process']>>

/** A request to one subgraph. */
export interface SubgraphRequest {
  readonly query: string
  /** The whole body, as JSON. */
  readonly body: string
  /** The entities that are asked for, as JSON text of an array; undefined for root fields. */
  readonly representations: string | undefined
  readonly context: RequestContext
  /** A change that has begun is brought to its end, whether or not the client still listens. */
  readonly isMutation: boolean
}

/**
 * Asks one subgraph. Neither this nor to read the reply ever throws: a subgraph that cannot be used yields an error
 * SUBGRAPH_UNAVAILABLE at each place that misses its data, so that the rest of the answer stands.
 */
export function askSubgraph(subgraph: Subgraph, request: SubgraphRequest): Promise<ReadableReply> {
  return new Promise((resolve) =>
    post(subgraph, request, {
      onAnswer: (unread) => resolve(new Reply(subgraph, request, unread)),
      onFault(fault) {
        logFault(subgraph, request.context, fault)
        resolve({ body: undefined, read: () => unavailable(subgraph, request) })
      },
    }),
  )
}

interface ReadableReply extends SubgraphReply {
  read(): GatewayResponse
}

class Reply implements ReadableReply {
  readonly #subgraph: Subgraph
  readonly #request: SubgraphRequest
  readonly #unread: UnreadAnswer
  #isRead = false

  constructor(subgraph: Subgraph, request: SubgraphRequest, unread: UnreadAnswer) {
    this.#subgraph = subgraph
    this.#request = request
    this.#unread = unread
  }

  get body(): string {
    return this.#unread.body
  }

  read(): GatewayResponse {
    const isFirst = !this.#isRead
    this.#isRead = true
    try {
      const answer = readAnswer(this.#unread)
      if (isFirst) collectNews(answer, this.#request)
      return toGatewayResponse(answer, this.#request)
    } catch (error) {
      if (isFirst) logFault(this.#subgraph, this.#request.context, error)
      return unavailable(this.#subgraph, this.#request)
    }
  }
}

/** The same for the stock executor, which sends one representation for each place in the answer. */
export function createSubgraphDataSource(subgraph: Subgraph): DataSource {
  return {
    async process(options) {
      // The gateway's own health checks and schema loading are switched off.
      if (!('incomingRequestContext' in options)) throw new Error(`unexpected ${options.kind}`)
      const { query = '', variables = {}, operationName } = options.request
      const distinct = distinctRepresentations(variables)
      const { representations } = distinct.variables
      const reply = await askSubgraph(subgraph, {
        query,
        body: JSON.stringify({ query, variables: distinct.variables, operationName }),
        representations: Array.isArray(representations)
          ? JSON.stringify(representations)
          : undefined,
        context: options.context,
        isMutation: isMutation(options),
      })
      return distinct.expand(reply.read()) as GatewayResponse
    },
  }
}

/**
 * The lines with which each request to a subgraph begins.
 * @param secret presented as x-service-authorization
 */
export function subgraphLines(url: URL, secret: string | undefined): string {
  return requestLines({
    host: url.host,
    path: `${url.pathname}${url.search}`,
    headers: {
      accept: 'application/graphql-response+json, application/json',
      'content-type': 'application/json',
      ...(secret !== undefined && { 'x-service-authorization': secret }),
    },
  })
}

function post(
  { pool, lines, timeoutMs }: Subgraph,
  { body, context, isMutation: isChange }: SubgraphRequest,
  outcome: Outcome,
): void {
  const client = isChange ? undefined : context.client
  const { forwarded: headers } = context
  exchange({ pool, lines, headers, body, timeoutMs, isRepeatable: !isChange, client }, outcome)
}

function isMutation({ incomingRequestContext }: ClientOperation): boolean {
  return incomingRequestContext.operation?.operation === OperationTypeNode.MUTATION
}

function collectNews(answer: SubgraphAnswer, { representations, context }: SubgraphRequest): void {
  const warnings = answer.extensions?.warnings
  if (Array.isArray(warnings)) context.warnings.push(...warnings)
  collectMissingTypes(answer, representations, context)
}

/** An entity that is answered with null is gone, which is no fault of anybody's. */
function collectMissingTypes(
  { data }: SubgraphAnswer,
  representations: string | undefined,
  { missingTypes }: RequestContext,
): void {
  const entities = data?.['_entities']
  if (!Array.isArray(entities) || !entities.includes(null)) return
  const asked = entitiesOf(representations) ?? []
  for (const [index, entity] of entities.entries())
    if (entity === null) missingTypes.add(asked[index]?.__typename)
}

function entitiesOf(
  representations: string | undefined,
): readonly { readonly __typename?: string }[] | undefined {
  return representations === undefined
    ? undefined
    : (JSON.parse(representations) as { readonly __typename?: string }[])
}

function toGatewayResponse(
  { data, errors }: SubgraphAnswer,
  request: SubgraphRequest,
): GatewayResponse {
  const response: GatewayResponse = {}
  if (data !== undefined && data !== null) response.data = data
  if (errors !== undefined && errors !== null && errors.length > 0) {
    const isOfEntities = request.representations !== undefined
    const missingData = response.data ? [] : missingDataOf(request)
    response.errors = subgraphErrors(errors, { isOfEntities, missingData })
  }
  return response
}

function unavailable({ name }: Subgraph, request: SubgraphRequest): GatewayResponse {
  const error = {
    message: `The ${name} service does not answer right now. Try again in a moment.`,
    extensions: { code: 'SUBGRAPH_UNAVAILABLE' },
  }
  return { errors: missingDataOf(request).map((path) => ({ ...error, path })) }
}

function missingDataOf({ query, representations }: SubgraphRequest): ResponsePath[] {
  return fetchPaths(query, entitiesOf(representations))
}

function logFault(subgraph: Subgraph, context: RequestContext, error: unknown): void {
  const { name, logger } = subgraph
  const details = { requestId: context.requestId, subgraph: name, err: error }
  if (context.client.isGone) logger.debug(details, 'subgraph call dropped')
  else logger.warn(details, 'subgraph unavailable')
}
