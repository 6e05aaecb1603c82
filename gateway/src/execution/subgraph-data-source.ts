import type { GraphQLDataSource } from '@apollo/gateway'
import type { Slot } from '@takeoff/kit/concurrency/fair-semaphore'
import type { MeasureSubgraph, SubgraphOutcome } from '@takeoff/kit/graphql/subgraph-metrics'
import { HttpError } from '@takeoff/kit/http/http-client'
import type { HttpResponse, ResponseHeaders } from '@takeoff/kit/http/http-client'
import { SERVICE_AUTHORIZATION } from '@takeoff/kit/http/service-tokens'
import type { ServiceTokens } from '@takeoff/kit/http/service-tokens'
import type { Logger } from '@takeoff/kit/service/logger'
import { endSpan, startSpan, traceparentOf } from '@takeoff/kit/service/tracing'
import { SubgraphUnavailableError } from '@takeoff/kit/values/errors'
import type { AppError } from '@takeoff/kit/values/errors'
import { OperationTypeNode } from 'graphql'
import { tooManyRequests } from './caller-queues.ts'
import type { NoTurn } from './caller-queues.ts'
import { recordWarningsAndMissingTypes } from './record-warnings-and-missing-types.ts'
import { entityListsOf, fetchPaths } from './fetch-paths.ts'
import type { SubgraphReply, SubgraphResponse } from './compiled/subgraph-call.ts'
import type { CanResolve } from './resolvable-keys.ts'
import type { RequestContext } from './request-context.ts'
import { ownerOf } from './owner-of.ts'
import { RequestClient } from './request-client.ts'
import type { SubgraphConnections } from './subgraph-pools.ts'
import type { SubgraphRequest } from './subgraph-request.ts'
import { headViolation, readResponse } from './subgraph-response.ts'
import type { GraphqlResponse, UnreadResponse } from './subgraph-response.ts'
import { ResponseTooLargeError, subgraphErrors } from './subgraph-errors.ts'

export interface Subgraph extends SubgraphConnections {
  readonly name: string
  readonly origin: string
  /** Path with its query. */
  readonly path: string
  readonly serviceTokens: ServiceTokens | undefined
  readonly canResolve: CanResolve
  readonly logger: Logger
  readonly measure: MeasureSubgraph
}

type DataSource = GraphQLDataSource<RequestContext>

/**
 * Sends requests to one subgraph. Neither the request nor reading the reply ever throws: an unusable response yields an
 * error at each place that misses its data, so that the rest of the response is delivered.
 */
export async function requestSubgraph(
  subgraph: Subgraph,
  request: SubgraphRequest,
): Promise<SubgraphReply> {
  const { name, measure } = subgraph
  const startedAt = performance.now()
  const serviceToken = await subgraph.serviceTokens?.current()
  const turn = await takeTurn(subgraph, request)
  // The subgraph has not failed.
  if (typeof turn === 'string') return replyWith(request, tooManyRequests())
  const waitedMs = Math.floor(performance.now() - startedAt)
  const { span: parent } = request.context
  const span =
    parent &&
    startSpan(`fetch ${name}`, { kind: 'CLIENT', parent, attributes: { 'takeoff.subgraph': name } })
  const traceparent = span === undefined ? request.context.traceparent : traceparentOf(span)
  return new Promise((resolve) => {
    post({ ...request, subgraph, serviceToken, traceparent, waitedMs }, (outcome) => {
      turn?.[Symbol.dispose]()
      const unread = unreadResponseOf(outcome)
      const error = unread instanceof Error ? unread : undefined
      measure(name, startedAt, outcomeOf(error))
      endSpan(span, error)
      if (!(unread instanceof Error)) return resolve(new Reply(subgraph, request, unread))
      logFailure(subgraph, request.context, unread)
      resolve(replyWith(request, clientError(subgraph, request, unread)))
    })
  })
}

/** A turn of the caller's organization; undefined where tokens are not checked. */
function takeTurn(
  { turns }: Subgraph,
  { context: { caller, client }, isMutation }: SubgraphRequest,
): Promise<Slot | NoTurn> | undefined {
  return caller && turns.take(ownerOf(caller), isMutation ? new RequestClient() : client)
}

/** An error in place of a response. */
function replyWith(request: SubgraphRequest, error: AppError): SubgraphReply {
  return { body: undefined, read: () => errorAtEachPlace(request, error) }
}

function unreadResponseOf(outcome: HttpResponse | HttpError): UnreadResponse | Error {
  if (outcome instanceof HttpError) return outcome
  return headViolation(outcome.statusCode, contentTypeOf(outcome.headers)) ?? outcome
}

/** The error that the client receives in place of a response. */
function clientError(
  { name }: Subgraph,
  { isMutation }: SubgraphRequest,
  failure: Error,
): AppError {
  return isTooLarge(failure)
    ? new ResponseTooLargeError(name, isMutation)
    : new SubgraphUnavailableError(name)
}

/** A subgraph that responds with too much is available, and one that the client did not wait for may be. */
function outcomeOf(error: Error | undefined): SubgraphOutcome {
  if (error === undefined || isTooLarge(error)) return 'response'
  return error instanceof HttpError && error.code === 'stopped' ? 'aborted' : 'unavailable'
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof HttpError && error.code === 'response too large'

class Reply implements SubgraphReply {
  readonly #subgraph: Subgraph
  readonly #request: SubgraphRequest
  readonly #unread: UnreadResponse
  #isRead = false

  constructor(subgraph: Subgraph, request: SubgraphRequest, unread: UnreadResponse) {
    this.#subgraph = subgraph
    this.#request = request
    this.#unread = unread
  }

  get body(): Buffer {
    return this.#unread.body
  }

  read(): SubgraphResponse {
    const isFirst = !this.#isRead
    this.#isRead = true
    try {
      const response = readResponse(this.#unread)
      if (isFirst) recordWarningsAndMissingTypes(this.#subgraph, response, this.#request)
      return toSubgraphResponse(response, this.#request)
    } catch (error) {
      if (isFirst) logFailure(this.#subgraph, this.#request.context, error)
      return errorAtEachPlace(this.#request, new SubgraphUnavailableError(this.#subgraph.name))
    }
  }
}

/** The data source through which the stock executor sends its requests. */
export function createSubgraphDataSource(subgraph: Subgraph): DataSource {
  return {
    async process(options) {
      // The gateway's own health checks and schema loading are switched off.
      if (!('incomingRequestContext' in options)) throw new Error(`unexpected ${options.kind}`)
      const { query = '', variables = {}, operationName } = options.request
      const reply = await requestSubgraph(subgraph, {
        body: JSON.stringify({ query, variables, operationName }),
        context: options.context,
        isMutation:
          options.incomingRequestContext.operation?.operation === OperationTypeNode.MUTATION,
      })
      return reply.read()
    },
  }
}

/** The headers of every request to a subgraph, names and values in turn. */
const HEADERS = [
  'accept',
  'application/graphql-response+json, application/json',
  'content-type',
  'application/json',
]

interface AuthorizedRequest extends SubgraphRequest {
  readonly subgraph: Subgraph
  readonly serviceToken: string | undefined
  readonly traceparent: string
  readonly waitedMs: number
}

function post(
  { subgraph, serviceToken, traceparent, waitedMs, body, context, isMutation }: AuthorizedRequest,
  done: (outcome: HttpResponse | HttpError) => void,
): void {
  const { client, origin, path } = subgraph
  const service = serviceToken === undefined ? [] : [SERVICE_AUTHORIZATION, serviceToken]
  const request = {
    origin,
    path,
    method: 'POST' as const,
    headers: [...HEADERS, ...service, ...context.forwarded, 'traceparent', traceparent],
    body,
    isRepeatable: !isMutation,
    readsBody,
    waitedMs,
  }
  const exchange = client.send(request, done)
  if (!isMutation) context.client.cancelOnDisconnect(exchange)
}

function readsBody(statusCode: number, headers: ResponseHeaders): boolean {
  return headViolation(statusCode, contentTypeOf(headers)) === undefined
}

function contentTypeOf({ 'content-type': value }: ResponseHeaders): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}

function toSubgraphResponse(
  { data, errors }: GraphqlResponse,
  { body }: SubgraphRequest,
): SubgraphResponse {
  const response = data ? { data } : {}
  if (!errors?.length) return response
  const isOfEntities = entityListsOf(body).length > 0
  const missingData = data ? [] : fetchPaths(body)
  return { ...response, errors: subgraphErrors(errors, { isOfEntities, missingData }) }
}

function errorAtEachPlace({ body }: SubgraphRequest, error: AppError): SubgraphResponse {
  const { message, code, extensions } = error
  const reported = { message, extensions: { code, ...extensions } }
  return { errors: fetchPaths(body).map((path) => ({ ...reported, path })) }
}

function logFailure(subgraph: Subgraph, context: RequestContext, error: unknown): void {
  const { name, logger } = subgraph
  const details = { requestId: context.requestId, subgraph: name, err: error }
  if (context.client.isDisconnected) logger.debug(details, 'subgraph call dropped')
  else if (isTooLarge(error)) logger.warn(details, 'subgraph response too large')
  else logger.warn(details, 'subgraph unavailable')
}
