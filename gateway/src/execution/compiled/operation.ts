import type { QueryPlan } from '@apollo/query-planner'
import type { Fragments } from '@takeoff/kit/compiled-query/fragments'
import type {
  GraphQLError,
  GraphQLObjectType,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql'
import { collectFields } from './collect-fields.ts'
import { byConditions, byFirstConditions } from './conditions.ts'
import type { Conditions, Decided } from './conditions.ts'
import type { Ask, Run } from './fetch.ts'
import { WRITTEN_COMBINATIONS_MAX } from './held-bytes.ts'
import { compileIntrospection } from './introspection.ts'
import type { Introspect, Introspected } from './introspection.ts'
import type { JsonObject } from './json.ts'
import { merge } from './merge.ts'
import { asksAtOnce, compilePlan } from './plan.ts'
import { compileShape } from './shape.ts'
import type { Shape } from './shape.ts'
import type { IsOfType } from './types.ts'
import { compileWrite } from './written/operation.ts'
import type { WrittenData } from './written/written-data.ts'

/** One operation, and how the planner would have it answered. */
export interface PlannedOperation {
  readonly operation: OperationDefinitionNode
  readonly fragments: Fragments
  readonly conditions: Conditions
  readonly plan: QueryPlan
  /** What clients see. */
  readonly schema: GraphQLSchema
  /** With all types of all subgraphs. */
  readonly supergraphSchema: GraphQLSchema
  readonly isOfType: IsOfType
}

export interface Execution {
  readonly errors: readonly GraphQLError[]
  /** What the subgraphs answered, in the words of the plan. */
  readonly gathered: JsonObject
  /** The client's data; BROKEN when `gathered` does not keep the schema. */
  readonly data: unknown
}

export interface CompiledOperation {
  /** Whether some of what it asks is under way together, and may be equal. */
  readonly asksAtOnce: boolean
  execute(variables: JsonObject, ask: Ask): Promise<Execution>
  /** Writes the client's data at once, without a look at most of it; undefined when it has to be executed. */
  write(variables: JsonObject, ask: Ask): Promise<WrittenData | undefined>
}

/** @throws UnknownPlanError when the plan needs the stock executor */
export function compileOperation(planned: PlannedOperation): CompiledOperation {
  const executePlan = compilePlan(planned.plan, planned.isOfType)
  const tops = byConditions(planned.conditions, (decided) => compileTop(planned, decided))
  const writes = byFirstConditions(planned.conditions, WRITTEN_COMBINATIONS_MAX, (decided) =>
    compileWrite({ planned, executePlan, ...selected(planned, decided) }),
  )
  return {
    asksAtOnce: asksAtOnce(planned.plan),
    async execute(variables, ask) {
      const top = tops(variables)
      const run: Run = {
        variables,
        decided: top.decided,
        data: {},
        errors: [],
        ask: async (call) => (await ask(call)).read(),
      }
      await executePlan(run)
      if (top.introspect !== undefined) addIntrospected(run, top.introspect(variables))
      return { errors: run.errors, gathered: run.data, data: top.shape(run.data) }
    },
    write: (variables, ask) => writes(variables)?.(variables, ask) ?? UNWRITTEN,
  }
}

function addIntrospected(run: Run, { data, errors }: Introspected): void {
  merge(run.data, data)
  run.errors.push(...errors)
}

const UNWRITTEN = Promise.resolve(undefined)

/** What hangs on the values of conditions. */
interface Top {
  readonly decided: Decided
  readonly shape: Shape
  readonly introspect: Introspect | undefined
}

function compileTop(planned: PlannedOperation, decided: Decided): Top {
  const { schema, fragments, operation } = planned
  const { selecting, type } = selected(planned, decided)
  const sets = [operation.selectionSet]
  const roots = [...collectFields(selecting, type.name, sets).values()].flat()
  const fields = roots.filter(({ name }) => name.value === '__schema' || name.value === '__type')
  return {
    decided,
    shape: compileShape(selecting, type, sets),
    introspect: compileIntrospection(schema, operation, { fields, fragments: fragments.values() }),
  }
}

function selected({ schema, fragments, operation }: PlannedOperation, decided: Decided) {
  return { selecting: { schema, fragments, decided }, type: rootTypeOf(schema, operation) }
}

function rootTypeOf(
  schema: GraphQLSchema,
  { operation }: OperationDefinitionNode,
): GraphQLObjectType {
  const type = schema.getRootType(operation)
  if (type === undefined || type === null) throw new Error(`the schema has no ${operation} type`)
  return type
}
