import { HeaderMap } from '@apollo/server'
import type { HTTPGraphQLHead, HTTPGraphQLRequest } from '@apollo/server'
import type { PlainBody } from '@takeoff/kit/graphql/compiled-query/plain-body'
import type { FastifyRequest } from 'fastify'
import type { DocumentNode, FormattedExecutionResult, GraphQLSchema } from 'graphql'
import type { ReadyOperation } from '../../execution/compiled/operations.ts'
import type { RequestContext } from '../../execution/request-context.ts'
import { headersOf } from '../graphql-request.ts'

/** An operation that Apollo Server has parsed, validated and accepted. */
export interface AcceptedOperation {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly queryHash: string
  readonly ready: ReadyOperation
}

type ClientRequest = Pick<FastifyRequest, 'method' | 'headers' | 'body'>

export type PluginContext = ReturnType<typeof pluginContext>

/** The view of a request that plugins get, as Apollo Server provides it. */
export function pluginContext(
  { schema, document, queryHash, ready }: AcceptedOperation,
  body: PlainBody,
  { request, contextValue }: { request: ClientRequest; contextValue: RequestContext },
) {
  return {
    schema,
    document,
    queryHash,
    source: body.query,
    request: new PlainRequest(body, request),
    operation: ready.definition,
    operationName: ready.definition.name?.value ?? null,
    contextValue,
    response: plainResponse(),
  }
}

/**
 * Few plugins read headers, and to collect them takes time. The accessor is the class's: V8 keeps an object's own in
 * old memory, and it would hold the whole request there until the next full collection.
 */
class PlainRequest {
  readonly query: string
  readonly operationName: string | undefined
  readonly variables: PlainBody['variables']
  readonly #request: ClientRequest

  constructor({ query, operationName, variables }: PlainBody, request: ClientRequest) {
    this.query = query
    this.operationName = operationName
    this.variables = variables
    this.#request = request
  }

  get http(): HTTPGraphQLRequest {
    const { method, body } = this.#request
    return { method, headers: headersOf(this.#request), body, search: '' }
  }
}

interface PlainResponse {
  readonly http: HTTPGraphQLHead
  readonly body: { readonly kind: 'single'; singleResult: FormattedExecutionResult }
}

function plainResponse(): PlainResponse {
  return {
    http: { headers: new HeaderMap() },
    body: { kind: 'single', singleResult: {} },
  }
}
