import { describe, expect, it } from 'vitest'
import { book, BothExecutions, data, entities } from './testing/both-executions.ts'
import type { Responses } from './testing/both-executions.ts'

const executions = new BothExecutions()

describe('is spliced', () => {
  it.each<[string, string, Responses, string]>([
    [
      'the response of one subgraph',
      '{ book { title pages } }',
      { catalog: [data({ book: { title: 'é', pages: 3 } })] },
      '{"book":{"title":"é","pages":3}}',
    ],
    ['nothing but a type', '{ __typename }', {}, '{"__typename":"Query"}'],
    ['a null', '{ book { title } }', { catalog: [data({ book: null })] }, '{"book":null}'],
    [
      'null at every level',
      '{ grid { title } }',
      { catalog: [data({ grid: [null, [null, { title: null }], []] })] },
      '{"grid":[null,[null,{"title":null}],[]]}',
    ],
    [
      'fields of several subgraphs in the order of the client',
      '{ book { price title offers { price } pages } }',
      {
        catalog: [data({ book: book('1', { title: 'T', pages: 3 }) })],
        shop: [entities({ price: 2.5, offers: [] })],
      },
      '{"book":{"price":2.5,"title":"T","offers":[],"pages":3}}',
    ],
    [
      'a field under several names',
      '{ book { a: title price b: title c: price id } again: book { title } }',
      {
        catalog: [data({ book: book('1', { a: 'T', b: 'T' }), again: { title: 'T' } })],
        shop: [entities({ price: 1, c: 1 })],
      },
      '{"book":{"a":"T","price":1,"b":"T","c":1,"id":"1"},"again":{"title":"T"}}',
    ],
    [
      'a field twice, with other fields below',
      '{ shelf { best { id } } shelf { label best { title } } }',
      {
        catalog: [data({ shelf: { best: { id: '1', title: 'T' }, label: 'L' } })],
      },
      '{"shelf":{"best":{"id":"1","title":"T"},"label":"L"}}',
    ],
    [
      'types that the client requests',
      '{ t: __typename book { t: __typename price u: __typename } }',
      {
        catalog: [data({ book: book('1', { t: 'Book', u: 'Book' }) })],
        shop: [entities({ price: 1 })],
      },
      '{"t":"Query","book":{"t":"Book","price":1,"u":"Book"}}',
    ],
    [
      'a field that others need',
      '{ book { shipping weight } }',
      {
        catalog: [data({ book: book('1', { weight: 1.5 }) })],
        shop: [entities({ shipping: 2 })],
      },
      '{"book":{"shipping":2,"weight":1.5}}',
    ],
    [
      'a field that needs objects',
      '{ book { box } }',
      {
        catalog: [data({ book: book('1', { size: { height: 1 } }) })],
        shop: [entities({ box: 'b' })],
      },
      '{"book":{"box":"b"}}',
    ],
    [
      'one that needs a null',
      '{ book { box } }',
      {
        catalog: [data({ book: book('1', { size: null }) })],
        shop: [entities({ box: 'b' })],
      },
      '{"book":{"box":"b"}}',
    ],
    [
      'one that needs objects that the client requests',
      '{ book { box size { height } } }',
      {
        catalog: [data({ book: book('1', { size: { height: 1 } }) })],
        shop: [entities({ box: 'b' })],
      },
      '{"book":{"box":"b","size":{"height":1}}}',
    ],
    [
      'also if it requests other fields of them',
      '{ book { box size { width } } }',
      {
        catalog: [data({ book: book('1', { size: { height: 1, width: 2 } }) })],
        shop: [entities({ box: 'b' })],
      },
      '{"book":{"box":"b","size":{"width":2}}}',
    ],
    [
      'a list of one subgraph within one of another',
      '{ books { offers { price } title } }',
      {
        catalog: [data({ books: [book('1', { title: 'T' }), null] })],
        shop: [entities({ offers: [{ price: 1 }, null] })],
      },
      '{"books":[{"offers":[{"price":1},null],"title":"T"},null]}',
    ],
    [
      'a value of any kind',
      '{ book { any tags } }',
      {
        catalog: [data({ book: { any: { a: [1, { b: null }] }, tags: ['x', null] } })],
      },
      '{"book":{"any":{"a":[1,{"b":null}]},"tags":["x",null]}}',
    ],
  ])('%s', async (_, query, responses, text) => {
    const { isSpliced, response } = await executions.both(query, responses)
    expect([isSpliced, JSON.stringify(response)]).toEqual([true, `{"data":${text}}`])
  })

  it('an entity at each place that shows it, though it is requested once', async () => {
    const { isSpliced, response, bodies } = await executions.both(
      '{ books { price } sure { price } }',
      {
        catalog: [data({ books: [book('1'), null, book('2'), book('1')], sure: [book('1')] })],
        shop: [entities({ price: 1 }, { price: 2 }), entities({ price: 1 })],
      },
    )
    expect(isSpliced).toBe(true)
    expect(bodies[1]).toContain('[{"__typename":"Book","id":"1"},{"__typename":"Book","id":"2"}]')
    expect(response).toEqual({
      data: { books: [{ price: 1 }, null, { price: 2 }, { price: 1 }], sure: [{ price: 1 }] },
    })
  })

  it('a key in any script', async () => {
    const { isSpliced, bodies } = await executions.both('{ book { price id } }', {
      catalog: [data({ book: book('ключ "\u{1f3e0}"') })],
      shop: [entities({ price: 1 })],
    })
    expect(isSpliced).toBe(true)
    expect(bodies[1]).toContain(JSON.stringify(book('ключ "\u{1f3e0}"')))
  })

  it('a number as the subgraph wrote it', async () => {
    const body = Buffer.from('{"data":{"book":{"weight":1.50}}}')
    const result = await executions.splice('{ book { weight } }', { catalog: [body] })
    expect(result).toMatchObject({ isSpliced: true, response: { data: { book: { weight: 1.5 } } } })
  })

  it('entities in lists of lists', async () => {
    const { isSpliced, response } = await executions.both('{ grid { price title } }', {
      catalog: [
        data({ grid: [[book('1', { title: 'A' }), null], null, [], [book('2', { title: 'B' })]] }),
      ],
      shop: [entities({ price: 1 }, { price: 2 })],
    })
    const [one, two] = [
      { price: 1, title: 'A' },
      { price: 2, title: 'B' },
    ]
    expect(isSpliced).toBe(true)
    expect(response).toEqual({ data: { grid: [[one, null], null, [], [two]] } })
  })

  it('entities of several places and fields, requested together', async () => {
    const { isSpliced, response, requested, bodies } = await executions.both(
      '{ books { price } book { offers { price } } sure { price } }',
      {
        catalog: [data({ books: [book('1')], book: book('2'), sure: [book('3'), book('1')] })],
        shop: [data({ _0: [{ price: 1 }, { price: 3 }], _1: [{ offers: [{ price: 4 }] }] })],
      },
    )
    expect([isSpliced, requested]).toEqual([true, ['catalog', 'shop']])
    expect(JSON.parse(bodies[1] ?? '')).toMatchObject({
      variables: { representations_0: [book('1'), book('3')], representations_1: [book('2')] },
    })
    const [one, three] = [{ price: 1 }, { price: 3 }]
    expect(response).toEqual({
      data: { books: [one], book: { offers: [{ price: 4 }] }, sure: [three, one] },
    })
  })

  it('entities that have equal values for different keys', async () => {
    const { isSpliced, response, bodies } = await executions.both(
      '{ book { price } loan { price } }',
      {
        catalog: [data({ book: book('1') })],
        library: [data({ loan: { __typename: 'Book', sku: '1' } })],
        shop: [entities({ price: 1 }, { price: 2 })],
      },
    )
    expect(isSpliced).toBe(true)
    expect(JSON.parse(bodies[2] ?? '')).toMatchObject({
      variables: { representations: [book('1'), { __typename: 'Book', sku: '1' }] },
    })
    expect(response).toEqual({ data: { book: { price: 1 }, loan: { price: 2 } } })
  })

  it('a list of which two subgraphs resolve a part each', async () => {
    const parts = [{ label: 'A' }, { label: 'B' }]
    const { isSpliced, response } = await executions.both('{ book { parts { label price } } }', {
      catalog: [data({ book: book('1', { parts }) })],
      shop: [entities({ parts: [{ price: 1 }, { price: 2 }] })],
    })
    expect(isSpliced).toBe(true)
    expect(response).toEqual({
      data: {
        book: {
          parts: [
            { label: 'A', price: 1 },
            { label: 'B', price: 2 },
          ],
        },
      },
    })
  })

  it('more than a megabyte', async () => {
    const books = Array.from({ length: 12_000 }, (_, index) =>
      book(String(index), { title: 'é'.repeat(80) }),
    )
    const prices = books.map((_, index) => ({ price: index }))
    const { isSpliced, response } = await executions.both('{ books { price title } }', {
      catalog: [data({ books })],
      shop: [entities(...prices)],
    })
    expect(isSpliced).toBe(true)
    expect(JSON.stringify(response).length).toBeGreaterThan(1_000_000)
    expect(response).toMatchObject({ data: { books: { 11999: { price: 11_999 } } } })
  })
})

describe('objects and nulls are counted at each place that shows them', () => {
  const twice = data({ books: [book('1'), book('1'), null, book('2')] })

  it.each<[string, string, Responses, Record<string, number[]>]>([
    [
      'of one subgraph',
      '{ grid { maker { id } } }',
      { catalog: [data({ grid: [[{ maker: null }, null], null, [{ maker: { id: '1' } }]] })] },
      { grid: [2, 2], 'grid.maker': [1, 1] },
    ],
    [
      'of several',
      '{ books { offers { price by { id } } title } }',
      {
        catalog: [data({ books: [book('1', { title: 'T' }), book('1', { title: 'T' }), null] })],
        shop: [entities({ offers: [{ price: 1, by: { id: 'p' } }, null] })],
      },
      { books: [2, 1], 'books.offers': [2, 2], 'books.offers.by': [2, 0] },
    ],
    [
      'of an entity with others below',
      '{ books { offers { by { address } } } }',
      {
        catalog: [twice],
        shop: [
          entities({ offers: [{ by: { address: 'A' } }, { by: null }, null] }, { offers: null }),
        ],
      },
      { books: [3, 1], 'books.offers': [4, 3], 'books.offers.by': [2, 2] },
    ],
    [
      'of an entity that is fetched for several fields',
      '{ books { a: offers { price } title b: offers { by { id } } } }',
      {
        catalog: [data({ books: [book('1', { title: 'T' }), book('1', { title: 'T' })] })],
        shop: [entities({ a: [{ price: 1 }], b: [{ by: { id: 'p' } }, null] })],
      },
      { books: [2, 0], 'books.a': [2, 0], 'books.b': [2, 2], 'books.b.by': [2, 0] },
    ],
  ])('%s', async (_, query, responses, expected) => {
    expect(await executions.counts(query, responses)).toEqual(expected)
  })
})
