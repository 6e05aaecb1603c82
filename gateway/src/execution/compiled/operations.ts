import { operationFromDocument } from '@apollo/federation-internals'
import type { Operation, Schema } from '@apollo/federation-internals'
import { buildOperationContext } from '@apollo/gateway'
import type { QueryPlan } from '@apollo/query-planner'
import { fragmentsOf } from '@takeoff/kit/graphql/compiled-query/fragments'
import type { Fragments } from '@takeoff/kit/graphql/compiled-query/fragments'
import { withTimeout } from '@takeoff/kit/concurrency/with-timeout'
import type { JsonObject } from '@takeoff/kit/values/json'
import { print } from 'graphql'
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { OperationText } from '../planning/operation-planner.ts'
import {
  OperationTooComplexError,
  PlannerUnavailableError,
  REFUSAL_MS,
} from '../planning/planning-errors.ts'
import { Conditions } from './conditions.ts'
import {
  compiledBytes,
  documentBytes,
  CACHE_BYTES_MAX,
  OPERATION_BYTES_MAX,
} from './cache-bytes.ts'
import { compileOperation } from './operation.ts'
import type { CompiledOperation } from './operation.ts'
import { compilePlainVariables } from './plain-variables.ts'
import { UnknownPlanError } from './requests.ts'
import { createIsOfType } from './types.ts'
import { withoutIntrospection } from '../planning/without-introspection.ts'

/** Maximum compiled operations in the cache, some 10 to 100 KiB each with its plan. */
const OPERATIONS_MAX = 1_000
const TOO_LARGE =
  'The operation is too large to be kept with its plan. Split it into several, or use fewer variables in @skip and @include.'

export interface Planning {
  /** Plans an operation, away from the event loop. */
  readonly plan: (operation: OperationText) => Promise<QueryPlan>
  /** Longest wait of a request for a plan. */
  readonly waitMs: number
}

/** A supergraph, as its gateway has loaded it. */
export interface Supergraph {
  /** The API schema, which clients see, for GraphQL and for the planner. */
  readonly schema: GraphQLSchema
  readonly apiSchema: Schema
  /** With all types of all subgraphs. */
  readonly supergraphSchema: GraphQLSchema
}

export interface ReadyOperation {
  readonly definition: OperationDefinitionNode
  readonly conditions: Conditions
  /** Whether variables are certainly valid; GraphQL decides on the others. */
  readonly arePlain: (variables: JsonObject) => boolean
  readonly compiled: CompiledOperation
  /** The operation in the planner's form. */
  readonly operation: Operation
  /** The same in GraphQL's form. */
  readonly document: DocumentNode
  readonly schema: GraphQLSchema
  /** Its approximate heap size. */
  readonly bytes: number
}

/** An operation with a plan that only the stock executor can run. */
export interface UncompiledOperation {
  readonly plan: QueryPlan
  readonly bytes: number
}

interface Wanted {
  /** Identifies document and operation. */
  readonly key: string
  readonly document: DocumentNode
  readonly operationName: string | undefined
}

/** Starts the planning of an operation when it is its caller's turn, which lasts until the planning is over. */
export type InTurn = <T>(plan: () => Promise<T>) => Promise<T>

/** A wanted operation, before it has a plan. */
interface ReadOperation extends Pick<ReadyOperation, 'definition' | 'operation' | 'conditions'> {
  readonly fragments: Fragments
  readonly bytes: number
}

/** The operations of one supergraph, planned and compiled once. */
export class Operations {
  readonly #supergraph: Supergraph
  readonly #planning: Planning
  readonly #known = new LRUCache<string, ReadyOperation | UncompiledOperation>({
    max: OPERATIONS_MAX,
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ bytes }) => bytes,
  })
  readonly #pending = new Map<string, Promise<ReadyOperation | UncompiledOperation>>()
  /** Messages: an error keeps what the functions of its stack refer to, such as documents. */
  readonly #refused = new LRUCache<string, string>({
    max: OPERATIONS_MAX,
    ttl: REFUSAL_MS,
  })
  readonly #isOfType

  constructor(supergraph: Supergraph, planning: Planning) {
    this.#supergraph = supergraph
    this.#planning = planning
    this.#isOfType = createIsOfType(supergraph.supergraphSchema)
  }

  /** Undefined for an operation that has to be planned. */
  known(key: string): ReadyOperation | UncompiledOperation | undefined {
    return this.#known.get(key)
  }

  /**
   * An operation that takes too long is refused, but its planning continues: a retry finds the plan.
   * @throws GraphQLError when it cannot be planned, now or at all
   */
  async get(wanted: Wanted, inTurn: InTurn): Promise<ReadyOperation | UncompiledOperation> {
    const known = this.#known.get(wanted.key)
    if (known !== undefined) return known
    const { waitMs } = this.#planning
    const prepared = this.#prepared(wanted.key)
    if (prepared !== undefined) return withTimeout(waitMs, prepared, unavailable)
    const { promise, resolve, reject } = Promise.withResolvers<
      ReadyOperation | UncompiledOperation
    >()
    inTurn(() => {
      const preparing = this.prepare(wanted)
      resolve(withTimeout(waitMs, preparing, unavailable))
      return preparing
    }).catch(reject)
    return promise
  }

  /**
   * The same for a caller without a time limit. Equal operations that are requested at the same time are planned once.
   */
  async prepare(wanted: Wanted): Promise<ReadyOperation | UncompiledOperation> {
    const { key } = wanted
    const prepared = this.#prepared(key)
    if (prepared !== undefined) return prepared
    const pending = this.#make(wanted).finally(() => this.#pending.delete(key))
    this.#pending.set(key, pending)
    return pending
  }

  /** The result for an operation that was planned or refused, or is being planned; undefined for others. */
  #prepared(key: string): Promise<ReadyOperation | UncompiledOperation> | undefined {
    const known = this.#known.get(key)
    if (known !== undefined) return Promise.resolve(known)
    const refused = this.#refused.get(key)
    if (refused !== undefined) return Promise.reject(new OperationTooComplexError(refused))
    return this.#pending.get(key)
  }

  async #make(wanted: Wanted): Promise<ReadyOperation | UncompiledOperation> {
    const { key, document, operationName } = wanted
    try {
      const read = this.#read(wanted)
      if (read.bytes > OPERATION_BYTES_MAX) throw new OperationTooComplexError(TOO_LARGE)
      const text = document.loc?.source.body ?? print(document)
      const plan = await this.#planning.plan({ document: text, operationName })
      const prepared = this.#compile(document, read, plan)
      this.#known.set(key, prepared)
      return prepared
    } catch (error) {
      if (error instanceof OperationTooComplexError) this.#refused.set(key, error.message)
      throw error
    }
  }

  #read({ document, operationName }: Wanted): ReadOperation {
    const { schema, apiSchema } = this.#supergraph
    const name = operationName === undefined ? {} : { operationName }
    const { operation: definition } = buildOperationContext({
      schema,
      operationDocument: document,
      ...name,
    })
    const operation = operationFromDocument(apiSchema, withoutIntrospection(document), name)
    const fragments = fragmentsOf(document)
    const conditions = new Conditions(definition, fragments)
    const bytes = documentBytes(document) + compiledBytes(operation, conditions.combinations)
    return { definition, operation, conditions, fragments, bytes }
  }

  #compile(
    document: DocumentNode,
    { definition, operation, conditions, fragments, bytes }: ReadOperation,
    plan: QueryPlan,
  ): ReadyOperation | UncompiledOperation {
    const { schema, supergraphSchema } = this.#supergraph
    const isOfType = this.#isOfType
    const types = { schema, supergraphSchema, isOfType }
    const planned = { operation: definition, fragments, conditions, plan, ...types }
    try {
      const compiled = compileOperation(planned)
      const arePlain = compilePlainVariables(schema, definition.variableDefinitions ?? [])
      const said = { definition, document, operation, schema }
      return { ...said, conditions, arePlain, compiled, bytes }
    } catch (error) {
      if (error instanceof UnknownPlanError) return { plan, bytes: compiledBytes(operation, 0) }
      throw error
    }
  }
}

function unavailable(): PlannerUnavailableError {
  return new PlannerUnavailableError()
}
