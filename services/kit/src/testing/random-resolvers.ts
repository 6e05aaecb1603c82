import {
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  responsePathAsArray,
} from 'graphql'
import type {
  GraphQLFieldResolver,
  GraphQLLeafType,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLSchema,
} from 'graphql'
import { randomOf } from './random-query.ts'

/** Context of queries to the schema. */
export interface RandomContext {
  readonly seed: number
  /** Whether some values are promises. */
  readonly isAsync: boolean
}

/** The result of a resolver, decided by a text: the same text gives the same result. */
interface Resolving {
  readonly schema: GraphQLSchema
  readonly isAsync: boolean
  readonly seed: string
}

/**
 * Gives every second field a resolver; the other fields are properties and methods of the resolved objects. They return
 * values, promises, nulls, invalid values and errors of all kinds, decided by the context's `seed` and the field's path.
 */
export function addRandomResolvers(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('_')) continue
    for (const [index, field] of Object.values(type.getFields()).entries()) {
      if (index % 2 === 0 || type === schema.getQueryType()) field.resolve = resolverOf(schema)
    }
  }
}

function resolverOf(schema: GraphQLSchema): GraphQLFieldResolver<unknown, RandomContext> {
  return (_source, args, context, info) => {
    const place = `${responsePathAsArray(info.path).join('.')} ${JSON.stringify(args)}`
    const { isAsync, seed } = context
    return outcomeOf({ schema, isAsync, seed: `${seed} ${place}` }, info.returnType)
  }
}

function outcomeOf(resolving: Resolving, type: GraphQLOutputType): unknown {
  const value = (): unknown => valueOf(resolving, type)
  const { seed, isAsync } = resolving
  const kind = decide(seed, 24)
  if (kind === 0) throw new Error(`thrown at ${seed}`)
  if (kind === 1) return new Error(`returned at ${seed}`)
  if (!isAsync || kind > 8) return value()
  if (kind === 2) return Promise.reject(new Error(`rejected at ${seed}`))
  if (kind === 3) return Promise.resolve(new Error(`returned later at ${seed}`))
  return Promise.resolve().then(value)
}

function valueOf(resolving: Resolving, type: GraphQLOutputType): unknown {
  const { schema, seed } = resolving
  if (isNonNullType(type)) {
    return decide(`null ${seed}`, 20) === 0 ? null : valueOf(resolving, type.ofType)
  }
  const kind = decide(`kind ${seed}`, 12)
  if (kind === 0) return null
  if (kind === 1) return undefined
  if (isListType(type)) return listOf(resolving, type.ofType, kind)
  if (isLeafType(type)) return leafOf(type, seed)
  if (isObjectType(type)) return objectOf(resolving, type)
  const types = schema.getPossibleTypes(type)
  const runtimeType = types[decide(`type ${seed}`, types.length + 1)]
  if (runtimeType !== undefined) return objectOf(resolving, runtimeType)
  return kind % 2 === 0 ? {} : { __typename: 'Query' }
}

function listOf(resolving: Resolving, itemType: GraphQLOutputType, kind: number): unknown {
  const { seed, isAsync } = resolving
  if (kind === 2 && decide(seed, 3) === 0) return 'no list'
  const items = Array.from({ length: decide(`length ${seed}`, 4) }, (_, index) => {
    const value = valueOf({ ...resolving, seed: `${seed} ${index}` }, itemType)
    // graphql-js abandons pending items when an item that must not be null fails synchronously.
    const isLater = isNonNullType(itemType) || decide(`later ${seed} ${index}`, 6) === 0
    return isAsync && isLater ? Promise.resolve(value) : value
  })
  return kind === 3 ? new Set(items) : items
}

function objectOf(resolving: Resolving, type: GraphQLObjectType): object {
  const properties = Object.values(type.getFields()).map(({ name, type: fieldType }) => {
    const field = { ...resolving, seed: `${resolving.seed} ${name}` }
    const isMethod =
      !isLeafType(getNullableType(fieldType)) || decide(`method ${field.seed}`, 4) === 0
    return [name, isMethod ? () => outcomeOf(field, fieldType) : valueOf(field, fieldType)]
  })
  return { __typename: type.name, ...Object.fromEntries(properties) }
}

const LEAVES: Readonly<Record<string, readonly unknown[]>> = {
  ID: ['b-1', 7, '"', true],
  String: [
    'plain',
    'with "quotes" and \\',
    'line\nbreak \u0007',
    'half \ud83c of a pair',
    '🏠',
    12,
    true,
    {},
  ],
  Int: [0, -1, 2_147_483_647, 2_147_483_648, 1.5, '12', 'x', true, Number.NaN],
  Float: [0.1, -0, 1e21, 1e-7, 12, '1.5', Number.POSITIVE_INFINITY, false],
  Boolean: [true, false, 1, 0, 'true'],
  DateTime: [new Date(0), new Date('2026-03-14T15:09:26.535Z'), '2026-03-14T15:09:26.535Z'],
  JSON: [{ a: [1, { b: null }] }, [], 'text', 0, false, new Date(0)],
  Mood: ['GOOD', 'BAD', 'UGLY'],
}

/** Values that the type accepts, converts, or refuses. */
function leafOf({ name }: GraphQLLeafType, seed: string): unknown {
  const values = LEAVES[name] ?? []
  return values[decide(`leaf ${seed}`, values.length)]
}

/** FNV-1a of the text as a number below the limit. */
function decide(text: string, below: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return randomOf(hash)(below)
}
