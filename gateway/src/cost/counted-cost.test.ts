import type { JsonObject } from '@takeoff/kit/values/json'
import { buildSchema, getOperationAST, Kind, parse } from 'graphql'
import type { SelectionSetNode } from 'graphql'
import { describe, expect, it } from 'vitest'
import { SplicedData } from '../execution/compiled/splice/spliced-data.ts'
import { readCostDirectives } from './cost-directives.ts'
import { OperationCosts } from './operation-costs.ts'

const SDL = `
  directive @cost(weight: String!) on ARGUMENT_DEFINITION | ENUM | FIELD_DEFINITION | OBJECT | SCALAR
  type Query {
    book(dear: Int @cost(weight: "4"), cheap: Int @cost(weight: "-3"), in: In): Book
    books: [Book]
    grid: [[Book]]
    free: Free
    special: Dear
    thrifty: [Thrifty]
    saving: Book @cost(weight: "-2")
    weighed: [Book] @cost(weight: "0.1")
  }
  type Mutation { change: Book }
  input In { id: Int }
  type Book { id: Int  parts(dear: Int @cost(weight: "4"), cheap: Int @cost(weight: "-3")): [Book]  next: Book  free: Free  score: Int @cost(weight: "6") }
  type Free @cost(weight: "0") { id: Int  book: Book }
  type Thrifty @cost(weight: "-2") { id: Int  book: Book }
  type Dear @cost(weight: "9") { id: Int }
`

const costs = new OperationCosts({
  schema: buildSchema(SDL),
  directives: readCostDirectives(SDL),
  listSize: 10,
})

/** The fields that have fields of their own. */
const parentsIn = ({ selections }: SelectionSetNode) =>
  selections.flatMap((field) =>
    field.kind === Kind.FIELD && field.selectionSet !== undefined
      ? [{ key: (field.alias ?? field.name).value, set: field.selectionSet }]
      : [],
  )

/** Counts as the writers of responses do. */
function spliced(set: SelectionSetNode, data: JsonObject, text: string): SplicedData {
  const counters = new Map<string, number>()
  const counts: number[] = []
  const addCounters = (set: SelectionSetNode, prefix: string): void => {
    for (const { key, set: below } of parentsIn(set)) {
      counters.set(prefix + key, counts.push(0, 0) - 2)
      addCounters(below, `${prefix}${key}.`)
    }
  }
  const countValue = (value: unknown, set: SelectionSetNode, path: string): void => {
    if (Array.isArray(value)) {
      for (const element of value) countValue(element, set, path)
      return
    }
    const at = (counters.get(path) ?? 0) + (value === null ? 1 : 0)
    counts[at] = (counts[at] ?? 0) + 1
    if (value !== null) countObject(value as JsonObject, set, `${path}.`)
  }
  const countObject = (object: JsonObject, set: SelectionSetNode, prefix: string): void => {
    for (const { key, set: below } of parentsIn(set)) countValue(object[key], below, prefix + key)
  }
  addCounters(set, '')
  countObject(data, set, '')
  return new SplicedData({ body: Buffer.from(`{"data":${text}}`), counts, counters })
}

/**
 * The cost of a response by its values, and by its counts; UNREAD is not JSON, so that parsing it would fail the test.
 */
function costsOf(query: string, data: JsonObject, variables: JsonObject, text: string) {
  const document = parse(query)
  const operation = getOperationAST(document)
  if (operation === null || operation === undefined) throw new Error('one operation, please')
  const { actual } = costs.of({ document, operation, variables })
  const byCounts = () => actual(spliced(operation.selectionSet, data, text))
  return { byValues: actual(data), byCounts }
}

const UNREAD = ''
const [leaf, none] = [{ id: 1 }, null]

describe('the cost of a response by its counts equals the cost by its values:', () => {
  it.each<[string, string, JsonObject, number]>([
    ['an object', '{ book { id } }', { book: leaf }, 1],
    ['null', '{ book { id } }', { book: none }, 0],
    ['a list', '{ books { id } }', { books: [leaf, none, leaf] }, 2],
    ['an empty list', '{ books { id } }', { books: [] }, 0],
    ['lists of lists', '{ grid { id } }', { grid: [[leaf, none], none, [], [leaf]] }, 2],
    [
      'objects in objects',
      '{ books { next { id } } }',
      { books: [{ next: leaf }, { next: none }, none] },
      3,
    ],
    ['under several names', '{ a: book { id } b: book { id } }', { a: leaf, b: leaf }, 2],
    ['a mutation', 'mutation { change { id } }', { change: leaf }, 101],
    ['an argument', '{ book(dear: 1) { id } }', { book: leaf }, 5],
    ['an argument of a field that is null', '{ book(dear: 1) { id } }', { book: none }, 4],
    ['an input', '{ book(in: { id: 1 }) { id } }', { book: leaf }, 2],
    [
      'an argument of each object',
      '{ books { parts(dear: 1) { id } } }',
      { books: [{ parts: [leaf, leaf] }, { parts: none }, none] },
      12,
    ],
    ['an argument below a null', '{ book { parts(dear: 1) { id } } }', { book: none }, 0],
    [
      'an argument of an empty list',
      '{ book { parts(dear: 1) { id } } }',
      { book: { parts: [] } },
      5,
    ],
    ['a free field', '{ free { id book { id } } }', { free: { id: 1, book: leaf } }, 1],
    [
      'an argument below a free field',
      '{ free { book { parts(dear: 1) { id } } } }',
      { free: { book: { parts: [] } } },
      5,
    ],
    ['an expensive type', '{ special { id } }', { special: leaf }, 9],
    ['a list with a weight and nulls', '{ weighed { id } }', { weighed: [leaf, none, leaf] }, 0.3],
  ])('%s', (_, query, data, cost) => {
    const { byValues, byCounts } = costsOf(query, data, {}, UNREAD)
    expect([byValues, byCounts()]).toEqual([cost, cost])
  })

  it('of a variable', () => {
    const query = 'query ($d: Int) { book(dear: $d) { id } }'
    for (const [d, cost] of [
      [1, 5],
      [null, 1],
    ] as const) {
      const { byValues, byCounts } = costsOf(query, { book: leaf }, { d }, UNREAD)
      expect([byValues, byCounts()]).toEqual([cost, cost])
    }
  })
})

describe('values have to be inspected', () => {
  it.each<[string, string, { data: JsonObject; cost: number; variables?: JsonObject }]>([
    [
      'where an argument saves more than the cost',
      '{ books { parts(cheap: 1) { id } } }',
      { data: { books: [{ parts: [leaf] }, { parts: [leaf, leaf, leaf, leaf] }] }, cost: 3 },
    ],
    [
      'also by a variable',
      'query ($c: Int) { book(cheap: $c) { id } }',
      { data: { book: leaf }, variables: { c: 1 }, cost: 0 },
    ],
    [
      'where a field saves',
      '{ saving { id } a: book { id } }',
      { data: { saving: leaf, a: leaf }, cost: 1 },
    ],
    [
      'where a type saves',
      '{ thrifty { book { id } } }',
      { data: { thrifty: [none, { book: leaf }] }, cost: 1 },
    ],
    [
      'where a leaf costs',
      '{ books { score } }',
      { data: { books: [{ score: 1 }, { score: none }] }, cost: 14 },
    ],
  ])('%s', (_, query, { data, variables = {}, cost }) => {
    const { byValues, byCounts } = costsOf(query, data, variables, JSON.stringify(data))
    expect([byValues, byCounts()]).toEqual([cost, cost])
    expect(costsOf(query, data, variables, UNREAD).byCounts).toThrow(SyntaxError)
  })
})
