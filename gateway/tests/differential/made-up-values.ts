import {
  getNullableType,
  GraphQLError,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type {
  GraphQLFieldResolver,
  GraphQLNamedType,
  GraphQLOutputType,
  GraphQLResolveInfo,
  GraphQLSchema,
} from 'graphql'
import type { EntityKinds } from './entity-kinds.ts'
import type { Tally } from './tally.ts'

/** The random choices of one operation. */
export interface World {
  readonly seed: string
  /** Whether fields fail and fetches break down. */
  readonly isFailing: boolean
  /** Whether responses violate the schema. */
  readonly isMalformed: boolean
  readonly tally: Tally
}

/** An object of a made-up subgraph. */
export interface Thing {
  readonly __typename: string
  /** Determines the values of its fields. An entity's is its id. */
  readonly seed: string
  readonly representation?: Readonly<Record<string, unknown>>
}

/** One of this many values is null, one fails, and one of a leaf is zero, empty or false. */
const ODDS = { null: 17, error: 25, nothing: 5 }
/** Instead of nothing. */
const SOMETHING: ReadonlyMap<unknown, unknown> = new Map<unknown, unknown>([
  [0, 1],
  ['', 'v'],
  [false, true],
])
/** So few that several places show the same one. */
const ENTITIES = 3
const LIST_MAX = 5

/** A number from 0 to 2^32 - 1, the same one for the same text (FNV-1a, mixed as by murmur3). */
export function draw(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The value of any field, so that all subgraphs that know a field agree on it. */
export function fieldResolver(
  schema: GraphQLSchema,
  kinds: EntityKinds,
): GraphQLFieldResolver<Thing, World> {
  return (source, args, world, info) => {
    const key = keyValue(source, info)
    if (key !== undefined) return key
    const field = `${info.fieldName}(${JSON.stringify(args)})`
    const seed = `${source.seed}.${field}${required(source, info)}`
    const value = makeValue({ schema, kinds, world }, info.returnType, seed)
    return isRenamed(info) ? (SOMETHING.get(value) ?? value) : value
  }
}

/** The planner gives a field another name where types differ on it; stock then treats a missing value as null. */
function isRenamed({ path }: GraphQLResolveInfo): boolean {
  return String(path.key).includes('__alias_')
}

/** The type, of a family of entities, that an id identifies. */
export function concreteType(family: string, id: string, kinds: EntityKinds): string {
  const types = kinds.get(family) ?? [family]
  return types[Number(/\d+/.exec(id)?.[0] ?? 0) % types.length] ?? family
}

/** A field that needs others of another subgraph depends on their values. */
function required(
  { representation }: Thing,
  { parentType, fieldName }: GraphQLResolveInfo,
): string {
  const directives = parentType.getFields()[fieldName]?.astNode?.directives ?? []
  const requires = directives.some(({ name }) => name.value === 'requires')
  return requires ? JSON.stringify(representation) : ''
}

const KEYS: Readonly<Record<string, string>> = { id: '', sku: 'sku-', upc: 'upc-' }

/** Every key has the entity's id in it, so that each of them leads to the same entity. */
function keyValue({ seed, __typename }: Thing, info: GraphQLResolveInfo): string | undefined {
  const { fieldName, returnType } = info
  if (__typename === 'Owner' && fieldName === 'login') return `login-${seed.split('.')[0]}`
  const prefix = KEYS[fieldName]
  const isKey = String(getNullableType(returnType)) === 'ID' || fieldName === 'sku'
  return prefix !== undefined && isKey ? `${prefix}${seed}` : undefined
}

interface Making {
  readonly schema: GraphQLSchema
  readonly kinds: EntityKinds
  readonly world: World
}

function makeValue(making: Making, type: GraphQLOutputType, seed: string): unknown {
  const { world } = making
  const chance = (what: string): number => draw(`${world.seed} ${seed} ${what}`)
  if (world.isFailing && chance('error') % ODDS.error === 0) return failure(chance('code') % 3)
  if (!isNonNullType(type) && chance('null') % ODDS.null === 0) return null
  const nullable = getNullableType(type)
  if (isListType(nullable)) {
    const length = chance('length') % LIST_MAX
    const element = nullable.ofType
    return Array.from({ length }, (_, index) => makeValue(making, element, `${seed}[${index}]`))
  }
  if (isObjectType(nullable) || isAbstractType(nullable)) return makeObject(making, nullable, seed)
  if (isEnumType(nullable)) return oneOf(nullable.getValues(), chance('value')).value as unknown
  return leaf(nullable.name, chance('value'))
}

function makeObject(making: Making, type: GraphQLNamedType, seed: string): Thing {
  const { schema, kinds, world } = making
  const { name } = type
  const number = draw(`${world.seed} ${seed}`)
  const families = [...kinds].filter(([family, types]) => family === name || types.includes(name))
  const [widest] = families.map(([, types]) => types).sort((a, b) => b.length - a.length)
  if (widest !== undefined) return makeEntity({ type, kinds, widest }, number)
  if (!isAbstractType(type)) return { __typename: name, seed }
  const possible = schema.getPossibleTypes(type).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return makeObject(making, oneOf(possible, number), seed)
}

interface MakingEntity {
  readonly type: GraphQLNamedType
  readonly kinds: EntityKinds
  /** The types that an id of this one distinguishes. */
  readonly widest: readonly string[]
}

/** An object type among several has the ids that lead to it, an interface any of them. */
function makeEntity({ type, kinds, widest }: MakingEntity, drawn: number): Thing {
  const number = drawn % (ENTITIES * widest.length)
  const nth = widest.indexOf(type.name)
  const seed = String(nth < 0 ? number : number - (number % widest.length) + nth)
  return {
    __typename: isAbstractType(type) ? concreteType(type.name, seed, kinds) : type.name,
    seed,
  }
}

function oneOf<T>(values: readonly T[], number: number): T {
  const value = values[number % values.length]
  if (value === undefined) throw new Error('nothing to choose from')
  return value
}

function failure(number: number): GraphQLError {
  const extensions = { code: `CODE_${number}`, argument: 'x' }
  return new GraphQLError(`made-up failure ${number}`, { extensions })
}

function leaf(type: string, number: number): unknown {
  const isNothing = number % ODDS.nothing === 0
  switch (type) {
    case 'Int':
      return isNothing ? 0 : number % 100_000
    case 'Float':
      return isNothing ? 0 : (number % 1000) / 8
    case 'Boolean':
      return number % 2 === 0
    default:
      return isNothing ? '' : `v${number % 1000}`
  }
}
