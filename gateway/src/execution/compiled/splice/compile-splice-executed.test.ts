import { describe, expect, it } from 'vitest'
import type { SentResponse } from '../../testing/load-gateway.ts'
import { book, BothExecutions, data, entities } from './testing/both-executions.ts'
import type { Responses } from './testing/both-executions.ts'

const executions = new BothExecutions()

describe('is executed by merging', () => {
  const asText = (text: string): Buffer => Buffer.from(text)
  const BOOK = '{ book { title price } }'
  const found = data({ book: book('1', { title: 'T' }) })

  it.each<[string, string, Responses]>([
    ['a response with an error', BOOK, { catalog: [{ ...found, errors: [{ message: 'no' }] }] }],
    ['no response', BOOK, {}],
    ['a truncated response', BOOK, { catalog: [asText('{"data":{"book":{"__ty')] }],
    ['null where there must be none', '{ sure { title } }', { catalog: [data({ sure: [null] })] }],
    [
      'an object of another type',
      BOOK,
      { catalog: [data({ book: { __typename: 'Film', id: '1', title: 'T' } })] },
    ],
    [
      'a value that the enum lacks',
      '{ book { kind } }',
      { catalog: [data({ book: { kind: 'SOFTE' } })] },
    ],
    ['an entity that is gone', BOOK, { catalog: [found], shop: [entities(null)] }],
    ['fewer entities than requested', BOOK, { catalog: [found], shop: [entities()] }],
    [
      'more entities than requested',
      BOOK,
      { catalog: [found], shop: [entities({ price: 1 }, { price: 2 })] },
    ],
    [
      'entities with an error',
      BOOK,
      {
        catalog: [found],
        shop: [
          {
            ...entities({ price: null }),
            errors: [{ message: 'no', path: ['_entities', 0, 'price'] }],
          },
        ],
      },
    ],
    [
      'a member twice',
      '{ book { title } }',
      { catalog: [asText('{"data":{"book":{"title":"a","title":"b"}}}')] },
    ],
    [
      'a name twice in a value of any kind',
      '{ book { any } }',
      { catalog: [asText('{"data":{"book":{"any":{"a":1,"a":2}}}}')] },
    ],
    [
      'the same name in another writing',
      '{ book { any } }',
      { catalog: [asText('{"data":{"book":{"any":{"a":1,"\\u0061":2}}}}')] },
    ],
    [
      'a name that every object has',
      '{ book { toString } }',
      { catalog: [data({ book: { toString: 'x' } })] },
    ],
    [
      'such a name of the client',
      '{ book { __proto__: title } }',
      { catalog: [asText('{"data":{"book":{"__proto__":"x"}}}')] },
    ],
    [
      'an object whose type only data determines',
      '{ media { title } }',
      { catalog: [data({ media: { __typename: 'Book', title: 'T' } })] },
    ],
    [
      'a field of an interface object',
      '{ book { rating } }',
      { catalog: [data({ book: book('1') })], reviews: [entities({ rating: 5 })] },
    ],
    [
      'lists of two subgraphs that have different lengths',
      '{ book { parts { label price } } }',
      {
        catalog: [data({ book: book('1', { parts: [{ label: 'A' }, { label: 'B' }] }) })],
        shop: [entities({ parts: [{ price: 1 }] })],
      },
    ],
    [
      'a list that only one of two subgraphs has',
      '{ book { parts { label price } } }',
      {
        catalog: [data({ book: book('1', { parts: null }) })],
        shop: [entities({ parts: [{ price: 1 }] })],
      },
    ],
    ['introspection', '{ __schema { queryType { name } } }', {}],
    [
      'a response in another encoding',
      '{ book { title } }',
      { catalog: [Buffer.from('{"data":{"book":{"title":"\xe9"}}}', 'latin1')] },
    ],
  ])('%s', async (_, query, responses) => {
    expect(await executions.both(query, responses)).toMatchObject({ isSpliced: false })
  })

  it('and no request is sent twice', async () => {
    const { requested } = await executions.both('{ book { price } cheapest { title } }', {
      catalog: [data({ book: book('1') }), entities(null)],
      shop: [data({ cheapest: book('2') }), entities({ price: 1 })],
    })
    expect(requested.toSorted()).toEqual(['catalog', 'catalog', 'shop', 'shop'])
  })

  it('and the abandoned attempt sends no further request', async () => {
    const [first, second] = [
      Promise.withResolvers<SentResponse>(),
      Promise.withResolvers<SentResponse>(),
    ]
    const result = executions.splice('{ cheapest { title } book { price } }', {
      catalog: [second.promise],
      shop: [first.promise],
    })
    await expect.poll(() => executions.calls.length).toBe(2)
    first.resolve({ errors: [{ message: 'no' }] })
    second.resolve(data({ book: book('1') }))
    expect(await result).toMatchObject({ isSpliced: false, requested: ['shop', 'catalog', 'shop'] })
  })

  it('which waits for no response that it does not need', async () => {
    const late = Promise.withResolvers<SentResponse>()
    const result = executions.splice('{ cheapest { title } book { price } }', {
      catalog: [late.promise, entities({ title: 'T' })],
      shop: [{ ...data({ cheapest: book('2') }), extensions: {} } as SentResponse],
    })
    await expect
      .poll(() => executions.calls.map(({ subgraph }) => subgraph))
      .toEqual(['shop', 'catalog', 'catalog'])
    late.resolve(data({ book: null }))
    expect((await result).response).toEqual({ data: { cheapest: { title: 'T' }, book: null } })
  })
})
