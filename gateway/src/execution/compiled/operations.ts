import { operationFromDocument } from '@apollo/federation-internals'
import type { Operation, Schema } from '@apollo/federation-internals'
import { buildOperationContext } from '@apollo/gateway'
import type { QueryPlan } from '@apollo/query-planner'
import { fragmentsOf } from '@takeoff/kit/graphql/compiled-query/fragments'
import type { Fragments } from '@takeoff/kit/graphql/compiled-query/fragments'
import type { JsonObject } from '@takeoff/kit/values/json'
import { print } from 'graphql'
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { OperationText } from '../planning/operation-planner.ts'
import { OperationTooComplexError, REFUSAL_MS } from '../planning/planning-errors.ts'
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

/** Plans an operation, away from the event loop. */
export type PlanOperation = (operation: OperationText) => Promise<QueryPlan>

/** A supergraph, as its gateway has loaded it. */
export interface Supergraph {
  /** The API schema, which clients see, for GraphQL and for the planner. */
  readonly schema: GraphQLSchema
  readonly apiSchema: Schema
  /** With all types of all subgraphs. */
  readonly supergraphSchema: GraphQLSchema
}

export interface ReadyOperation {
  readonly kind: 'compiled'
  readonly definition: OperationDefinitionNode
  readonly conditions: Conditions
  /** Whether variables are certainly valid; GraphQL decides on the others. */
  readonly arePlain: (variables: JsonObject) => boolean
  readonly compiled: CompiledOperation
  /** The operation in the planner's form. */
  readonly operation: Operation
  /** The document of the operation in GraphQL's form. */
  readonly document: DocumentNode
  readonly schema: GraphQLSchema
  /** Its approximate heap size. */
  readonly bytes: number
}

/** An operation with a plan that only the stock executor can run. */
export interface UncompiledOperation {
  readonly kind: 'stock'
  readonly plan: QueryPlan
  readonly bytes: number
}

export type PreparedOperation = ReadyOperation | UncompiledOperation

/** An operation of a document. */
export interface OperationRequest {
  readonly document: DocumentNode
  /** Identifies the document. */
  readonly queryHash: string
  /** No name, and an empty one, request the only operation. */
  readonly operationName?: string | undefined
}

/** A requested operation, before it has a plan. */
interface ReadOperation extends Pick<ReadyOperation, 'definition' | 'operation' | 'conditions'> {
  readonly fragments: Fragments
  readonly bytes: number
}

/** The operations of one supergraph, planned and compiled once. */
export class Operations {
  readonly #supergraph: Supergraph
  readonly #plan: PlanOperation
  readonly #known = new LRUCache<string, PreparedOperation>({
    max: OPERATIONS_MAX,
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ bytes }) => bytes,
  })
  readonly #pending = new Map<string, Promise<PreparedOperation>>()
  /** Messages: an error keeps what the functions of its stack refer to, such as documents. */
  readonly #refused = new LRUCache<string, string>({
    max: OPERATIONS_MAX,
    ttl: REFUSAL_MS,
  })
  readonly #isOfType

  constructor(supergraph: Supergraph, plan: PlanOperation) {
    this.#supergraph = supergraph
    this.#plan = plan
    this.#isOfType = createIsOfType(supergraph.supergraphSchema)
  }

  /** Undefined for an operation that has to be planned. */
  known(requested: OperationRequest): PreparedOperation | undefined {
    return this.#known.get(keyOf(requested))
  }

  /** Equal operations that are requested at the same time are planned once. */
  async prepare(requested: OperationRequest): Promise<PreparedOperation> {
    const prepared = this.prepared(requested)
    if (prepared !== undefined) return prepared
    const key = keyOf(requested)
    const pending = this.#make(key, requested).finally(() => this.#pending.delete(key))
    this.#pending.set(key, pending)
    return pending
  }

  /** The result for an operation that was planned or refused, or is being planned; undefined for others. */
  prepared(requested: OperationRequest): Promise<PreparedOperation> | undefined {
    const key = keyOf(requested)
    const known = this.#known.get(key)
    if (known !== undefined) return Promise.resolve(known)
    const refused = this.#refused.get(key)
    if (refused !== undefined) return Promise.reject(new OperationTooComplexError(refused))
    return this.#pending.get(key)
  }

  async #make(key: string, requested: OperationRequest): Promise<PreparedOperation> {
    const { document, operationName } = requested
    try {
      const read = this.#read(requested)
      if (read.bytes > OPERATION_BYTES_MAX) throw new OperationTooComplexError(TOO_LARGE)
      const text = document.loc?.source.body ?? print(document)
      const plan = await this.#plan({ document: text, operationName: operationName || undefined })
      const prepared = this.#compile(document, read, plan)
      this.#known.set(key, prepared)
      return prepared
    } catch (error) {
      if (error instanceof OperationTooComplexError) this.#refused.set(key, error.message)
      throw error
    }
  }

  #read({ document, operationName }: OperationRequest): ReadOperation {
    const { schema, apiSchema } = this.#supergraph
    const name = operationName ? { operationName } : {}
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
  ): PreparedOperation {
    const { schema, supergraphSchema } = this.#supergraph
    const isOfType = this.#isOfType
    const types = { schema, supergraphSchema, isOfType }
    const planned = { operation: definition, fragments, conditions, plan, ...types }
    try {
      const compiled = compileOperation(planned)
      const arePlain = compilePlainVariables(schema, definition.variableDefinitions ?? [])
      const parts = { definition, document, operation, schema, conditions, arePlain, compiled }
      return { kind: 'compiled', ...parts, bytes }
    } catch (error) {
      if (error instanceof UnknownPlanError)
        return { kind: 'stock', plan, bytes: compiledBytes(operation, 0) }
      throw error
    }
  }
}

/** Identifies document and operation. */
export function keyOf({ queryHash, operationName }: OperationRequest): string {
  return operationName ? `${queryHash} ${operationName}` : queryHash
}
