import { GraphQLBoolean, GraphQLFloat, GraphQLID, GraphQLInt, GraphQLString } from 'graphql'
import type { GraphQLLeafType } from 'graphql'

const INT_MAX = 2_147_483_647
const INT_MIN = -2_147_483_648
/** A quote, backslash, control character or lone surrogate: JSON holds all others unescaped. */
const NEEDS_ESCAPE = /[^ !#-[\]-\uD7FF\uE000-\uFFFF]/

/** Serializes a value of a scalar or enum straight to JSON text. */
export function leafJson(type: GraphQLLeafType): (value: unknown) => string {
  const serialized = (value: unknown): string => serializedJson(type, value)
  switch (type) {
    case GraphQLString:
      return (value) => (typeof value === 'string' ? quoted(value) : serialized(value))
    case GraphQLID:
      return (value) => (typeof value === 'string' ? quoted(value) : serialized(value))
    case GraphQLInt:
      return (value) => (isInt(value) ? String(value) : serialized(value))
    case GraphQLFloat:
      return (value) => (Number.isFinite(value) ? String(value) : serialized(value))
    case GraphQLBoolean:
      return (value) => (typeof value === 'boolean' ? String(value) : serialized(value))
    default:
      return serialized
  }
}

function serializedJson(type: GraphQLLeafType, value: unknown): string {
  const result: unknown = type.serialize(value)
  if (result === null || result === undefined) {
    throw new Error(`${type.name}.serialize returned ${result} where there is a value.`)
  }
  return typeof result === 'string' ? quoted(result) : JSON.stringify(result)
}

function isInt(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) <= INT_MAX && (value as number) >= INT_MIN
}

/** Most texts need no escape, and looking for one is cheaper than JSON.stringify. */
function quoted(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`
}
