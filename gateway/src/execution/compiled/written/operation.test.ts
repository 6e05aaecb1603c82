import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CompilingGateway } from '../../compiling-gateway.ts'
import type { RequestContext } from '../../request-context.ts'
import { documentOf, loadGateway } from '../../testing/load-gateway.ts'
import type { Answered } from '../../testing/load-gateway.ts'
import type { SubgraphAnswer, SubgraphCall } from '../fetch.ts'
import type { JsonObject } from '../json.ts'
import { WrittenData } from './written-data.ts'

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.12",
  import: ["@key", "@shareable", "@external", "@requires", "@provides", "@interfaceObject"])`

const SUBGRAPHS = {
  catalog: `${LINK}
    type Query { book: Book  books: [Book]  sure: [Book!]!  grid: [[Book]]  media: Media  shelf: Shelf }
    type Mutation { rename(title: String): Book  burn: Boolean }
    scalar Any
    enum Kind { SOFT SOFTER HARD }
    interface Media @key(fields: "id") { id: ID!  title: String }
    type Book implements Media @key(fields: "id") {
      id: ID!  title: String  pages: Int  kind: Kind  any: Any  tags: [String]  maker: Person  weight: Float
      size: Size  toString: String
    }
    type Size { height: Int  width: Int! }
    type Shelf { label: String  best: Book  spare: Size }
    type Person @key(fields: "id") { id: ID!  name: String @shareable }`,
  shop: `${LINK}
    type Query { cheapest: Book  newest(first: Int): [Book] }
    type Mutation { restock: Book }
    type Book @key(fields: "id") {
      id: ID!  price: Float  weight: Float @external  shipping: Int @requires(fields: "weight")
      size: Size @external  box: String @requires(fields: "size { height }")  offers: [Offer]
    }
    type Size { height: Int @external }
    type Offer { price: Float  by: Person }
    type Person @key(fields: "id") { id: ID!  name: String @shareable  address: String }`,
  reviews: `${LINK} type Media @key(fields: "id") @interfaceObject { id: ID!  rating: Int }`,
}

type Name = keyof typeof SUBGRAPHS
/** What each subgraph answers, in the order in which it is asked; an answer that is missing is an error. */
type Answers = Readonly<Partial<Record<Name, readonly (Answered | Promise<Answered>)[]>>>

let gateway: CompilingGateway
let answers: Answers
let calls: SubgraphCall[]

beforeAll(async () => {
  gateway = await loadGateway({
    schemas: SUBGRAPHS,
    ask(call) {
      const earlier = calls.filter(({ subgraph }) => subgraph === call.subgraph).length
      calls.push(call)
      return answers[call.subgraph as Name]?.[earlier] ?? { errors: [{ message: 'not now' }] }
    },
  })
})

beforeEach(() => {
  answers = {}
})

const context = {} as RequestContext

function readyOf(query: string) {
  const ready = gateway.find(documentOf(query))
  if (ready === undefined) throw new Error('only the stock executor knows this')
  return ready
}

interface Told {
  /** Whether it came as text. */
  readonly isWritten: boolean
  readonly answer: unknown
  /** Which subgraphs were asked, in which order. */
  readonly asked: readonly string[]
  readonly bodies: readonly string[]
}

async function write(query: string, answered: Answers, variables: JsonObject = {}): Promise<Told> {
  ;[answers, calls] = [answered, []]
  const answer = await gateway.write(readyOf(query), variables, context)
  const { data } = answer
  return {
    isWritten: data instanceof WrittenData,
    answer: JSON.parse(
      JSON.stringify(data instanceof WrittenData ? { data: data.parse() } : answer),
    ),
    asked: calls.map(({ subgraph }) => subgraph),
    bodies: calls.map(({ body }) => body),
  }
}

/** What is told by writing, having seen that the ordinary way tells and asks the same. */
async function both(query: string, answered: Answers, variables: JsonObject = {}): Promise<Told> {
  ;[answers, calls] = [answered, []]
  const ordinary = await gateway.run(readyOf(query), variables, context)
  const bodies = calls.map(({ body }) => body)
  const told = await write(query, answered, variables)
  expect(told.answer).toEqual(JSON.parse(JSON.stringify(ordinary)))
  expect(JSON.stringify(told.answer)).toBe(JSON.stringify(ordinary))
  expect(told.bodies).toEqual(bodies)
  return told
}

const entities = (...found: readonly unknown[]): SubgraphAnswer => ({ data: { _entities: found } })
const data = (members: JsonObject): SubgraphAnswer => ({ data: members })

/** As plans ask for it. */
const book = (id: string, members: JsonObject = {}) => ({ __typename: 'Book', id, ...members })

describe('is written as text', () => {
  it.each<[string, string, Answers, string]>([
    [
      'what one subgraph answers',
      '{ book { title pages } }',
      { catalog: [data({ book: { title: 'é', pages: 3 } })] },
      '{"book":{"title":"é","pages":3}}',
    ],
    ['nothing but a type', '{ __typename }', {}, '{"__typename":"Query"}'],
    ['what is null', '{ book { title } }', { catalog: [data({ book: null })] }, '{"book":null}'],
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
      'types that the client asks for',
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
      'one that needs what is null',
      '{ book { box } }',
      {
        catalog: [data({ book: book('1', { size: null }) })],
        shop: [entities({ box: 'b' })],
      },
      '{"book":{"box":"b"}}',
    ],
    [
      'one that needs objects for which the client asks',
      '{ book { box size { height } } }',
      {
        catalog: [data({ book: book('1', { size: { height: 1 } }) })],
        shop: [entities({ box: 'b' })],
      },
      '{"book":{"box":"b","size":{"height":1}}}',
    ],
    [
      'also if it asks for others of them',
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
  ])('%s', async (_, query, answered, text) => {
    const { isWritten, answer } = await both(query, answered)
    expect([isWritten, JSON.stringify(answer)]).toEqual([true, `{"data":${text}}`])
  })

  it('an entity at each place that shows it, though it is asked for once', async () => {
    const { isWritten, answer, bodies } = await both('{ books { price } sure { price } }', {
      catalog: [data({ books: [book('1'), null, book('2'), book('1')], sure: [book('1')] })],
      shop: [entities({ price: 1 }, { price: 2 }), entities({ price: 1 })],
    })
    expect(isWritten).toBe(true)
    expect(bodies[1]).toContain('[{"__typename":"Book","id":"1"},{"__typename":"Book","id":"2"}]')
    expect(answer).toEqual({
      data: { books: [{ price: 1 }, null, { price: 2 }, { price: 1 }], sure: [{ price: 1 }] },
    })
  })

  it('a key in any script', async () => {
    const { isWritten, bodies } = await both('{ book { price id } }', {
      catalog: [data({ book: book('ключ "\u{1f3e0}"') })],
      shop: [entities({ price: 1 })],
    })
    expect(isWritten).toBe(true)
    expect(bodies[1]).toContain(JSON.stringify(book('ключ "\u{1f3e0}"')))
  })

  it('a number as the subgraph wrote it', async () => {
    const body = Buffer.from('{"data":{"book":{"weight":1.50}}}')
    const told = await write('{ book { weight } }', { catalog: [body] })
    expect(told).toMatchObject({ isWritten: true, answer: { data: { book: { weight: 1.5 } } } })
  })
})

describe('is executed in the ordinary way', () => {
  const asText = (text: string): Buffer => Buffer.from(text)
  const BOOK = '{ book { title price } }'
  const found = data({ book: book('1', { title: 'T' }) })

  it.each<[string, string, Answers]>([
    ['an answer with an error', BOOK, { catalog: [{ ...found, errors: [{ message: 'no' }] }] }],
    ['no answer', BOOK, {}],
    ['an answer that is cut off', BOOK, { catalog: [asText('{"data":{"book":{"__ty')] }],
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
    ['fewer entities than asked', BOOK, { catalog: [found], shop: [entities()] }],
    [
      'more entities than asked',
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
      'what only data tells the type of',
      '{ media { title } }',
      { catalog: [data({ media: { __typename: 'Book', title: 'T' } })] },
    ],
    [
      'what is known of an interface',
      '{ book { rating } }',
      { catalog: [data({ book: book('1') })], reviews: [entities({ rating: 5 })] },
    ],
    ['introspection', '{ __schema { queryType { name } } }', {}],
    [
      'an answer in another script of bytes',
      '{ book { title } }',
      { catalog: [Buffer.from('{"data":{"book":{"title":"\xe9"}}}', 'latin1')] },
    ],
  ])('%s', async (_, query, answered) => {
    expect(await both(query, answered)).toMatchObject({ isWritten: false })
  })

  it('and nobody is asked twice for that', async () => {
    const { asked } = await both('{ book { price } cheapest { title } }', {
      catalog: [data({ book: book('1') }), entities(null)],
      shop: [data({ cheapest: book('2') }), entities({ price: 1 })],
    })
    expect(asked.toSorted()).toEqual(['catalog', 'catalog', 'shop', 'shop'])
  })

  it('and the attempt that was given up asks nobody any more', async () => {
    const [first, second] = [Promise.withResolvers<Answered>(), Promise.withResolvers<Answered>()]
    const told = write('{ cheapest { title } book { price } }', {
      catalog: [second.promise],
      shop: [first.promise],
    })
    await expect.poll(() => calls.length).toBe(2)
    first.resolve({ errors: [{ message: 'no' }] })
    second.resolve(data({ book: book('1') }))
    expect(await told).toMatchObject({ isWritten: false, asked: ['shop', 'catalog', 'shop'] })
  })

  it('which waits for nobody that it does not need', async () => {
    const late = Promise.withResolvers<Answered>()
    const told = write('{ cheapest { title } book { price } }', {
      catalog: [late.promise, entities({ title: 'T' })],
      shop: [{ ...data({ cheapest: book('2') }), extensions: {} } as Answered],
    })
    await expect
      .poll(() => calls.map(({ subgraph }) => subgraph))
      .toEqual(['shop', 'catalog', 'catalog'])
    late.resolve(data({ book: null }))
    expect((await told).answer).toEqual({ data: { cheapest: { title: 'T' }, book: null } })
  })
})

describe('objects and nulls are counted at each place that shows them', () => {
  it.each<[string, string, Answers, Record<string, number[]>]>([
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
  ])('%s', async (_, query, answered, expected) => {
    await write(query, answered)
    ;[answers, calls] = [answered, []]
    const written = (await gateway.write(readyOf(query), {}, context)).data
    if (!(written instanceof WrittenData)) throw new Error('it is not written')
    const { counters, counts } = written
    const told = [...counters].map(([path, at]) => [path, counts.slice(at, at + 2)])
    expect(Object.fromEntries(told)).toEqual(expected)
  })
})

describe('conditions', () => {
  const query = `query ($v: Boolean!, $w: Boolean = true) {
    book { title @include(if: $v) price @skip(if: $v) maker @include(if: $v) { name @skip(if: $w) } }
  }`

  it.each<[JsonObject, SubgraphAnswer, unknown]>([
    [{ v: true }, data({ book: book('1', { title: 'T', maker: {} }) }), { title: 'T', maker: {} }],
    [
      { v: true, w: false },
      data({ book: book('1', { title: 'T', maker: { name: 'N' } }) }),
      { title: 'T', maker: { name: 'N' } },
    ],
    [{ v: false }, data({ book: book('1') }), { price: 1 }],
  ])('%j', async (variables, catalog, expected) => {
    const told = await both(
      query,
      { catalog: [catalog], shop: [entities({ price: 1 })] },
      variables,
    )
    expect(told).toMatchObject({ isWritten: true, answer: { data: { book: expected } } })
  })

  it('of which there are many are left to the ordinary way, but for the first that came', async () => {
    const query =
      'query ($a: Boolean!, $b: Boolean!, $c: Boolean!) { book { id title @include(if: $a) pages @include(if: $b) kind @include(if: $c) } }'
    const [yes, no] = [true, false]
    const ways = [
      [yes, yes, yes],
      [yes, yes, no],
      [yes, no, yes],
      [no, yes, yes],
      [no, no, no],
      [yes, yes, yes],
    ]
    const written: boolean[] = []
    for (const [a, b, c] of ways) {
      const members = {
        id: '1',
        ...(a && { title: 'T' }),
        ...(b && { pages: 1 }),
        ...(c && { kind: 'HARD' }),
      }
      const told = await both(query, { catalog: [data({ book: members })] }, { a, b, c })
      written.push(told.isWritten)
    }
    expect(written).toEqual([yes, yes, yes, yes, no, yes])
  })

  it('may leave nothing', async () => {
    const told = await both(
      'query ($v: Boolean!) { book @skip(if: $v) { title } }',
      {},
      { v: true },
    )
    expect(told).toMatchObject({ isWritten: true, answer: { data: {} }, asked: [] })
  })
})

describe('a change', () => {
  const RENAME =
    'mutation { rename(title: "x") { price } restock { title } again: rename(title: "y") { price } }'
  const renamed = data({ rename: book('1') })

  it('asks for an entity again that may have changed', async () => {
    const told = await both(RENAME, {
      catalog: [renamed, entities({ title: 'x' }), data({ again: book('1') })],
      shop: [entities({ price: 1 }), data({ restock: book('1') }), entities({ price: 2 })],
    })
    expect(told.asked).toEqual(['catalog', 'shop', 'shop', 'catalog', 'catalog', 'shop'])
    const restock = { title: 'x' }
    expect(told).toMatchObject({
      isWritten: true,
      answer: { data: { rename: { price: 1 }, restock, again: { price: 2 } } },
    })
  })

  it.each<[string, Answers]>([
    ['its answer has errors', { catalog: [{ ...renamed, errors: [{ message: 'no' }] }] }],
    ['its answer is unreadable', { catalog: [Buffer.from('{"data":{"rename":')] }],
    ['there is none', {}],
    [
      'that of an entity has errors',
      { catalog: [renamed], shop: [entities(null), data({ restock: book('1') })] },
    ],
    [
      'the last answer is unexpected',
      {
        catalog: [renamed, entities({ title: 'x' }), data({ again: book('1') })],
        shop: [entities({ price: 1 }), data({ restock: book('1') }), entities(null)],
      },
    ],
  ])('is asked for once when %s', async (_, answered) => {
    const { isWritten, bodies } = await both(RENAME, answered)
    expect(isWritten).toBe(false)
    const changes = bodies.filter((body) => body.includes('mutation'))
    expect(changes).toHaveLength(3)
    expect(new Set(changes).size).toBe(3)
  })
})
