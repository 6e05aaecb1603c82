import type { FetchNode } from '@apollo/query-planner'
import type { JsonObject } from '@takeoff/kit/values/json'
import type { GraphQLFormattedError } from 'graphql'
import { describe, expect, it } from 'vitest'
import type { PlanPath } from './places.ts'
import type { SubgraphResponse } from './subgraph-call.ts'
import { book, entities, fetchInto, found, REQUIRES } from './testing/gather.ts'

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
      'the variables that it uses, as they were sent',
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

  it('goes to the subgraph of the plan', async () => {
    const { calls } = await fetchInto(book('1'), entities())
    expect(calls).toMatchObject([{ subgraph: 'shop' }])
  })
})

describe('no request is sent', () => {
  it.each([
    ['where there is no object', { books: [] }],
    ['where no object is of a requested type', { books: [{ __typename: 'Film', id: '1' }] }],
  ])('%s', async (_, data) => {
    const { calls } = await fetchInto(data, entities(), { path: ['books', '@'] })
    expect(calls).toEqual([])
  })

  it('for root fields of missing objects', async () => {
    expect((await fetchInto({ books: [] }, {}, { path: ['books', '@'] })).calls).toEqual([])
  })
})

describe('a response', () => {
  const rename = (...path: string[]) => [
    { kind: 'KeyRenamer' as const, path, renameKeyTo: 'title' },
  ]

  it('of root fields goes into every object at the path', async () => {
    const data = { all: [{}, {}] }
    await fetchInto(data, {}, { path: ['all', '@'], response: { data: { x: 1 } } })
    expect(data).toEqual({ all: [{ x: 1 }, { x: 1 }] })
  })

  it('is used in addition to its errors', async () => {
    const data = { root: {}, entity: book('1') }
    const errors = [{ message: 'odd' }]
    await fetchInto(data, {}, { path: ['root'], response: { data: { x: 1 }, errors } })
    const response = { ...found({ x: 1 }), errors }
    await fetchInto(data, entities(), { path: ['entity'], response })
    expect(data).toEqual({ root: { x: 1 }, entity: book('1', { x: 1 }) })
  })

  it('has the names of the plan, of root fields as of entities', async () => {
    const data = { root: {}, entity: book('1') }
    const response = { data: { a: { old: '' } } }
    const path = ['root']
    await fetchInto(data, { outputRewrites: rename('a', 'old') }, { path, response })
    const node = entities('old', { outputRewrites: rename('... on Book', 'old') })
    await fetchInto(data, node, { path: ['entity'], response: found({ old: 0 }) })
    expect(data).toEqual({ root: { a: { title: '' } }, entity: book('1', { title: 0 }) })
  })

  it('goes to the objects that were represented, whatever objects are between them', async () => {
    const data = { all: [book('2'), { __typename: 'Film' }, book('1'), null, book('2')] }
    const response = found({ x: 2 }, { x: 1 })
    await fetchInto(data, entities(), { path: ['all', '@'], response })
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
    const data = { one: book('1') }
    await fetchInto(data, entities(), { path: ['one'], response: found(entity) })
    expect(data.one).toMatchObject({ __typename: type })
  })

  it.each([
    ['fewer entities', found()],
    ['more entities', found({ x: 1 }, { x: 2 })],
    ['no list', { data: { _entities: {} } }],
    ['no entities', { data: {} }],
  ])('with %s than were requested is an error, and its data is not used', async (_, response) => {
    const data = { one: book('1') }
    const { errors } = await fetchInto(data, entities(), { path: ['one'], response })
    const message = 'The shop service responded with other entities than requested.'
    expect([data, errors]).toEqual([{ one: book('1') }, [{ message }]])
  })
})

describe('an error', () => {
  const CODE = { extensions: { code: 'ODD' } }
  const failed = (path?: GraphQLFormattedError['path']): SubgraphResponse => ({
    errors: [{ message: 'odd', ...(path && { path }), ...CODE }],
  })

  it.each<[string, PlanPath, readonly (string | number)[], PlanPath]>([
    ['of a root field', [], ['x', 0, 'y'], ['x', 0, 'y']],
    ['of a root field below others', ['all'], ['x'], ['all', 'x']],
  ])('%s has the path of the client', async (_, path, given, result) => {
    const { errors } = await fetchInto({ all: {} }, {}, { path, response: failed(given) })
    expect(errors).toEqual([{ message: 'odd', path: result, ...CODE }])
  })

  it('of a root field without a path has none', async () => {
    const { errors } = await fetchInto({ all: {} }, {}, { path: ['all'], response: failed() })
    expect(errors).toEqual([{ message: 'odd', ...CODE }])
  })

  it.each<[string, readonly (string | number)[] | undefined, PlanPath[]]>([
    [
      'of an entity is reported at all its places',
      ['_entities', 0, 'x'],
      [
        ['all', 0, 'x'],
        ['all', 3, 'x'],
      ],
    ],
    ['of another one at its own', ['_entities', 1, 'x', 2], [['all', 2, 'x', 2]]],
  ])('%s', async (_, given, paths) => {
    const data = { all: [book('2'), { __typename: 'Film' }, book('1'), book('2')] }
    const fetching = { path: ['all', '@'], response: failed(given) }
    const { errors } = await fetchInto(data, entities(), fetching)
    expect(errors).toEqual(paths.map((path) => ({ message: 'odd', path, ...CODE })))
  })

  it.each([
    ['without a path', undefined],
    ['of no certain entity', ['_entities']],
    ['of an entity that was not requested', ['_entities', 7]],
  ])('%s is reported without one', async (_, given) => {
    const { errors } = await fetchInto(book('1'), entities(), { response: failed(given) })
    expect(errors).toEqual([{ message: 'odd', ...CODE }])
  })
})
