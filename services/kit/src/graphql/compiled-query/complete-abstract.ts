import { defaultTypeResolver, GraphQLError, isObjectType } from 'graphql'
import type { GraphQLAbstractType, GraphQLObjectType } from 'graphql'
import type { CompleteObject } from './complete-object.ts'
import { nameOf, resolveInfo } from './field-site.ts'
import type { FieldSite } from './field-site.ts'
import { isPromise } from './completion.ts'
import type { Complete, Path } from './completion.ts'

/** Completes a value as the object type that it turns out to have. */
export function completeAbstract(
  site: FieldSite,
  type: GraphQLAbstractType,
  completionOf: (type: GraphQLObjectType) => CompleteObject,
): Complete {
  const resolveType = type.resolveType ?? defaultTypeResolver
  return (value, path, run) => {
    const info = resolveInfo(site, pathOfField(path), run)
    const name = resolveType(value, run.context, info, type)
    return isPromise(name)
      ? name.then((resolved) => completionOf(runtimeType(site, type, resolved))(value, path, run))
      : completionOf(runtimeType(site, type, name))(value, path, run)
  }
}

function runtimeType(site: FieldSite, type: GraphQLAbstractType, name: unknown): GraphQLObjectType {
  const { schema } = site.source
  const { nodes } = site
  const found = typeof name === 'string' ? schema.getType(name) : undefined
  if (!isObjectType(found)) {
    const what = `must resolve to an Object type at runtime for field "${nameOf(site)}"`
    throw new GraphQLError(`Abstract type "${type.name}" ${what}, not to ${String(name)}.`, {
      nodes,
    })
  }
  if (schema.isSubType(type, found)) return found
  throw new GraphQLError(
    `Runtime Object type "${found.name}" is not a possible type for "${type.name}".`,
    { nodes },
  )
}

/** Path of the field: that of a list item ends with its index in the field's list. */
function pathOfField(path: Path): Path {
  return typeof path.key === 'number' && path.prev !== undefined ? pathOfField(path.prev) : path
}
