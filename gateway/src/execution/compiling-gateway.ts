import type { Schema } from '@apollo/federation-internals'
import { ApolloGateway } from '@apollo/gateway'
import type { GatewayConfig } from '@apollo/gateway'
import type { QueryPlanner } from '@apollo/query-planner'
import { getVariableValues, OperationTypeNode } from 'graphql'
import type { GraphQLSchema } from 'graphql'
import { answerOf } from './compiled/answer.ts'
import { askingOnce } from './compiled/asking-once.ts'
import type { Run, SubgraphAnswer, SubgraphCall } from './compiled/fetch.ts'
import { Operations } from './compiled/operations.ts'
import type { ReadyOperation } from './compiled/operations.ts'
import type { RequestContext } from './request-context.ts'

type Executor = ApolloGateway['executor']
type Request = Parameters<Executor>[0]
type Result = Awaited<ReturnType<Executor>>

export interface CallContext {
  readonly context: RequestContext
  /** A change that has begun is brought to its end, whether or not the client still listens. */
  readonly isMutation: boolean
}

/** Asks a subgraph on behalf of a request. Never rejects. */
export type AskSubgraph = (call: SubgraphCall, context: CallContext) => Promise<SubgraphAnswer>

/**
 * @apollo/gateway with its supergraph handling and planner, but with operations that are compiled once. What a
 * plan has that is not compiled goes to the stock executor, so that no query is answered differently.
 */
export class CompilingGateway extends ApolloGateway {
  readonly #ask: AskSubgraph
  readonly #stock: Executor
  readonly #onFallback: () => void
  #operations: { readonly of: GraphQLSchema; readonly known: Operations } | undefined

  constructor(config: GatewayConfig, ask: AskSubgraph, onFallback: () => void = () => undefined) {
    super(config)
    this.#ask = ask
    this.#stock = this.executor
    this.#onFallback = onFallback
    this.executor = (request) => this.#execute(request)
  }

  async #execute(request: Request): Promise<Result> {
    const ready = this.#ready(request)
    if (ready === undefined) {
      this.#onFallback()
      return this.#stock(request)
    }
    const variables = request.request.variables ?? {}
    const { variableDefinitions = [] } = ready.definition
    const { errors } = getVariableValues(this.#loaded().schema, variableDefinitions, variables)
    if (errors !== undefined) return { errors }
    const execution = await ready.compiled.execute(variables, this.#asking(request, ready))
    return answerOf(execution, ready.operation, variables) as Result
  }

  #ready({ document, queryHash, request }: Request): ReadyOperation | undefined {
    const { operationName } = request
    const key = operationName ? `${queryHash} ${operationName}` : queryHash
    return this.#known().get({ key, document, operationName: operationName || undefined })
  }

  /** Of the supergraph that is served now; those of another one are forgotten with it. */
  #known(): Operations {
    const { schema, apiSchema, supergraphSchema, queryPlanner: planner } = this.#loaded()
    if (this.#operations?.of !== schema) {
      const known = new Operations({ schema, apiSchema, supergraphSchema, planner })
      this.#operations = { of: schema, known }
    }
    return this.#operations.known
  }

  /** What @apollo/gateway has loaded. It has no public word for it. */
  #loaded(): Loaded {
    return this as unknown as Loaded
  }

  #asking({ context }: Request, { definition }: ReadyOperation): Run['ask'] {
    const isMutation = definition.operation === OperationTypeNode.MUTATION
    const callContext = { context: context as RequestContext, isMutation }
    const ask: Run['ask'] = (call) => this.#ask(call, callContext)
    return isMutation ? ask : askingOnce(ask)
  }
}

interface Loaded {
  readonly schema: GraphQLSchema
  readonly apiSchema: Schema
  readonly supergraphSchema: GraphQLSchema
  readonly queryPlanner: QueryPlanner
}
