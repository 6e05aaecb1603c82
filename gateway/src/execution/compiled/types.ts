import { getNullableType, isAbstractType, isInterfaceType, isListType, isObjectType } from 'graphql'
import type { GraphQLOutputType, GraphQLSchema } from 'graphql'

/** Whether a `__typename` is of a type, its interfaces and unions included. */
export type IsOfType = (typename: unknown, type: string) => boolean

export function createIsOfType(schema: GraphQLSchema): IsOfType {
  return (typename, type) => {
    if (typename === type) return true
    if (typeof typename !== 'string') return false
    const [concrete, abstract] = [schema.getType(typename), schema.getType(type)]
    if (!isObjectType(concrete) && !isInterfaceType(concrete)) return false
    return isAbstractType(abstract) && schema.isSubType(abstract, concrete)
  }
}

/** Number of lists around the values of a type. */
export function listDepth(type: GraphQLOutputType): number {
  const nullable = getNullableType(type)
  return isListType(nullable) ? 1 + listDepth(nullable.ofType) : 0
}
