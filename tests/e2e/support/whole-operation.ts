import { readFileSync } from 'node:fs'
import { buildSchema, getNamedType, isLeafType, isObjectType } from 'graphql'
import type {
  GraphQLArgument,
  GraphQLField,
  GraphQLNamedType,
  GraphQLObjectType,
  GraphQLSchema,
} from 'graphql'

const root = new URL('../../../', import.meta.url)

/** A subgraph, which knows a part of the composed schema. */
export type Subgraph = 'production-lists' | 'order-documents' | 'webhooks'

/** The schema of a subgraph, or the composed one. */
export function schemaOf(subgraph?: Subgraph): GraphQLSchema {
  return subgraph === undefined ? composed : subgraphSchemas[subgraph]
}

const composed = readSchema('gateway/supergraph.graphql')
const subgraphSchemas: Readonly<Record<Subgraph, GraphQLSchema>> = {
  'production-lists': readSchema('services/production-lists/schema.graphql'),
  'order-documents': readSchema('services/order-documents/schema.graphql'),
  webhooks: readSchema('services/webhooks/schema.graphql'),
}

function readSchema(file: string): GraphQLSchema {
  return buildSchema(readFileSync(new URL(file, root), 'utf8'), { assumeValidSDL: true })
}

interface RootField {
  readonly kind: 'query' | 'mutation'
  readonly field: GraphQLField<unknown, unknown>
}

/** Every operation of the composed schema, or of one subgraph. */
export const operationsOf = (subgraph?: Subgraph): readonly string[] => [
  ...rootFieldsOf(subgraph).keys(),
]

/** Every operation that the composed schema offers. */
export const operationNames: readonly string[] = operationsOf()

/** The names of the arguments of an operation. */
export function argumentsOf(name: string): string[] {
  return (rootFieldsOf().get(name)?.field.args ?? []).map((argument) => argument.name)
}

function rootFieldsOf(subgraph?: Subgraph): ReadonlyMap<string, RootField> {
  const schema = schemaOf(subgraph)
  return new Map([
    ...fieldsOf('query', schema.getQueryType()),
    ...fieldsOf('mutation', schema.getMutationType()),
  ])
}

/**
 * The text of an operation with all its arguments as variables and every field selected that can be
 * reached without a type recursion. An argument of a nested field is the variable `<field>_<argument>`.
 * For a subgraph only with the fields that it resolves.
 */
export function wholeOperation(name: string, subgraph?: Subgraph): string {
  const root = rootFieldsOf(subgraph).get(name)
  if (root === undefined) throw new Error(`the schema has no operation ${name}`)
  const declared: string[] = []
  const selection = select(name, root.field, { path: [], prefix: '', declared })
  const variables = declared.length === 0 ? '' : `(${declared.join(', ')})`
  return `${root.kind} ${variables} { ${selection} }`
}

interface Place {
  /** Types that enclose the selection. */
  readonly path: readonly GraphQLNamedType[]
  readonly prefix: string
  readonly declared: string[]
}

function select(name: string, field: GraphQLField<unknown, unknown>, place: Place): string {
  const type = getNamedType(field.type)
  const call = `${name}${callOf(field.args, place)}`
  if (isLeafType(type)) return call
  if (!isObjectType(type)) throw new Error(`${name} is neither an object nor a value`)
  const path = [...place.path, type]
  const inside = Object.values(type.getFields())
    .filter((inner) => !path.includes(getNamedType(inner.type)) && !isExternal(inner))
    .map((inner) => select(inner.name, inner, { ...place, path, prefix: `${inner.name}_` }))
  return `${call} { ${inside.join(' ')} }`
}

/** Whether the field is resolved by another subgraph, or from fields of another one. */
export function isExternal({ astNode }: GraphQLField<unknown, unknown>): boolean {
  return astNode?.directives?.some(({ name }) => /^(external|requires)$/.test(name.value)) ?? false
}

/** Values of required arguments of nested fields. */
const REQUIRED_INSIDE: Readonly<Record<string, string>> = { quantityIn_unit: '"SQUARES"' }

function callOf(args: readonly GraphQLArgument[], { prefix, declared }: Place): string {
  if (args.length === 0) return ''
  const given = args.map((arg) => {
    const required = REQUIRED_INSIDE[`${prefix}${arg.name}`]
    if (required !== undefined) return `${arg.name}: ${required}`
    const variable = `$${prefix}${arg.name}: ${String(arg.type)}${defaultOf(arg)}`
    if (!declared.includes(variable)) declared.push(variable)
    return `${arg.name}: $${prefix}${arg.name}`
  })
  return `(${given.join(', ')})`
}

function defaultOf({ defaultValue }: GraphQLArgument): string {
  return defaultValue === undefined ? '' : ` = ${JSON.stringify(defaultValue)}`
}

function fieldsOf(
  kind: RootField['kind'],
  type: GraphQLObjectType | null | undefined,
): [string, RootField][] {
  return Object.entries(type?.getFields() ?? {}).map(([name, field]) => [name, { kind, field }])
}
