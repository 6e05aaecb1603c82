import type { FetchNode, QueryPlanSelectionNode } from '@apollo/query-planner'
import type { GraphQLFormattedError } from 'graphql'
import { OperationTypeNode } from 'graphql'
import { describe, expect, it } from 'vitest'
import { compileFetch } from './fetch.ts'
import type { SubgraphAnswer, SubgraphCall } from './fetch.ts'
import type { JsonObject } from './json.ts'
import { objectsAt } from './places.ts'
import type { PlanPath } from './places.ts'

const isOfType = (typename: unknown, type: string): boolean =>
  typename === type || (typename === 'Book' && type === 'Media')

const NODE: FetchNode = {
  kind: 'Fetch',
  serviceName: 'shop',
  operation: '{ x }',
  operationName: undefined,
  operationKind: OperationTypeNode.QUERY,
}

const field = (name: string): QueryPlanSelectionNode => ({ kind: 'Field', name })
const REQUIRES: QueryPlanSelectionNode[] = [
  { kind: 'InlineFragment', typeCondition: 'Book', selections: [field('__typename'), field('id')] },
]

interface Fetching {
  readonly path?: PlanPath
  readonly variables?: JsonObject
  readonly answer?: SubgraphAnswer
}

/** Does a fetch for the objects at a path of the data. */
async function fetchInto(
  data: JsonObject,
  node: Partial<FetchNode>,
  { path = [], variables = {}, answer = {} }: Fetching = {},
) {
  const calls: SubgraphCall[] = []
  const ask = (call: SubgraphCall) => {
    calls.push(call)
    return Promise.resolve(answer)
  }
  const run = { variables, decided: {}, data, errors: [], ask }
  await compileFetch({ ...NODE, ...node }, path, isOfType)(run, objectsAt(data, path))
  const errors = run.errors.map((error) => JSON.parse(JSON.stringify(error)) as unknown)
  return { calls, errors, bodies: calls.map(({ body }) => JSON.parse(body) as unknown) }
}

const book = (id: string, members = {}) => ({ __typename: 'Book', id, ...members })

describe('the body of a request', () => {
  it.each<[string, Partial<FetchNode>, JsonObject, unknown]>([
    ['the query', {}, {}, { query: '{ x }', variables: {} }],
    [
      'the name of its operation',
      { operationName: 'Books__shop__0' },
      {},
      { query: '{ x }', operationName: 'Books__shop__0', variables: {} },
    ],
    [
      'the variables that it uses, as they came',
      { variableUsages: ['none', 'zero', 'text', 'json'] },
      { none: null, zero: 0, text: '', json: [{ a: 1 }], other: 1 },
      { query: '{ x }', variables: { none: null, zero: 0, text: '', json: [{ a: 1 }] } },
    ],
    [
      'no variables that were not sent, whatever their name',
      { variableUsages: ['sent', 'missing', 'constructor'] },
      { sent: 1 },
      { query: '{ x }', variables: { sent: 1 } },
    ],
    [
      'representations',
      { requires: REQUIRES },
      {},
      { query: '{ x }', variables: { representations: [book('1')] } },
    ],
    [
      'representations after the variables',
      { requires: REQUIRES, variableUsages: ['a'] },
      { a: 1 },
      { query: '{ x }', variables: { a: 1, representations: [book('1')] } },
    ],
  ])('has %s', async (_, node, variables, body) => {
    const { bodies } = await fetchInto(book('1'), node, { variables })
    expect(bodies).toEqual([body])
  })

  it('is told together with what is in it', async () => {
    const { calls } = await fetchInto(book('1'), { requires: REQUIRES })
    expect(calls).toMatchObject([
      { subgraph: 'shop', query: '{ x }', representations: '[{"__typename":"Book","id":"1"}]' },
    ])
  })
})

describe('nobody is asked', () => {
  it.each([
    ['where there is no object', { books: [] }],
    [
      'where no object is of a type that is asked for',
      { books: [{ __typename: 'Film', id: '1' }] },
    ],
  ])('%s', async (_, data) => {
    const { calls } = await fetchInto(data, { requires: REQUIRES }, { path: ['books', '@'] })
    expect(calls).toEqual([])
  })

  it('for root fields of objects that are not there', async () => {
    expect((await fetchInto({ books: [] }, {}, { path: ['books', '@'] })).calls).toEqual([])
  })
})

describe('an answer', () => {
  const rename = (...path: string[]) => [
    { kind: 'KeyRenamer' as const, path, renameKeyTo: 'title' },
  ]

  it('of root fields goes into every object at the path', async () => {
    const data = { all: [{}, {}] }
    await fetchInto(data, {}, { path: ['all', '@'], answer: { data: { x: 1 } } })
    expect(data).toEqual({ all: [{ x: 1 }, { x: 1 }] })
  })

  it('counts beside its errors', async () => {
    const [root, entity] = [{}, book('1')]
    const errors = [{ message: 'odd' }]
    await fetchInto(root, {}, { answer: { data: { x: 1 }, errors } })
    const answer = { data: { _entities: [{ x: 1 }] }, errors }
    await fetchInto(entity, { requires: REQUIRES }, { answer })
    expect([root, entity]).toEqual([{ x: 1 }, book('1', { x: 1 })])
  })

  it('has the names of the plan, of root fields as of entities', async () => {
    const [root, entity] = [{}, book('1')]
    const answer = { data: { a: { old: '' } } }
    await fetchInto(root, { outputRewrites: rename('a', 'old') }, { answer })
    const node = { requires: REQUIRES, outputRewrites: rename('... on Book', 'old') }
    await fetchInto(entity, node, { answer: { data: { _entities: [{ old: 0 }] } } })
    expect([root, entity]).toEqual([{ a: { title: '' } }, book('1', { title: 0 })])
  })

  it('goes to the objects that were asked for, whatever stands between them', async () => {
    const data = { all: [book('2'), { __typename: 'Film' }, book('1'), null, book('2')] }
    const answer = { data: { _entities: [{ x: 2 }, { x: 1 }] } }
    await fetchInto(data, { requires: REQUIRES }, { path: ['all', '@'], answer })
    const [two, one] = [book('2', { x: 2 }), book('1', { x: 1 })]
    expect(data).toEqual({ all: [two, { __typename: 'Film' }, one, null, two] })
  })

  it.each([
    ['nothing', 'Book', null],
    ['no type', 'Book', { x: 1 }],
    ['null for its type', 'Book', { __typename: null }],
    ['an interface of its type', 'Book', { __typename: 'Media' }],
    ['another type', 'Film', { __typename: 'Film' }],
  ])('of %s leaves an entity one of type %s', async (_, type, entity) => {
    const data = book('1')
    await fetchInto(data, { requires: REQUIRES }, { answer: { data: { _entities: [entity] } } })
    expect(data).toMatchObject({ __typename: type })
  })
})

describe('an error', () => {
  const CODE = { extensions: { code: 'ODD' } }
  const told = (path?: GraphQLFormattedError['path']): SubgraphAnswer => ({
    errors: [{ message: 'odd', ...(path && { path }), ...CODE }],
  })

  it.each<[string, PlanPath, readonly (string | number)[], PlanPath]>([
    ['of a root field', [], ['x', 0, 'y'], ['x', 0, 'y']],
    ['of a root field below others', ['all'], ['x'], ['all', 'x']],
  ])('%s is one of the path of the client', async (_, path, said, result) => {
    const { errors } = await fetchInto({ all: {} }, {}, { path, answer: told(said) })
    expect(errors).toEqual([{ message: 'odd', path: result, ...CODE }])
  })

  it.each<[string, readonly (string | number)[] | undefined, PlanPath[]]>([
    [
      'of an entity is told at all its places',
      ['_entities', 0, 'x'],
      [
        ['all', 0, 'x'],
        ['all', 3, 'x'],
      ],
    ],
    ['of another one at its own', ['_entities', 1, 'x', 2], [['all', 2, 'x', 2]]],
  ])('%s', async (_, said, paths) => {
    const data = { all: [book('2'), { __typename: 'Film' }, book('1'), book('2')] }
    const fetching = { path: ['all', '@'], answer: told(said) }
    const { errors } = await fetchInto(data, { requires: REQUIRES }, fetching)
    expect(errors).toEqual(paths.map((path) => ({ message: 'odd', path, ...CODE })))
  })

  it.each([
    ['without a path', undefined],
    ['of no certain entity', ['_entities']],
    ['of an entity that was not asked for', ['_entities', 7]],
  ])('%s is told without one', async (_, said) => {
    const { errors } = await fetchInto(book('1'), { requires: REQUIRES }, { answer: told(said) })
    expect(errors).toEqual([{ message: 'odd', ...CODE }])
  })
})
