import { getNullableType, isEnumType, isInputObjectType, isListType } from 'graphql'
import type { GraphQLInputType } from 'graphql'

/** A value as it is written in a document. */
export function literal(value: unknown, type: GraphQLInputType): string {
  if (value === null || value === undefined) return 'null'
  const nullable = getNullableType(type)
  if (Array.isArray(value)) {
    const element = isListType(nullable) ? nullable.ofType : nullable
    return `[${value.map((one: unknown) => literal(one, element)).join(', ')}]`
  }
  if (isEnumType(nullable) && typeof value === 'string') return value
  if (!isInputObjectType(nullable)) return JSON.stringify(value)
  const fields = nullable.getFields()
  const members = Object.entries(value).map(([name, one]: [string, unknown]) => {
    const field = fields[name]
    return field === undefined ? '' : `${name}: ${literal(one, field.type)}`
  })
  return `{ ${members.join(', ')} }`
}
