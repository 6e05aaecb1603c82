import { collectFields, collectSubFields } from '@graphql-tools/utils'
import { isLeafType, isListType, isNonNullType, isObjectType, TypeNameMetaFieldDef } from 'graphql'
import type {
  FieldNode,
  GraphQLError,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLOutputType,
} from 'graphql'
import { isIntrospection } from '../introspection.ts'
import { CollectedErrors } from './collected-errors.ts'
import { compileField, typeNameField } from './compile-field.ts'
import { completeAbstract } from './complete-abstract.ts'
import { completeList } from './complete-list.ts'
import { completeObject } from './complete-object.ts'
import type { CompiledField, CompleteObject } from './complete-object.ts'
import { nameOf } from './field-site.ts'
import type { FieldSite, Source } from './field-site.ts'
import type { Complete, Json } from './completion.ts'
import { leafJson } from './leaf-json.ts'

/** Result of a compiled query. */
export interface Executed {
  /** JSON text; null when the whole response is null. */
  readonly data: Json
  readonly errors: readonly GraphQLError[]
}

/** Runs a query, with variables whose `@skip` and `@include` are those that it was compiled for. */
export type CompiledQuery = (
  context: unknown,
  variables: Readonly<Record<string, unknown>>,
) => Promise<Executed>

/** A query to compile, and the values of the variables that its `@skip` and `@include` read. */
export interface Compiling extends Source {
  readonly conditions: Readonly<Record<string, unknown>>
}

/**
 * Compiles a valid query. What graphql-js determines again for each field of each object (which fields are
 * selected, how they are resolved, what type they have) is determined once, and the response is written as JSON.
 * @returns undefined for introspection, which graphql-js executes
 */
export function compileQuery(compiling: Compiling): CompiledQuery | undefined {
  const { schema, fragments, conditions, operation } = compiling
  const type = schema.getQueryType()
  if (!isObjectType(type)) return undefined
  const { selectionSet } = operation
  const { fields } = collectFields(schema, fragments, conditions, type, selectionSet)
  if (fields.values().some(([node]) => node !== undefined && isIntrospection(node)))
    return undefined

  const complete = completeObject(compileFields(compiling, type, fields))
  return async (context, variables) => {
    const collected = new CollectedErrors()
    const { errors } = collected
    try {
      const run = { context, variables, errors: collected, args: new Map() }
      return { data: await complete(undefined, undefined, run), errors }
    } catch (error) {
      collected.add(error as GraphQLError, undefined)
      return { data: null, errors }
    }
  }
}

type Selected = ReadonlyMap<string, readonly FieldNode[]>

function compileFields(
  source: Compiling,
  parentType: GraphQLObjectType,
  selected: Selected,
): CompiledField[] {
  return selected
    .entries()
    .flatMap(([key, nodes]) => {
      const [node] = nodes
      if (node?.name.value === TypeNameMetaFieldDef.name) return [typeNameField(key, parentType)]
      const field = node && parentType.getFields()[node.name.value]
      if (node === undefined || field === undefined) return []
      const site: FieldSite = { source, parentType, field, node, nodes }
      return [compileField(key, site, completionOf(source, site, field.type))]
    })
    .toArray()
}

function completionOf(source: Compiling, site: FieldSite, type: GraphQLOutputType): Complete {
  if (!isNonNullType(type)) return completeNullable(valueCompletionOf(source, site, type))
  const complete = completionOf(source, site, type.ofType)
  return (value, path, run) => {
    const json = complete(value, path, run)
    if (json !== null) return json
    throw new Error(`Cannot return null for non-nullable field ${nameOf(site)}.`)
  }
}

function completeNullable(complete: Complete): Complete {
  return (value, path, run) => {
    if (value === null || value === undefined) return null
    if (value instanceof Error) throw value
    return complete(value, path, run)
  }
}

type NullableType = Exclude<GraphQLOutputType, GraphQLNonNull<never>>

function valueCompletionOf(source: Compiling, site: FieldSite, type: NullableType): Complete {
  if (isLeafType(type)) return leafJson(type)
  if (isListType(type)) {
    const itemType: GraphQLOutputType = type.ofType
    const complete = completionOf(source, site, itemType)
    return completeList({ site, complete, isNullable: !isNonNullType(itemType) })
  }
  if (isObjectType(type)) return objectCompletionOf(source, site, type)
  const known = new Map<GraphQLObjectType, CompleteObject>()
  return completeAbstract(site, type, (runtimeType) => {
    const complete = known.get(runtimeType) ?? objectCompletionOf(source, site, runtimeType)
    known.set(runtimeType, complete)
    return complete
  })
}

function objectCompletionOf(
  source: Compiling,
  { nodes }: FieldSite,
  type: GraphQLObjectType,
): CompleteObject {
  const { schema, fragments, conditions } = source
  const { fields } = collectSubFields(schema, fragments, conditions, type, [...nodes])
  return completeObject(compileFields(source, type, fields))
}
