import { operationFromDocument } from '@apollo/federation-internals'
import type { Operation, Schema } from '@apollo/federation-internals'
import { buildOperationContext } from '@apollo/gateway'
import type { QueryPlanner } from '@apollo/query-planner'
import { fragmentsOf } from '@takeoff/kit/compiled-query/fragments'
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { LRUCache } from 'lru-cache'
import { Conditions } from './conditions.ts'
import { compiledBytes, documentBytes, HELD_BYTES_MAX } from './held-bytes.ts'
import type { JsonObject } from './json.ts'
import { compileOperation } from './operation.ts'
import type { CompiledOperation } from './operation.ts'
import { compilePlainVariables } from './plain-variables.ts'
import { UnknownPlanError } from './plan.ts'
import { createIsOfType } from './types.ts'
import { withoutIntrospection } from './without-introspection.ts'

/** Operations that are kept compiled, some 10 to 100 KiB each with its plan. */
const OPERATIONS_MAX = 1_000

/** A supergraph, as its gateway has loaded it. */
export interface Supergraph {
  /** What clients see, for GraphQL and for the planner. */
  readonly schema: GraphQLSchema
  readonly apiSchema: Schema
  /** With all types of all subgraphs. */
  readonly supergraphSchema: GraphQLSchema
  readonly planner: QueryPlanner
}

export interface ReadyOperation {
  readonly definition: OperationDefinitionNode
  readonly conditions: Conditions
  /** Whether variables are plainly right; GraphQL knows of the others. */
  readonly arePlain: (variables: JsonObject) => boolean
  readonly compiled: CompiledOperation
  /** In the planner's words. */
  readonly operation: Operation
  /** In GraphQL's. */
  readonly document: DocumentNode
  readonly schema: GraphQLSchema
  /** What it holds of the heap, more or less. */
  readonly bytes: number
}

interface Wanted {
  /** Names document and operation. */
  readonly key: string
  readonly document: DocumentNode
  readonly operationName: string | undefined
}

/** The operations of one supergraph, planned and compiled once. */
export class Operations {
  readonly #supergraph: Supergraph
  readonly #known = new LRUCache<string, ReadyOperation | 'unknown'>({
    max: OPERATIONS_MAX,
    maxSize: HELD_BYTES_MAX,
  })
  readonly #isOfType

  constructor(supergraph: Supergraph) {
    this.#supergraph = supergraph
    this.#isOfType = createIsOfType(supergraph.supergraphSchema)
  }

  /**
   * Undefined when its plan has what only the stock executor knows.
   * @throws GraphQLError when it cannot be planned
   */
  get(wanted: Wanted): ReadyOperation | undefined {
    const known = this.#known.get(wanted.key)
    if (known !== undefined) return known === 'unknown' ? undefined : known
    const made = this.#make(wanted)
    this.#known.set(wanted.key, made ?? 'unknown', { size: made?.bytes ?? wanted.key.length })
    return made
  }

  #make({ document, operationName }: Wanted): ReadyOperation | undefined {
    const { schema, supergraphSchema, apiSchema, planner } = this.#supergraph
    const name = operationName === undefined ? {} : { operationName }
    const { operation: definition } = buildOperationContext({
      schema,
      operationDocument: document,
      ...name,
    })
    const operation = operationFromDocument(apiSchema, withoutIntrospection(document), name)
    const plan = planner.buildQueryPlan(operation)
    const fragments = fragmentsOf(document)
    const conditions = new Conditions(definition, fragments)
    const isOfType = this.#isOfType
    const types = { schema, supergraphSchema, isOfType }
    const planned = { operation: definition, fragments, conditions, plan, ...types }
    try {
      const compiled = compileOperation(planned)
      const arePlain = compilePlainVariables(schema, definition.variableDefinitions ?? [])
      const bytes = documentBytes(document) + compiledBytes(operation, conditions.combinations)
      const said = { definition, document, operation, schema }
      return { ...said, conditions, arePlain, compiled, bytes }
    } catch (error) {
      if (error instanceof UnknownPlanError) return undefined
      throw error
    }
  }
}
