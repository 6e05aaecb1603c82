import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql'
import type {
  GraphQLArgument,
  GraphQLCompositeType,
  GraphQLField,
  GraphQLInputType,
  GraphQLObjectType,
  GraphQLSchema,
} from 'graphql'
import { literal } from './literal.ts'

/** 0 ≤ random < 1 */
export type Random = () => number

export interface RandomOperation {
  readonly query: string
  readonly operationName: string | undefined
  readonly variables: Readonly<Record<string, unknown>>
}

const DEPTH_MAX = 5
/** Most selections of one operation: the planner takes more than linear time. */
const SELECTIONS_MAX = 24
const SELECTIONS_OF_SET_MAX = 5
const ROOTS_MAX = 3
/** Names that an object inherits, and names of the kind that compilers make. */
const ALIASES = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'v1', 'data', 'a']
const STRINGS = ['', 'x', 'emoji 🏠 "quoted"', '\u2028']

/** An operation that may be invalid only where names collide. */
export function randomOperation(schema: GraphQLSchema, random: Random): RandomOperation {
  const mutations = schema.getMutationType()
  const isMutation = Boolean(mutations) && random() < 0.1
  const root = isMutation ? mutations : schema.getQueryType()
  if (!root) throw new Error('a schema has a Query')
  const writer = new Writer(schema, random)
  const set = writer.selectionSet(root, 0)
  if (isMutation || random() > 0.05) return writer.finish(isMutation ? 'mutation' : 'query', set)
  return writer.finish('query', set.replace(/\}$/, `${INTROSPECTION} }`))
}

const INTROSPECTION = '__schema { queryType { name } } type: __type(name: "Query") { kind }'

class Writer {
  readonly #schema: GraphQLSchema
  readonly #random: Random
  readonly #definitions: string[] = []
  readonly #variables: Record<string, unknown> = {}
  readonly #fragments: string[] = []
  /** Makes names that no other thing has. */
  #count = 0
  #selections = 0

  constructor(schema: GraphQLSchema, random: Random) {
    this.#schema = schema
    this.#random = random
  }

  finish(kind: string, set: string): RandomOperation {
    const definitions = this.#definitions.length > 0 ? `(${this.#definitions.join(', ')})` : ''
    const isOneOfTwo = this.#random() < 0.05
    const operation = `${kind} Generated${definitions} ${set}`
    const other = isOneOfTwo ? ['query Other { __typename }'] : []
    return {
      query: [...other, operation, ...this.#fragments].join('\n'),
      operationName: isOneOfTwo ? 'Generated' : undefined,
      variables: this.#variables,
    }
  }

  selectionSet(type: GraphQLCompositeType, depth: number): string {
    const count = 1 + this.#below(depth === 0 ? ROOTS_MAX : SELECTIONS_OF_SET_MAX)
    const parts: string[] = []
    for (let index = 0; index < count && this.#selections < SELECTIONS_MAX; index += 1)
      parts.push(this.#selection(type, depth))
    const written = parts.filter((part) => part !== '')
    return `{ ${written.length > 0 ? written.join(' ') : '__typename'} }`
  }

  #selection(type: GraphQLCompositeType, depth: number): string {
    this.#selections += 1
    const chance = this.#random()
    if (depth > 0 && chance < 0.08) return `${this.#alias(0.2)}__typename${this.#conditions()}`
    if (depth < DEPTH_MAX && chance < (isAbstractType(type) ? 0.5 : 0.15))
      return this.#fragment(type, depth)
    if (!('getFields' in type)) return '__typename'
    const fields = Object.values(type.getFields())
    const field = fields[this.#below(fields.length)]
    return field === undefined ? '' : this.#field(field, depth)
  }

  /** The same field of all types that an abstract one may be: subgraphs may have other types for it each. */
  #fieldOfEach(types: readonly GraphQLObjectType[]): string {
    const [first, ...others] = types
    const common = Object.values(first?.getFields() ?? {}).filter(
      ({ name, type, args }) =>
        isLeafType(getNamedType(type)) &&
        args.length === 0 &&
        others.every((other) => name in other.getFields()),
    )
    const field = common[this.#below(common.length)]
    const alias = this.#alias(0.3)
    return types
      .map(({ name }) => `... on ${name} { ${alias}${field?.name ?? '__typename'} }`)
      .join(' ')
  }

  #fragment(type: GraphQLCompositeType, depth: number): string {
    if (isAbstractType(type) && this.#random() < 0.15)
      return this.#fieldOfEach(this.#schema.getPossibleTypes(type))
    const possible = isAbstractType(type) ? this.#schema.getPossibleTypes(type) : [type]
    const around = 'getInterfaces' in type ? type.getInterfaces() : []
    const candidates = [type, ...possible, ...possible, ...around]
    const on = candidates[this.#below(candidates.length)] ?? type
    const set = this.selectionSet(on, depth + 1)
    if (this.#random() < 0.3) {
      const name = `F${(this.#count += 1)}`
      this.#fragments.push(`fragment ${name} on ${on.name} ${set}`)
      return `...${name}${this.#conditions()}`
    }
    const condition = on === type && this.#random() < 0.3 ? '' : ` on ${on.name}`
    return `...${condition}${this.#conditions()} ${set}`
  }

  #field({ name, type, args }: GraphQLField<unknown, unknown>, depth: number): string {
    const named = getNamedType(type)
    if (isCompositeType(named) && depth >= DEPTH_MAX) return ''
    const given = this.#arguments(args)
    // Arguments differ from place to place, so a field with some has a name of its own.
    const head = `${this.#alias(given === '' ? 0.15 : 1)}${name}${given}${this.#conditions()}`
    return isCompositeType(named) ? `${head} ${this.selectionSet(named, depth + 1)}` : head
  }

  #alias(chance: number): string {
    if (this.#random() >= chance) return ''
    if (this.#random() < 0.2) return `${ALIASES[this.#below(ALIASES.length)] ?? 'b'}: `
    return `a${(this.#count += 1)}: `
  }

  #conditions(): string {
    return `${this.#condition('skip')}${this.#condition('include')}`
  }

  #condition(directive: 'skip' | 'include'): string {
    if (this.#random() > 0.06) return ''
    const value = this.#random() < 0.5
    if (this.#random() < 0.4) return ` @${directive}(if: ${value})`
    return ` @${directive}(if: $${this.#variable('Boolean!', value, String(!value))})`
  }

  /** @param otherwise what it may be by default, as a literal */
  #variable(type: string, value: unknown, otherwise: string): string {
    const name = `v${(this.#count += 1)}`
    const hasDefault = this.#random() < 0.3
    this.#definitions.push(`$${name}: ${type}${hasDefault ? ` = ${otherwise}` : ''}`)
    const isOptional = hasDefault || !type.endsWith('!')
    if (!isOptional || this.#random() < 0.6) this.#variables[name] = this.#sent(value)
    return name
  }

  /** Rarely an invalid value: the operation is refused. */
  #sent(value: unknown): unknown {
    return this.#random() < 0.01 ? { no: 'such value' } : value
  }

  #arguments(args: readonly GraphQLArgument[]): string {
    const given = args.flatMap(({ name, type, defaultValue }) => {
      const isNeeded = isNonNullType(type) && defaultValue === undefined
      if (!isNeeded && this.#random() < 0.5) return []
      const text =
        this.#random() < 0.5
          ? `$${this.#variable(String(type), this.#value(type, 0), this.#literal(type))}`
          : this.#literal(type)
      return [`${name}: ${text}`]
    })
    return given.length > 0 ? `(${given.join(', ')})` : ''
  }

  #literal(type: GraphQLInputType): string {
    return literal(this.#value(type, 0), type)
  }

  #value(type: GraphQLInputType, depth: number): unknown {
    if (isNonNullType(type)) return this.#something(type.ofType, depth)
    return this.#random() < 0.1 ? null : this.#something(type, depth)
  }

  #something(type: GraphQLInputType, depth: number): unknown {
    if (isListType(type)) {
      const element = type.ofType
      return Array.from({ length: this.#below(3) }, () => this.#value(element, depth + 1))
    }
    if (isEnumType(type)) return type.getValues()[this.#below(type.getValues().length)]?.name
    if (!isInputObjectType(type)) return this.#scalar(String(type))
    const fields = Object.values(type.getFields()).filter(
      (field) => isNonNullType(field.type) || (depth < 3 && this.#random() < 0.4),
    )
    return Object.fromEntries(fields.map(({ name, type }) => [name, this.#value(type, depth + 1)]))
  }

  #scalar(name: string): unknown {
    switch (name) {
      case 'Int':
        return this.#below(5)
      case 'Float':
        return this.#below(50) / 4
      case 'Boolean':
        return this.#random() < 0.5
      case 'ID':
        return String(this.#below(12))
      default:
        return STRINGS[this.#below(STRINGS.length)]
    }
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count)
  }
}
