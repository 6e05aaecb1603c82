import type { QueryPlan } from '@apollo/query-planner'
import { Kind, valueFromASTUntyped } from 'graphql'
import type {
  DocumentNode,
  FragmentDefinitionNode,
  GraphQLError,
  GraphQLObjectType,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql'
import { collectFields } from './collect-fields.ts'
import { conditionVariables } from './conditions.ts'
import type { Run } from './fetch.ts'
import { compileIntrospection } from './introspection.ts'
import type { Introspect } from './introspection.ts'
import type { JsonObject } from './json.ts'
import { merge } from './merge.ts'
import { compilePlan } from './plan.ts'
import { compileShape } from './shape.ts'
import type { Shape } from './shape.ts'
import type { IsOfType } from './types.ts'

/** One operation of a document, and how the planner would have it answered. */
export interface PlannedOperation {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly plan: QueryPlan
  /** What clients see. */
  readonly schema: GraphQLSchema
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
  execute(variables: JsonObject, ask: Run['ask']): Promise<Execution>
}

/** Shapes of one operation, one for each combination of conditions that came. */
const SHAPES_MAX = 16

/** @throws UnknownPlanError when the plan needs the stock executor */
export function compileOperation(planned: PlannedOperation): CompiledOperation {
  const defaults = defaultsOf(planned.operation)
  const executePlan = compilePlan(planned.plan, { isOfType: planned.isOfType, defaults })
  const tops = compileTops(planned)
  return {
    async execute(variables, ask) {
      const run: Run = { variables, data: {}, errors: [], ask }
      const top = tops({ ...defaults, ...variables })
      await executePlan(run)
      if (top.introspect !== undefined) merge(run.data, top.introspect(variables))
      return { errors: run.errors, gathered: run.data, data: top.shape(run.data) }
    },
  }
}

/** What hangs on the values of conditions. */
interface Top {
  readonly shape: Shape
  readonly introspect: Introspect | undefined
}

function compileTops(planned: PlannedOperation): (variables: JsonObject) => Top {
  const names = conditionVariables(planned.document)
  const known = new Map<string, Top>()
  return (variables) => {
    const values = names.map((name) => variables[name] === true)
    const key = values.join()
    const found = known.get(key)
    if (found !== undefined) return found
    const top = compileTop(
      planned,
      Object.fromEntries(names.map((name, index) => [name, values[index]])),
    )
    if (known.size >= SHAPES_MAX) known.clear()
    known.set(key, top)
    return top
  }
}

function compileTop(
  { schema, document, operation }: PlannedOperation,
  conditions: JsonObject,
): Top {
  const fragments = fragmentsOf(document)
  const type = rootTypeOf(schema, operation)
  const selecting = { schema, fragments, conditions }
  const sets = [operation.selectionSet]
  const roots = [...collectFields(selecting, type.name, sets).values()].flat()
  const fields = roots.filter(({ name }) => name.value === '__schema' || name.value === '__type')
  return {
    shape: compileShape(selecting, type, sets),
    introspect: compileIntrospection(schema, operation, { fields, fragments: fragments.values() }),
  }
}

function fragmentsOf(document: DocumentNode): Map<string, FragmentDefinitionNode> {
  return new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  )
}

function rootTypeOf(
  schema: GraphQLSchema,
  { operation }: OperationDefinitionNode,
): GraphQLObjectType {
  const type = schema.getRootType(operation)
  if (type === undefined || type === null) throw new Error(`the schema has no ${operation} type`)
  return type
}

/** Only booleans are looked at, in conditions. */
function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): JsonObject {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue === undefined ? [] : [[variable.name.value, valueFromASTUntyped(defaultValue)]],
    ),
  )
}
