import { isJsonObject } from '@takeoff/kit/values/json'
import type { JsonObject } from '@takeoff/kit/values/json'
import {
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  typeFromAST,
} from 'graphql'
import type {
  GraphQLInputObjectType,
  GraphQLInputType,
  GraphQLSchema,
  VariableDefinitionNode,
} from 'graphql'
import { getOwn } from './own-members.ts'

/** Whether a type accepts a value unchanged. */
type Test = (value: unknown) => boolean

/**
 * Compiles a test of the variables of an operation that recognizes certainly valid ones. It decides nothing about
 * others: GraphQL determines whether they can be coerced, and otherwise reports the violation.
 */
export function compilePlainVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
): (variables: JsonObject) => boolean {
  const tests = new Tests()
  const compiled = definitions.map(({ variable, type: node, defaultValue }) => {
    const type = typeFromAST(schema, node)
    const test = isInputType(type) ? tests.of(type) : never
    const mayBeMissing = defaultValue !== undefined || !isNonNullType(type)
    return { name: variable.name.value, test, mayBeMissing }
  })
  return (variables) =>
    compiled.every(({ name, test, mayBeMissing }) => {
      const value = getOwn(variables, name)
      return value === undefined ? mayBeMissing : test(value)
    })
}

const never: Test = () => false

const INT_MAX = 2 ** 31 - 1
const isInt: Test = (value) => Number.isInteger(value) && Math.abs(Number(value)) <= INT_MAX

const SCALARS: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['String', (value) => typeof value === 'string'],
  ['Boolean', (value) => typeof value === 'boolean'],
  ['Float', (value) => Number.isFinite(value)],
  ['Int', isInt],
  ['ID', (value) => typeof value === 'string' || isInt(value)],
])
/** The subgraph validates a custom scalar. */
const anything: Test = (value) => value !== null

class Tests {
  readonly #objects = new Map<GraphQLInputObjectType, Test>()

  of(type: GraphQLInputType): Test {
    if (!isNonNullType(type)) {
      const test = this.#ofNonNull(type)
      return (value) => value === null || test(value)
    }
    return this.#ofNonNull(type.ofType)
  }

  #ofNonNull(type: GraphQLInputType): Test {
    if (isListType(type)) {
      const test = this.of(type.ofType)
      return (value) => Array.isArray(value) && value.every(test)
    }
    if (isEnumType(type)) {
      const names = new Set<unknown>(type.getValues().map(({ name }) => name))
      return (value) => names.has(value)
    }
    if (isInputObjectType(type)) return this.#ofObject(type)
    return SCALARS.get(type.name) ?? anything
  }

  /** Input types may be recursive: the test is registered before those of its fields are made. */
  #ofObject(type: GraphQLInputObjectType): Test {
    const known = this.#objects.get(type)
    if (known !== undefined) return known
    if (type.isOneOf) return never
    const fields = new Map<string, Test>()
    const inputFields = Object.values(type.getFields())
    const required = inputFields.filter(isRequiredInputField).map(({ name }) => name)
    const test: Test = (value) =>
      isJsonObject(value) &&
      Object.keys(value).every((name) => fields.get(name)?.(value[name]) === true) &&
      required.every((name) => Object.hasOwn(value, name))
    this.#objects.set(type, test)
    for (const field of inputFields) fields.set(field.name, this.of(field.type))
    return test
  }
}
