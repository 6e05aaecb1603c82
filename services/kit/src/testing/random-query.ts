import { getNamedType, isAbstractType, isCompositeType, isUnionType } from 'graphql'
import type { GraphQLCompositeType, GraphQLField, GraphQLObjectType, GraphQLSchema } from 'graphql'
import { seededRandom } from './seeded-random.ts'

const DEPTH_MAX = 3
const SELECTIONS_MAX = 4
const WITHOUT_ARGUMENTS = [
  { alias: '', values: '' },
  { alias: 'Again', values: '' },
]
const WITH_ARGUMENTS = [
  { alias: '', values: '' },
  { alias: 'Twice', values: '(times: 2)' },
  { alias: 'Variable', values: '(times: $times)' },
  { alias: 'Null', values: '(times: null)' },
]

/** Returns a number from 0 to `below`, exclusive; the same seed gives the same numbers. */
export type Random = (below: number) => number

export function randomOf(seed: number): Random {
  const random = seededRandom(seed)
  return (below) => (random() * 2 ** 32) % below
}

/**
 * A valid query over a schema whose arguments are all called `times` and are integers: with aliases, fragments of
 * both kinds, merged fields, and conditions on the variables `yes`, `no` and `maybe`.
 */
export function randomQuery(schema: GraphQLSchema, random: Random): string {
  const fragments: string[] = []
  const query = schema.getQueryType() as GraphQLObjectType
  const selections = selectionsOf({ schema, random, fragments }, query, 0)
  return [
    `query Random($yes: Boolean!, $no: Boolean! = false, $maybe: Boolean!, $times: Int) ${selections}`,
    ...fragments,
  ].join('\n')
}

interface Making {
  readonly schema: GraphQLSchema
  readonly random: Random
  readonly fragments: string[]
}

function selectionsOf(making: Making, type: GraphQLCompositeType, depth: number): string {
  const count = 1 + making.random(SELECTIONS_MAX)
  const made = Array.from({ length: count }, () => selectionOf(making, type, depth))
  return `{ __typename ${made.join(' ')} }`
}

function selectionOf(making: Making, type: GraphQLCompositeType, depth: number): string {
  const { random, schema } = making
  const kind = depth < DEPTH_MAX ? random(10) : 9
  if (kind === 0) return `... ${conditionOf(random)} ${selectionsOf(making, type, depth + 1)}`
  if (kind === 1) return `...${fragmentOf(making, type, depth + 1)} ${conditionOf(random)}`
  if (isAbstractType(type) && kind < 6) {
    const possible = oneOf(random, schema.getPossibleTypes(type))
    return `... on ${possible.name} ${selectionsOf(making, possible, depth + 1)}`
  }
  if (isUnionType(type)) return '__typename'
  const fields = Object.values(type.getFields()).filter(({ name }) => !name.startsWith('_'))
  return fieldOf(making, oneOf(random, fields), depth)
}

function fragmentOf(making: Making, type: GraphQLCompositeType, depth: number): string {
  const place = making.fragments.push('') - 1
  const selections = selectionsOf(making, type, depth)
  making.fragments[place] = `fragment F${place} on ${type.name} ${selections}`
  return `F${place}`
}

/** Fields of one name with different arguments have different keys, so that selections of one key can be merged. */
function fieldOf(
  making: Making,
  { name, args, type }: GraphQLField<unknown, unknown>,
  depth: number,
): string {
  const { random } = making
  const variants = args.length === 0 ? WITHOUT_ARGUMENTS : WITH_ARGUMENTS
  const { alias, values } = oneOf(random, variants)
  const key = alias === '' ? '' : `${name}${alias}: `
  const named = getNamedType(type)
  const below = isCompositeType(named) ? ` ${selectionsOf(making, named, depth + 1)}` : ''
  return `${key}${name}${values} ${conditionOf(random)}${below}`
}

function conditionOf(random: Random): string {
  return oneOf(random, [
    ...Array<string>(12).fill(''),
    '@include(if: $yes)',
    '@include(if: $maybe)',
    '@skip(if: $maybe)',
    '@skip(if: $no) @include(if: $yes)',
    '@include(if: false)',
  ])
}

function oneOf<T>(random: Random, from: readonly T[]): T {
  return from[random(from.length)] as T
}
