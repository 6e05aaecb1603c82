import { readFileSync } from 'node:fs'
import { buildSchema, getNamedType, isLeafType, isObjectType } from 'graphql'
import type { GraphQLArgument, GraphQLField, GraphQLNamedType, GraphQLObjectType } from 'graphql'

const supergraph = new URL('../../../gateway/supergraph.graphql', import.meta.url)
const schema = buildSchema(readFileSync(supergraph, 'utf8'), { assumeValidSDL: true })

interface RootField {
  readonly kind: 'query' | 'mutation'
  readonly field: GraphQLField<unknown, unknown>
}

const rootFields = new Map<string, RootField>([
  ...fieldsOf('query', schema.getQueryType()),
  ...fieldsOf('mutation', schema.getMutationType()),
])

/** Every operation that the composed schema offers. */
export const operationNames: readonly string[] = [...rootFields.keys()]

/**
 * The text of an operation with all its arguments as variables and every field selected that can be
 * reached without a type recursion. An argument of a nested field is the variable `<field>_<argument>`.
 */
export function wholeOperation(name: string): string {
  const root = rootFields.get(name)
  if (root === undefined) throw new Error(`the composed schema has no operation ${name}`)
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
  const call = `${name}${argumentsOf(field.args, place)}`
  if (isLeafType(type)) return call
  if (!isObjectType(type)) throw new Error(`${name} is neither an object nor a value`)
  const path = [...place.path, type]
  const inside = Object.values(type.getFields())
    .filter((inner) => !path.includes(getNamedType(inner.type)))
    .map((inner) => select(inner.name, inner, { ...place, path, prefix: `${inner.name}_` }))
  return `${call} { ${inside.join(' ')} }`
}

/** Values of required arguments of nested fields. */
const REQUIRED_INSIDE: Readonly<Record<string, string>> = { quantityIn_unit: '"SQUARES"' }

function argumentsOf(args: readonly GraphQLArgument[], { prefix, declared }: Place): string {
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
