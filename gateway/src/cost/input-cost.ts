import { getNamedType, isCompositeType, isInputObjectType } from 'graphql'
import type { GraphQLArgument, GraphQLInputField, GraphQLNamedType } from 'graphql'
import type { CostDirectives } from './cost-directives.ts'

/** Default weights: 1 for an object, 0 for a type without fields. */
const COMPOSITE_WEIGHT = 1

/** The weight of an element: its own, else that of its type. */
export function weightOf(
  { weights }: CostDirectives,
  coordinate: string,
  type: GraphQLNamedType,
): number {
  const declared = weights.get(coordinate) ?? weights.get(type.name)
  return declared ?? (isCompositeType(type) || isInputObjectType(type) ? COMPOSITE_WEIGHT : 0)
}

/** True when no value of this argument could cost anything. */
export function isFreeInput(
  directives: CostDirectives,
  input: GraphQLArgument,
  at: string,
): boolean {
  const type = getNamedType(input.type)
  return !isInputObjectType(type) && weightOf(directives, at, type) === 0
}

/** The cost of a value as an argument: its weight, and that of everything in it. */
export function inputCost(
  directives: CostDirectives,
  input: GraphQLArgument | GraphQLInputField,
  at: string,
  value: unknown,
): number {
  if (value === undefined || value === null) return 0
  if (Array.isArray(value)) {
    return (value as unknown[]).reduce<number>(
      (sum, one) => sum + inputCost(directives, input, at, one),
      directives.weights.get(at) ?? 0,
    )
  }
  const type = getNamedType(input.type)
  const own = weightOf(directives, at, type)
  if (!isInputObjectType(type) || typeof value !== 'object') return own
  return Object.values(type.getFields()).reduce((sum, field) => {
    const inner = (value as Readonly<Record<string, unknown>>)[field.name]
    return sum + inputCost(directives, field, `${type.name}.${field.name}`, inner)
  }, own)
}
