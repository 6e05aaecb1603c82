import type { QueryPlan } from '@apollo/query-planner'
import type { Fragments } from '@takeoff/kit/graphql/compiled-query/fragments'
import { isIntrospection } from '@takeoff/kit/graphql/introspection'
import type { JsonObject } from '@takeoff/kit/values/json'
import type {
  GraphQLError,
  GraphQLObjectType,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql'
import { collectFields } from './collect-fields.ts'
import type { SelectionContext } from './collect-fields.ts'
import { byConditions, byFirstConditions } from './conditions.ts'
import type { Conditions, ConditionValues } from './conditions.ts'
import { compileFetches, GatheredData } from './gathered-data.ts'
import type { CompiledFetches } from './gathered-data.ts'
import { SPLICED_COMBINATIONS_MAX } from './cache-bytes.ts'
import { compileIntrospection } from './introspection.ts'
import type { Introspect } from './introspection.ts'
import { merge } from './merge.ts'
import { planRequests, requireKnownPlan } from './requests.ts'
import type { PlannedRequest } from './requests.ts'
import { runRequests } from './run-requests.ts'
import { compileShape } from './shape.ts'
import type { Shape } from './shape.ts'
import type { SendToSubgraph } from './subgraph-call.ts'
import type { IsOfType } from './types.ts'
import { compileSplice } from './splice/compile-splice.ts'
import type { SplicedData } from './splice/spliced-data.ts'

/** One operation, and its plan. */
export interface PlannedOperation {
  readonly operation: OperationDefinitionNode
  readonly fragments: Fragments
  readonly conditions: Conditions
  readonly plan: QueryPlan
  /** The API schema, which clients see. */
  readonly schema: GraphQLSchema
  /** With all types of all subgraphs. */
  readonly supergraphSchema: GraphQLSchema
  readonly isOfType: IsOfType
}

export interface Execution {
  readonly errors: readonly GraphQLError[]
  /** The merged responses of the subgraphs, in the terms of the plan. */
  readonly gathered: JsonObject
  /** The client's data; BROKEN when `gathered` does not keep the schema. */
  readonly data: unknown
}

/** The inputs of a request. */
export interface ExecutionContext {
  /** As the client sent them. */
  readonly variables: JsonObject
  readonly send: SendToSubgraph
  /** Whether the response is no longer needed. */
  readonly isCancelled: () => boolean
}

export interface CompiledOperation {
  execute(context: ExecutionContext): Promise<Execution>
  /** Copies the client's data from the texts of responses, without parsing most of it; undefined when it has to be executed. */
  splice(context: ExecutionContext): Promise<SplicedData | undefined>
}

/** @throws UnknownPlanError when the plan needs the stock executor */
export function compileOperation(planned: PlannedOperation): CompiledOperation {
  requireKnownPlan(planned.plan)
  const variants = byConditions(planned.conditions, (decided) => compileVariant(planned, decided))
  const splices = byFirstConditions(planned.conditions, SPLICED_COMBINATIONS_MAX, (decided) =>
    compileSplice({
      planned,
      requests: planRequests(planned.plan, decided),
      ...selected(planned, decided),
    }),
  )
  return {
    execute: (context) => execute(variants(context.variables), context),
    splice: (context) => splices(context.variables)?.(context) ?? NOT_SPLICED,
  }
}

async function execute(
  { requests, fetches, introspect, shape }: ConditionVariant,
  { variables, send, isCancelled }: ExecutionContext,
): Promise<Execution> {
  const gathered = new GatheredData({ fetches, variables, send, isCancelled })
  await runRequests(requests, gathered, send)
  const { data, errors } = gathered
  if (introspect !== undefined) {
    const introspected = introspect(variables)
    merge(data, introspected.data)
    errors.push(...introspected.errors)
  }
  return { errors, gathered: data, data: shape(data) }
}

const NOT_SPLICED = Promise.resolve(undefined)

/** The parts of an operation that depend on the values of conditions. */
interface ConditionVariant {
  readonly requests: readonly PlannedRequest[]
  readonly fetches: CompiledFetches
  readonly shape: Shape
  readonly introspect: Introspect | undefined
}

function compileVariant(planned: PlannedOperation, decided: ConditionValues): ConditionVariant {
  const { schema, fragments, operation } = planned
  const { selectionContext, type } = selected(planned, decided)
  const sets = [operation.selectionSet]
  const roots = [...collectFields(selectionContext, type.name, sets).values()].flat()
  const fields = roots.filter(isIntrospection)
  const requests = planRequests(planned.plan, decided)
  return {
    requests,
    fetches: compileFetches(requests, planned.isOfType),
    shape: compileShape(selectionContext, type, sets),
    introspect: compileIntrospection(schema, operation, { fields, fragments: fragments.values() }),
  }
}

function selected(
  { schema, fragments, operation }: PlannedOperation,
  decided: ConditionValues,
): { readonly selectionContext: SelectionContext; readonly type: GraphQLObjectType } {
  return { selectionContext: { schema, fragments, decided }, type: rootTypeOf(schema, operation) }
}

function rootTypeOf(
  schema: GraphQLSchema,
  { operation }: OperationDefinitionNode,
): GraphQLObjectType {
  const type = schema.getRootType(operation)
  if (type === undefined || type === null) throw new Error(`the schema has no ${operation} type`)
  return type
}
