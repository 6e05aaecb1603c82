import { getArgumentValues } from 'graphql'
import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLField,
  GraphQLObjectType,
  GraphQLResolveInfo,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql'
import type { Path, Run } from './completion.ts'

/** The inputs of compiling an operation. */
export interface Source {
  readonly schema: GraphQLSchema
  readonly operation: OperationDefinitionNode
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>
}

/** A field at its place in an operation, merged from all places that select it. */
export interface FieldSite {
  readonly source: Source
  readonly parentType: GraphQLObjectType
  readonly field: GraphQLField<unknown, unknown>
  readonly node: FieldNode
  /** `node` and all others that were merged with it. */
  readonly nodes: readonly FieldNode[]
}

/** Type and field as `Type.field`, for messages. */
export function nameOf({ parentType, field }: FieldSite): string {
  return `${parentType.name}.${field.name}`
}

/** Read once in a run, however often the field is resolved: resolvers do not change their arguments. */
export function argumentsOf(site: FieldSite, run: Run): Readonly<Record<string, unknown>> {
  if (site.field.args.length === 0) return {}
  const known = run.args.get(site)
  if (known !== undefined) return known
  const args = getArgumentValues(site.field, site.node, run.variables)
  run.args.set(site, args)
  return args
}

/** The `info` argument of a resolver, as graphql-js passes it. */
export function resolveInfo(site: FieldSite, path: Path, run: Run): GraphQLResolveInfo {
  const { source, parentType, field, nodes } = site
  return {
    fieldName: field.name,
    fieldNodes: nodes,
    returnType: field.type,
    parentType,
    path,
    schema: source.schema,
    fragments: source.fragments,
    rootValue: undefined,
    operation: source.operation,
    variableValues: run.variables,
  }
}
