import type { Schema } from '@apollo/federation-internals'
import { ApolloGateway } from '@apollo/gateway'
import type { GatewayConfig } from '@apollo/gateway'
import type { QueryPlanner } from '@apollo/query-planner'
import { fragmentsOf } from '@takeoff/kit/compiled-query/fragments'
import { getVariableValues, OperationTypeNode } from 'graphql'
import type { DocumentNode, GraphQLError, GraphQLSchema } from 'graphql'
import { withClientPaths } from './client-paths.ts'
import { answerOf } from './compiled/answer.ts'
import type { GatewayAnswer } from './compiled/answer.ts'
import { askingOnce } from './compiled/asking-once.ts'
import { Conditions } from './compiled/conditions.ts'
import type { Ask, SubgraphCall, SubgraphReply } from './compiled/fetch.ts'
import type { JsonObject } from './compiled/json.ts'
import { Operations } from './compiled/operations.ts'
import type { ReadyOperation } from './compiled/operations.ts'
import { Repeated } from './compiled/written/repeated.ts'
import type { ExecutionMetrics } from './execution-metrics.ts'
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
export type AskSubgraph = (call: SubgraphCall, context: CallContext) => Promise<SubgraphReply>

/**
 * @apollo/gateway with its supergraph handling and planner, but with operations that are compiled once. What a
 * plan has that is not compiled goes to the stock executor, so that no query is answered differently.
 */
export class CompilingGateway extends ApolloGateway {
  readonly #ask: AskSubgraph
  readonly #stock: Executor
  readonly #metrics: Pick<ExecutionMetrics, 'compiled' | 'stock'> | undefined
  #operations: { readonly of: GraphQLSchema; readonly known: Operations } | undefined

  constructor(
    config: GatewayConfig,
    ask: AskSubgraph,
    metrics?: Pick<ExecutionMetrics, 'compiled' | 'stock'>,
  ) {
    super(config)
    this.#ask = ask
    this.#stock = this.executor
    this.#metrics = metrics
    this.executor = (request) => this.#execute(request)
  }

  async #execute(request: Request): Promise<Result> {
    const { document, queryHash, operation, request: asked } = request
    const ready = this.find({ document, queryHash, operationName: asked.operationName })
    const variables = asked.variables ?? {}
    if (ready === undefined) {
      const errors = new Conditions(operation, fragmentsOf(document)).faults(variables)
      if (errors !== undefined) return { errors }
      this.#metrics?.stock()
      const result = await this.#stock(request)
      if (result.errors === undefined) return result
      return { ...result, errors: withClientPaths(result.errors, operation, document) }
    }
    const errors = this.variableErrors(ready, variables)
    if (errors !== undefined) return { errors }
    this.#metrics?.compiled()
    return (await this.run(ready, variables, request.context as RequestContext)) as Result
  }

  /**
   * An operation of a document that is valid for the schema served now, compiled; undefined when only the
   * stock executor knows how to run it.
   */
  find({ document, queryHash, operationName }: OperationOf): ReadyOperation | undefined {
    const key = operationName ? `${queryHash} ${operationName}` : queryHash
    return this.#known().get({ key, document, operationName: operationName || undefined })
  }

  /** Plans and compiles an operation ahead. One that this supergraph does not know is left alone. */
  warm(operation: OperationOf): void {
    try {
      this.find(operation)
    } catch {
      // Whoever sends it is told why.
    }
  }

  /** What is wrong with the variables; nobody may be asked then. */
  variableErrors(
    { definition, arePlain, conditions, schema }: ReadyOperation,
    variables: JsonObject,
  ): readonly GraphQLError[] | undefined {
    const { variableDefinitions = [] } = definition
    if (variableDefinitions.length === 0) return undefined
    if (arePlain(variables)) return conditions.faults(variables)
    const { errors } = getVariableValues(schema, variableDefinitions, variables)
    return errors ?? conditions.faults(variables)
  }

  async run(
    ready: ReadyOperation,
    variables: JsonObject,
    context: RequestContext,
  ): Promise<GatewayAnswer> {
    const execution = await ready.compiled.execute(variables, this.#asking(ready, context))
    return answerOf(execution, ready, variables)
  }

  /** The same; the data comes as text where that is possible, which takes less than half the time. */
  async write(
    ready: ReadyOperation,
    variables: JsonObject,
    context: RequestContext,
  ): Promise<GatewayAnswer> {
    const asked = new Repeated(this.#asking(ready, context))
    const data = await ready.compiled.write(variables, asked.first)
    if (data !== undefined) return { data }
    const execution = await ready.compiled.execute(variables, asked.again)
    return answerOf(execution, ready, variables)
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

  #asking({ definition, compiled }: ReadyOperation, context: RequestContext): Ask {
    const isMutation = definition.operation === OperationTypeNode.MUTATION
    const callContext = { context, isMutation }
    const ask: Ask = (call) => this.#ask(call, callContext)
    return isMutation || !compiled.asksAtOnce ? ask : askingOnce(ask)
  }
}

export interface OperationOf {
  readonly document: DocumentNode
  /** Names the document. */
  readonly queryHash: string
  readonly operationName?: string | undefined
}

interface Loaded {
  readonly schema: GraphQLSchema
  readonly apiSchema: Schema
  readonly supergraphSchema: GraphQLSchema
  readonly queryPlanner: QueryPlanner
}
