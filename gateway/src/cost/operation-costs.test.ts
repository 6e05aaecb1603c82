import { buildSchema, getOperationAST, parse } from 'graphql'
import { describe, expect, it, test } from 'vitest'
import { readCostDirectives } from './cost-directives.ts'
import { OperationCosts } from './operation-costs.ts'
import type { PathError } from './key-cost.ts'

const LIST_SIZE = 100

const directives = `
  directive @cost(weight: String!) on ARGUMENT_DEFINITION | ENUM | FIELD_DEFINITION | INPUT_FIELD_DEFINITION | OBJECT | SCALAR
  directive @listSize(assumedSize: Int, slicingArguments: [String!], sizedFields: [String!], requireOneSlicingArgument: Boolean = true) on FIELD_DEFINITION
`

interface CostRequest {
  readonly variables?: Readonly<Record<string, unknown>>
  readonly data?: unknown
  readonly errors?: readonly PathError[]
}

function costsOf(sdl: string) {
  const costs = new OperationCosts({
    schema: buildSchema(directives + sdl),
    directives: readCostDirectives(sdl),
    listSize: LIST_SIZE,
  })
  return (query: string, { variables = {}, data, errors }: CostRequest = {}) => {
    const document = parse(query)
    const operation = getOperationAST(document)
    if (operation === null || operation === undefined) throw new Error('one operation, please')
    const cost = costs.of({ document, operation, variables })
    return { requested: cost.requested, actual: cost.actual(data, errors) }
  }
}

describe('without directives', () => {
  const cost = costsOf(`
    type Query {
      scalar(id: ID): String
      byObject(args: OuterInput): String
      object: First
      some: Union
      face: Face
      objects: [First]
      listed(args: OuterInput): [First]
      numbers: [Int]
      grid: [[First]]
    }
    type Mutation { change: Int }
    type First { number: Int  inner: [Second] }
    interface Face { text: String }
    type Second implements Face { number: Int  text: String }
    union Union = First | Second
    input InnerInput { id: ID }
    input OuterInput { inner: InnerInput  inner2: InnerInput  list: [InnerInput!] }
  `)

  it.each([
    ['a scalar is free', '{ scalar(id: 1) }', 0],
    ['a mutation costs 100', 'mutation { change }', 100],
    ['each of several mutations costs 100', 'mutation { a: change b: change }', 200],
    ['an object costs 1', '{ object { number } }', 1],
    ['as does an object of an interface', '{ face { text } }', 1],
    ['and the member of a union', '{ some { ... on First { number } } }', 1],
    ['a list costs its elements', '{ objects { number } }', 100],
    ['a list of scalars is free', '{ numbers }', 0],
    ['lists in lists multiply', '{ objects { inner { text } } }', 10_100],
    ['the fields below a list of lists are counted once', '{ grid { number } }', 100],
    ['the same field twice is one', '{ object { number } object { number } }', 1],
    ['the same field under two names is two', '{ a: object { number } b: object { number } }', 2],
    ['__typename is free', '{ __typename object { __typename } }', 1],
    [
      'a fragment costs its fields',
      '{ object { ...F } } fragment F on First { inner { text } }',
      101,
    ],
    ['a skipped selection is free', '{ objects @skip(if: true) { number } }', 0],
    ['as is one that is not included', '{ ... @include(if: false) { objects { number } } }', 0],
    [
      'each object of an input costs 1',
      '{ byObject(args: { inner: { id: 1 }, inner2: { id: 2 }, list: [{ id: 3 }, { id: 4 }] }) }',
      5,
    ],
    ['an input is paid once for a list', '{ listed(args: { inner: { id: 1 } }) { number } }', 102],
    ['introspection counts like anything else', '{ __schema { types { name } } }', 101],
    ['a type by name is one', '{ __type(name: "First") { name fields { name } } }', 101],
  ])('%s', (_rule, query, requested) => expect(cost(query).requested).toBe(requested))

  it('mutually exclusive fields count as the most expensive of them', () => {
    const query = '{ some { ... on First { x: inner { text } } ... on Second { x: text } } }'
    expect(cost(query).requested).toBe(101)
  })

  it('an input counts the same as a variable', () => {
    const args = { inner: { id: 1 }, list: [{ id: 3 }] }
    const query = 'query ($args: OuterInput) { byObject(args: $args) }'
    expect(cost(query, { variables: { args } }).requested).toBe(3)
    expect(cost(query, { variables: { args: null } }).requested).toBe(0)
  })

  it('conditions are decided by the variables of each request, or their defaults', () => {
    const query = 'query ($yes: Boolean = true) { objects @include(if: $yes) { number } }'
    expect(cost(query).requested).toBe(100)
    expect(cost(query, { variables: { yes: false } }).requested).toBe(0)
  })
})

describe('with @cost', () => {
  const cost = costsOf(`
    type Query {
      dear: Int @cost(weight: "5")
      argued(arg: Int @cost(weight: "10")): Int
      choice: Choice
      input(input: Input): Int
      special: Special
      object: Dear
      any: Any
      face: Face
      approximate(roughly: Boolean @cost(weight: "-3")): Dear @cost(weight: "5")
      cheap(cheaper: Boolean @cost(weight: "-9")): Int @cost(weight: "5")
      products(filter: Int @cost(weight: "15")): [String] @cost(weight: "0.5") @listSize(assumedSize: 10)
    }
    type Mutation {
      render(input: Input): Dear @cost(weight: "1500")
      several: [Owner] @cost(weight: "50") @listSize(assumedSize: 3)
    }
    enum Choice @cost(weight: "15") { A B }
    scalar Special @cost(weight: "30")
    type Dear implements Face @cost(weight: "40") { id: ID  owner: Owner @cost(weight: "7") }
    type Owner implements Face { id: ID  owner: Owner }
    union Any = Dear | Owner
    interface Face { id: ID  owner: Owner }
    input Input { dear: Int @cost(weight: "20") }
  `)

  it.each([
    ['a field', '{ dear }', 5],
    ['an argument that is given', '{ argued(arg: 3) }', 10],
    ['one that is not', '{ argued }', 0],
    ['null', '{ argued(arg: null) }', 0],
    ['an enum', '{ choice }', 15],
    ['a scalar', '{ special }', 30],
    ['a type', '{ object { id } }', 40],
    ['the field of an input, and the input', '{ input(input: { dear: 1 }) }', 21],
    ['a field rather than its type', '{ object { owner { id } } }', 47],
    ['a union as its most expensive member', '{ any { __typename } }', 40],
    [
      'a field of an interface as that of its most expensive object',
      '{ face { owner { id } } }',
      47,
    ],
    ['an argument that saves work', '{ approximate(roughly: true) { id } }', 2],
    ['one that saves more than the cost', '{ cheap(cheaper: true) }', 0],
    ['fractions', '{ products(filter: 1) }', 20],
    ['a mutation, besides its response', 'mutation { render { id } }', 1540],
    ['each of several mutations', 'mutation { a: render { id } b: render { id } }', 3080],
    ['a mutation that returns a list once', 'mutation { several { id } }', 53],
  ])('weighs %s', (_what, query, requested) => expect(cost(query).requested).toBe(requested))

  it('is read under the name that it was imported as', () => {
    const renamed = readCostDirectives(`
      schema @link(url: "https://specs.apollo.dev/cost/v0.1", import: [{ name: "@cost", as: "@price" }]) { query: Query }
      type Query { dear: Int @price(weight: 5)  list: [Int] @cost__listSize(assumedSize: 3) @cost(weight: 9) }
    `)
    expect([...renamed.weights]).toEqual([['Query.dear', 5]])
    expect(renamed.listSizes.get('Query.list')?.assumedSize).toBe(3)
  })
})

describe('with @listSize', () => {
  const cost = costsOf(`
    type Query {
      assumed: [Item] @listSize(assumedSize: 7)
      sliced(first: Int = 4, last: Int): [Item] @listSize(slicingArguments: ["first", "last"], requireOneSlicingArgument: false)
      strict(first: Int, last: Int): [Item] @listSize(slicingArguments: ["first", "last"])
      fallback(first: Int): [Item] @listSize(slicingArguments: ["first"], assumedSize: 9, requireOneSlicingArgument: false)
      unknown(first: Int): [Item] @listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)
      byIds(ids: [ID!]!): [Item] @listSize(slicingArguments: ["ids"])
      searched(filter: Filter): [Item] @listSize(slicingArguments: ["filter.page.first"], requireOneSlicingArgument: false)
      connection(first: Int): Connection @listSize(slicingArguments: ["first"], sizedFields: ["nodes", "edges"])
      deep(first: Int = 3): Deep @listSize(slicingArguments: ["first"], sizedFields: ["nodes", "results { nodes }", "results.edges"])
    }
    type Item { id: ID  parts: [Item] @listSize(assumedSize: 2) }
    type Edge { node: Item }
    type Connection { nodes: [Item]  edges: [Edge]  others: [Item]  total: Int }
    type Deep { nodes: [Item]  results: Connection }
    input Filter { page: Page }
    input Page { first: Int = 6 }
  `)

  it.each([
    ['the assumed size', '{ assumed { id } }', 7],
    ['an argument', '{ sliced(first: 5) { id } }', 5],
    ['the default of an argument', '{ sliced { id } }', 4],
    ['the largest of several', '{ sliced(first: 5, last: 8) { id } }', 8],
    ['the assumed size where none is given', '{ fallback { id } }', 9],
    ['an argument rather than the assumed size', '{ fallback(first: 2) { id } }', 2],
    ['the gateway’s own size where nothing is known', '{ unknown { id } }', 100],
    ['nothing below zero', '{ sliced(first: -5) { id } }', 0],
    ['the length of a list of ids', '{ byIds(ids: [1, 2, 3]) { id } }', 3],
    ['one value as a list of one', '{ byIds(ids: 300000) { id } }', 1],
    ['one text as a list of one', '{ byIds(ids: "300000") { id } }', 1],
    ['an argument inside of an input', '{ searched(filter: { page: { first: 5 } }) { id } }', 7],
    ['its default there', '{ searched(filter: { page: {} }) { id } }', 8],
    ['fields below', '{ connection(first: 5) { nodes { id } } }', 6],
    ['edges below, with their nodes', '{ connection(first: 5) { edges { node { id } } } }', 11],
    ['only the fields that it names', '{ connection(first: 5) { others { id } total } }', 101],
    [
      'fields below through fragments',
      '{ connection(first: 5) { ... on Connection { nodes { id } } } }',
      6,
    ],
    [
      'fields further below',
      '{ deep { nodes { id } results { nodes { id } edges { node { id } } } } }',
      14,
    ],
    ['lists in lists', '{ assumed { parts { id } } }', 21],
  ])('counts %s', (_what, query, requested) => expect(cost(query).requested).toBe(requested))

  it('takes sizes from the variables of each request, or their defaults', () => {
    const query = 'query ($n: Int = 3) { fallback(first: $n) { id } }'
    expect(cost(query).requested).toBe(3)
    expect(cost(query, { variables: { n: 20 } }).requested).toBe(20)
    expect(cost(query, { variables: { n: null } }).requested).toBe(9)
    expect(cost(query, { variables: { n: 'no number' } }).requested).toBe(9)
  })

  it.each([
    '{ strict { id } }',
    '{ strict(first: 1, last: 1) { id } }',
    '{ connection { total } }',
  ])('needs exactly one slicing argument where the schema says so: %s', (query) =>
    expect(() => cost(query)).toThrow(/needs exactly one of first/),
  )
})

describe('the actual cost', () => {
  const cost = costsOf(`
    type Query {
      items(first: Int): [Item] @listSize(slicingArguments: ["first"])
      grid: [[Item]]
      any: [Any!]
    }
    type Item { id: ID @cost(weight: "2")  owner: Owner  parts(of: Int @cost(weight: "3")): [Item!] }
    type Owner { name: String }
    union Any = Item | Owner
    type Mutation { change: Item }
  `)
  const owner = { name: 'x' }

  it.each([
    [
      'counts the objects of the response',
      '{ items(first: 50) { owner { name } } }',
      { items: [{ owner }, { owner: null }, null] },
      3,
    ],
    [
      'applies the weights to the response',
      '{ items(first: 1) { id } }',
      { items: [{ id: 1 }, { id: 2 }] },
      6,
    ],
    [
      'looks into lists of lists',
      '{ grid { owner { name } } }',
      { grid: [[{ owner }], [{ owner }, null]] },
      4,
    ],
    [
      'counts arguments once for each object',
      '{ items(first: 1) { parts(of: 1) { owner { name } } } }',
      { items: [{ parts: [] }, { parts: [{ owner }] }] },
      10,
    ],
    [
      'knows objects of a union by their fields',
      '{ any { ... on Owner { name } ... on Item { owner { name } } } }',
      { any: [{ name: 'x' }, { owner }] },
      3,
    ],
    [
      'goes by response keys',
      '{ a: items(first: 1) { b: owner { name } } }',
      { a: [{ b: owner }] },
      2,
    ],
    [
      'includes the cost of a mutation',
      'mutation { change { owner { name } } }',
      { change: { owner } },
      102,
    ],
    [
      'is that of the work alone where a mutation failed',
      'mutation { change { id } }',
      { change: null },
      100,
    ],
    [
      'is nothing of an operation that was not executed',
      'mutation { change { id } }',
      undefined,
      0,
    ],
    ['is nothing of a query without data', '{ grid { id } }', null, 0],
    [
      'is that of the work of all mutations where an error of one removed the data of the others',
      'mutation { change { id } other: change { id } }',
      null,
      200,
    ],
  ])('%s', (_rule, query, data, actual) => expect(cost(query, { data }).actual).toBe(actual))

  it.each<[rule: string, data: unknown, errors: PathError[], actual: number]>([
    ['is as requested of fields that the error of another one removed', null, [{ path: ['b'] }], 4],
    ['is as requested of fields that errors inside them removed', null, [{ path: ['b', 0] }], 11],
    ['is nothing of fields with errors of their own', null, [{ path: ['a'] }, { path: ['b'] }], 0],
    ['is nothing of an operation with an error of the whole', null, [{}, { path: ['b'] }], 0],
    ['includes a removed field beside the data', { a: null, b: [] }, [{ path: ['a', 0] }], 4],
    [
      'is nothing of null beside the error of another field',
      { a: null, b: null },
      [{ path: ['b'] }],
      0,
    ],
    ['is nothing of an operation that was refused', undefined, [{ path: ['b'] }], 0],
  ])('%s', (_rule, data, errors, actual) => {
    const query = '{ a: items(first: 4) { __typename } b: items(first: 7) { __typename } }'
    expect(cost(query, { data, errors }).actual).toBe(actual)
  })

  it.each<[rule: string, data: unknown, errors: PathError[], actual: number]>([
    ['is the declared weight of a field with an error of its own', null, [{ path: ['a'] }], 516],
    ['is the same of each', null, [{ path: ['a'] }, { path: ['b'] }, { path: ['c'] }], 509],
    ['is nothing of an operation with an error of the whole', null, [{}, { path: ['a'] }], 0],
  ])('where a field that is never null declares a weight, %s', (_rule, data, errors, actual) => {
    const weighed = costsOf(`
      type Query { preview: Item! @cost(weight: "500")  optional: Item @cost(weight: "9")  items: [Item!]! @listSize(assumedSize: 7) }
      type Item { id: ID }
    `)
    const query = '{ a: preview { id } b: optional { id } c: items { id } }'
    expect(weighed(query, { data, errors }).actual).toBe(actual)
  })

  it('is not affected by names that mean something to JavaScript', () => {
    const query = '{ items(first: 1) { __proto__: owner { name } constructor: owner { name } } }'
    const data = JSON.parse('{"items":[{"__proto__":{"name":"x"},"constructor":null}]}') as unknown
    expect(cost(query, { data }).actual).toBe(2)
    expect(cost(query, { data: { items: [{}] } }).actual).toBe(1)
  })
})

test('fragments that unfold without end are refused', () => {
  const cost = costsOf('type Query { a: Query  b: Query  c: Int }')
  const fragments = Array.from(
    { length: 30 },
    (_, level) => `fragment F${level} on Query { a { ...F${level + 1} } b { ...F${level + 1} } }`,
  )
  const query = `{ ...F0 } ${fragments.join(' ')} fragment F30 on Query { c }`
  expect(() => cost(query)).toThrow('requests more than 20000 fields')
})
