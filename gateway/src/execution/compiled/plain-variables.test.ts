import type { JsonObject } from '@takeoff/kit/values/json'
import { buildSchema, getVariableValues, parse } from 'graphql'
import type { OperationDefinitionNode } from 'graphql'
import { describe, expect, it } from 'vitest'
import { compilePlainVariables } from './plain-variables.ts'

const schema = buildSchema(`
  scalar JSON
  enum Trade { ROOF SIDING }
  input Item { id: ID!, quantity: Float, notes: [String!], waste: Int! = 10, trade: Trade, inner: Item, any: JSON }
  input Choice @oneOf { id: ID, name: String }
  type Query { field: Int }
`)

/** The variables of an operation, as it declares them. */
function definitionsOf(declared: string) {
  const [operation] = parse(`query (${declared}) { field }`).definitions
  return (operation as OperationDefinitionNode).variableDefinitions ?? []
}

function isPlain(declared: string, variables: JsonObject): boolean {
  return compilePlainVariables(schema, definitionsOf(declared))(variables)
}

it.each<[string, JsonObject]>([
  ['$v: String', { v: 'a' }],
  ['$v: String', { v: null }],
  ['$v: String', {}],
  ['$v: String! = "a"', {}],
  ['$v: Int!', { v: -2_147_483_647 }],
  ['$v: Float!', { v: 0.5 }],
  ['$v: Boolean!', { v: false }],
  ['$v: ID!', { v: '7' }],
  ['$v: ID!', { v: 7 }],
  ['$v: Trade!', { v: 'ROOF' }],
  ['$v: JSON!', { v: { any: ['thing'] } }],
  ['$v: [Int!]!', { v: [] }],
  ['$v: [[Int]!]!', { v: [[1, null], []] }],
  ['$v: Item!', { v: { id: 1 } }],
  ['$v: Item!', { v: { id: 1, quantity: 2.5, notes: ['a'], trade: 'SIDING', any: 1 } }],
  ['$v: Item!', { v: { id: 1, inner: { id: 2, inner: { id: 3, inner: null } } } }],
  ['$v: String', { other: 1 }],
])('%s with %j is certainly valid', (declared, variables) => {
  expect(isPlain(declared, variables)).toBe(true)
})

describe('left to GraphQL is', () => {
  it.each<[string, JsonObject]>([
    ['$v: [Int!]!', { v: 1 }],
    ['$v: ID!', { v: 2 ** 31 }],
    ['$v: Choice!', { v: { id: 1 } }],
  ])('a value that it accepts: %s with %j', (declared, variables) => {
    expect(isPlain(declared, variables)).toBe(false)
    expect(getVariableValues(schema, definitionsOf(declared), variables).errors).toBeUndefined()
  })

  it.each<[string, JsonObject]>([
    ['$v: String!', {}],
    ['$v: String!', { v: null }],
    ['$v: String! = "a"', { v: null }],
    ['$v: constructor', { v: 1 }],
    ['$v: Query', { v: {} }],
    ['$constructor: String!', {}],
    ['$a: Int, $v: Int', { a: 1, v: 'b' }],
  ])('an invalid value: %s with %j', (declared, variables) => {
    expect(isPlain(declared, variables)).toBe(false)
    expect(getVariableValues(schema, definitionsOf(declared), variables).errors).toBeDefined()
  })
})

const TYPES = ['String', 'Int', 'Float', 'Boolean', 'ID', 'Trade', 'JSON', 'Item', 'Choice']
const declarations = TYPES.flatMap((type) => [type, `${type}!`, `[${type}!]`, `[${type}]!`])
const values: readonly unknown[] = [
  [null, '', 'a', 'ROOF', 'roof', true, 0, 1, -1, 1.5, 2 ** 31, -(2 ** 31), 1e300, [], {}],
  [{ id: 'a' }, { id: null }, { id: 1.5 }, { quantity: 1 }, { id: 1, waste: null }],
  [
    { id: 1, other: 1 },
    { id: 1, notes: 'a' },
    { id: 1, notes: [null] },
    { id: 1, trade: 'X' },
  ],
  [{ id: 1, inner: {} }, { id: 1, inner: [] }, JSON.parse('{"id":1,"__proto__":1}')],
  [{ id: 1, constructor: 1 }, { id: 1, name: 'a' }, { name: null }],
].flat()

describe.each(declarations)('of a %s', (type) => {
  it('no value that GraphQL refuses is accepted', () => {
    const definitions = definitionsOf(`$v: ${type}`)
    const arePlain = compilePlainVariables(schema, definitions)
    const plain = values.flatMap((one) => [one, [one], [1, one]]).filter((v) => arePlain({ v }))
    const refused = plain.filter((v) => getVariableValues(schema, definitions, { v }).errors)
    expect(refused).toEqual([])
  })
})
