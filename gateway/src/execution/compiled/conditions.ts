import { conditionVariables } from '@takeoff/kit/graphql/compiled-query/condition-variables'
import type { Fragments } from '@takeoff/kit/graphql/compiled-query/fragments'
import type { JsonObject } from '@takeoff/kit/values/json'
import { GraphQLError, Kind } from 'graphql'
import type {
  DirectiveNode,
  OperationDefinitionNode,
  SelectionNode,
  VariableDefinitionNode,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { getOwn } from './own-members.ts'

/** Maximum cached values of one operation, one for each combination of conditions in its requests. */
const COMBINATIONS_MAX = 16

/** Whether the variables that conditions depend on are true, by name. */
export type ConditionValues = Readonly<Record<string, boolean>>

const NOTHING: ConditionValues = {}

/** The variables on which `@skip` and `@include` depend in an operation, its fragments included. */
export class Conditions {
  readonly #definitions: readonly VariableDefinitionNode[]

  constructor(operation: OperationDefinitionNode, fragments: Fragments) {
    const names = conditionVariables(operation, fragments)
    this.#definitions = (operation.variableDefinitions ?? []).filter(({ variable }) =>
      names.has(variable.name.value),
    )
  }

  /** Maximum combinations that are cached at once. */
  get combinations(): number {
    return Math.min(2 ** this.#definitions.length, COMBINATIONS_MAX)
  }

  /** The combination by the variables of a request, or their defaults. */
  decide(variables: JsonObject): ConditionValues {
    if (this.#definitions.length === 0) return NOTHING
    return Object.fromEntries(
      this.#definitions.map(({ variable: { name }, defaultValue }) => {
        const value = getOwn(variables, name.value)
        const isTrue = defaultValue?.kind === Kind.BOOLEAN && defaultValue.value
        return [name.value, value === undefined ? isTrue : value === true]
      }),
    )
  }

  /** Validation permits a nullable variable with a default as a condition: null is found only in the values. */
  violations(variables: JsonObject): readonly GraphQLError[] | undefined {
    const faulty = this.#definitions.filter(
      ({ variable }) => getOwn(variables, variable.name.value) === null,
    )
    return faulty.length === 0 ? undefined : faulty.map(nullViolation)
  }
}

/** A cache of values that depend on conditions, by their combination. */
export function byConditions<T extends object>(
  conditions: Conditions,
  make: (decided: ConditionValues) => T,
): (variables: JsonObject) => T {
  const made = new LRUCache<string, T, ConditionValues>({
    max: COMBINATIONS_MAX,
    memoMethod: (_key, _stale, { context }) => make(context),
  })
  return (variables) => {
    const decided = conditions.decide(variables)
    return made.memo(Object.values(decided).join(), { context: decided })
  }
}

/**
 * A cache of values that depend on conditions, for the first combinations only: for values that take too long to be made
 * again for the others.
 */
export function byFirstConditions<T>(
  conditions: Conditions,
  max: number,
  make: (decided: ConditionValues) => T,
): (variables: JsonObject) => T | undefined {
  const made = new Map<string, T>()
  return (variables) => {
    const decided = conditions.decide(variables)
    const key = Object.values(decided).join()
    if (!made.has(key) && made.size < max) made.set(key, make(decided))
    return made.get(key)
  }
}

/** Whether a selection is part of the response. */
export function isSelected({ directives }: SelectionNode, decided: ConditionValues): boolean {
  return (directives ?? []).every((directive) => {
    if (directive.name.value === 'skip') return !condition(directive, decided)
    if (directive.name.value === 'include') return condition(directive, decided)
    return true
  })
}

function condition(directive: DirectiveNode, decided: ConditionValues): boolean {
  const value = directive.arguments?.[0]?.value
  if (value?.kind === Kind.VARIABLE) return decided[value.name.value] === true
  return value?.kind === Kind.BOOLEAN && value.value
}

function nullViolation(definition: VariableDefinitionNode): GraphQLError {
  const name = definition.variable.name.value
  return new GraphQLError(
    `Variable "$${name}" must not be null: @skip or @include depends on it.`,
    { nodes: definition, extensions: { code: 'BAD_USER_INPUT' } },
  )
}
