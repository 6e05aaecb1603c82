import { operationFromDocument, Supergraph } from '@apollo/federation-internals'
import { prettyFormatQueryPlan, QueryPlanner } from '@apollo/query-planner'
import { parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { composeSupergraph } from '../compose.ts'
import type { Composition } from '../compose.ts'

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.12", import: [
  "@key", "@external", "@requires", "@shareable", "@inaccessible", "@interfaceObject"])`

type Schemas = Readonly<Record<string, string>>

function compose(schemas: Schemas, allow?: () => boolean): Composition {
  const subgraphs = Object.entries(schemas).map(([name, sdl]) => ({
    name,
    url: `http://${name}/graphql`,
    sdl: `${LINK}\n${sdl}`,
  }))
  return composeSupergraph(subgraphs, allow)
}

function errorsOf(schemas: Schemas): readonly string[] {
  const composition = compose(schemas)
  if (composition.kind === 'composed') return []
  return composition.errors.map(({ code, message }) => `${code} ${message}`)
}

/** The planner's plan of an operation, on one line, where the schemas are composed all the same. */
function planOf(schemas: Schemas, query: string): string {
  const composition = compose(schemas, () => true)
  if (composition.kind === 'refused') throw new Error(JSON.stringify(composition.errors))
  const supergraph = Supergraph.build(composition.supergraphSdl)
  const operation = operationFromDocument(supergraph.apiSchema(), parse(query))
  const plan = new QueryPlanner(supergraph).buildQueryPlan(operation)
  return prettyFormatQueryPlan(plan).replaceAll(/\s+/g, ' ')
}

describe('NON_RESOLVABLE_KEY', () => {
  const names = 'type Book @key(fields: "id") { id: ID! isbn: ID! @shareable name: String }'
  const titles = (keys: string, start = 'type Query { book: Book }') => `
    ${start}
    type Book ${keys} {
      id: ID! isbn: ID! @shareable name: String @external title: String @requires(fields: "name")
    }`
  const ID = '@key(fields: "id", resolvable: false)'
  const ISBN = '@key(fields: "isbn")'
  const titleBy = (key: string) =>
    `Fetch(service: "titles") { { ... on Book { __typename name ${key} } } => { ... on Book { title } } }`

  it('is what the planner uses to enter a subgraph again for @requires', () => {
    const schemas = { names, titles: titles(`${ID} ${ISBN}`) }
    expect(planOf(schemas, '{ book { title } }')).toContain(titleBy('id'))
    expect(errorsOf(schemas)).toEqual([
      'NON_RESOLVABLE_KEY [titles] Book.title: to resolve @requires, the planner uses the first key of Book in this ' +
        'subgraph, @key(fields: "id", resolvable: false), although it is not resolvable: the field is null in ' +
        'responses. Declare a resolvable key of the type before this one.',
    ])
  })

  it('has to become resolvable where it is the only key', () => {
    const schemas = { names, titles: titles(ID) }
    expect(planOf(schemas, '{ book { title } }')).toContain(titleBy('id'))
    expect(errorsOf(schemas)).toEqual([expect.stringContaining('Make the key resolvable.')])
  })

  it('is refused where an entity comes from a subgraph that lacks the required field', () => {
    const schemas = {
      names,
      titles: titles(`${ID} ${ISBN}`, ''),
      shop: 'type Query { book: Book } type Book @key(fields: "isbn") { isbn: ID! }',
    }
    expect(planOf(schemas, '{ book { title } }')).toContain(titleBy('id'))
    expect(errorsOf(schemas)).toHaveLength(1)
  })

  it.each([
    ['after a resolvable key', { names, titles: titles(`${ISBN} ${ID}`) }],
    [
      'in a subgraph that is only entered with the required fields',
      {
        names: `type Query { book: Book } ${names.replace('{', `${ISBN} {`)}`,
        titles: titles(`${ID} ${ISBN}`, ''),
      },
    ],
  ])('is composed %s', (_where, schemas) => {
    expect(planOf(schemas, '{ book { title } }')).not.toContain(titleBy('id'))
    expect(errorsOf(schemas)).toEqual([])
  })

  it('is composed without @requires', () => {
    const reviews = `type Query { book: Book } type Book ${ID} { id: ID! stars: Int }`
    expect(errorsOf({ names, reviews })).toEqual([])
  })
})

describe('INTERFACE_OBJECT_WITHOUT_OBJECTS', () => {
  const media = 'type Query { media: Media } interface Media @key(fields: "id") { id: ID! }'
  const likes = (key: string) => `
    type Query { liked: Media }
    type Media ${key} @interfaceObject { id: ID! likes: Int }`

  it.each(['@key(fields: "id")', '@key(fields: "id", resolvable: false)'])(
    'is left out of plans, with %s',
    (key) => {
      const schemas = { media, likes: likes(key) }
      expect(planOf(schemas, '{ media { likes } }')).toBe('QueryPlan {}')
      expect(errorsOf(schemas)).toEqual([
        'INTERFACE_OBJECT_WITHOUT_OBJECTS [likes] Media.likes: no object type implements the interface Media, which ' +
          'subgraph "media" returns. The planner then leaves this field out of the plan, and responses are null ' +
          'without an error. Define an object type that implements Media in "media", or return Media from subgraphs ' +
          'with @interfaceObject only.',
      ])
    },
  )

  it('is left out of plans where another interface is returned that it implements', () => {
    const schemas = {
      media: `type Query { node: Node } interface Node { id: ID! }
        interface Media implements Node @key(fields: "id") { id: ID! }`,
      likes: likes('@key(fields: "id")'),
    }
    expect(planOf(schemas, '{ node { ... on Media { likes } } }')).not.toContain('likes {')
    expect(errorsOf(schemas)).toHaveLength(1)
  })

  it.each([
    ['with an object type', `${media} type Song implements Media @key(fields: "id") { id: ID! }`],
    ['where no field returns the interface', media.replace('media: Media', 'version: Int')],
  ])('is composed %s', (_where, sdl) => {
    expect(errorsOf({ media: sdl, likes: likes('@key(fields: "id")') })).toEqual([])
  })
})

describe('@requires with arguments', () => {
  const shop = (price: string) => `
    type Query { product: Product }
    type Product @key(fields: "id") { id: ID! ${price} }`
  const freight = (name: string, fields: string) => `
    type Product @key(fields: "id") {
      id: ID! price(currency: String): Int @external
      ${name}: Int @requires(fields: "${fields}")
    }`
  const USD = String.raw`price(currency: \"USD\")`
  const EUR = String.raw`price(currency: \"EUR\")`
  const OPEN = 'price(currency: String): Int'
  const INTERNAL = `${OPEN} @inaccessible`

  it('REQUIRES_CLIENT_ARGUMENTS: shares the field with clients that select other arguments', () => {
    const schemas = { shop: shop(OPEN), freight: freight('freight', USD) }
    const plan = planOf(schemas, '{ product { freight price(currency: "EUR") } }')
    expect(plan).toContain('price(currency: "USD")')
    expect(plan).not.toContain('EUR')
    expect(errorsOf(schemas)).toEqual([
      'REQUIRES_CLIENT_ARGUMENTS [freight] Product.freight: @requires selects price(currency: "USD") of Product, which ' +
        'clients can select with other arguments. The planner fetches only one of both, and responses have the wrong ' +
        'value for the other. Add a field without arguments to Product (@inaccessible, if clients must not see it), ' +
        'and require that one.',
    ])
  })

  it('REQUIRES_CLIENT_ARGUMENTS: does so where @requires gives no arguments', () => {
    const schemas = { shop: shop(OPEN), freight: freight('freight', 'price') }
    const plan = planOf(schemas, '{ product { freight price(currency: "EUR") } }')
    expect(plan).not.toContain('EUR')
    expect(errorsOf(schemas)).toEqual([expect.stringContaining('REQUIRES_CLIENT_ARGUMENTS')])
  })

  it('REQUIRES_CLIENT_ARGUMENTS: finds arguments of types that implement a required interface', () => {
    const schemas = {
      shop: `type Query { product: Product } type Product @key(fields: "id") { id: ID! size: Size }
        interface Size { height: Int } type Box implements Size { height(unit: String): Int }`,
      freight: `type Product @key(fields: "id") {
          id: ID! size: Size @external freight: Int @requires(fields: "size { height }") }
        interface Size { height: Int } type Box implements Size { height(unit: String): Int @external }`,
    }
    const plan = planOf(
      schemas,
      '{ product { freight size { ... on Box { height(unit: "m") } } } }',
    )
    // A subgraph refuses two fields with one name and different arguments.
    expect(plan).toContain('size { __typename height ... on Box { height(unit: "m") } }')
    expect(errorsOf(schemas)).toEqual([expect.stringContaining('height of Size, which clients')])
  })

  it('REQUIRES_OTHER_ARGUMENTS: shares the field with another @requires', () => {
    const schemas = {
      shop: shop(INTERNAL),
      freight: freight('freight', USD),
      customs: freight('customs', EUR),
    }
    const plan = planOf(schemas, '{ product { freight customs } }')
    expect([plan.includes('EUR'), plan.includes('USD')].filter(Boolean)).toHaveLength(1)
    expect(errorsOf(schemas)).toEqual([
      expect.stringMatching(/^REQUIRES_OTHER_ARGUMENTS .*Product.freight in "freight" requires as/),
      expect.stringMatching(/^REQUIRES_OTHER_ARGUMENTS .*Product.customs in "customs" requires as/),
    ])
  })

  it.each([
    [
      'on a field that clients do not see',
      { shop: shop(INTERNAL), freight: freight('freight', USD) },
    ],
    [
      'with the same arguments twice',
      {
        shop: shop(INTERNAL),
        freight: freight('freight', USD),
        customs: freight('customs', USD),
      },
    ],
  ])('is composed %s', (_where, schemas) => {
    expect(errorsOf(schemas)).toEqual([])
  })
})

it('an allowed construct is a hint', () => {
  const media = 'type Query { media: Media } interface Media @key(fields: "id") { id: ID! }'
  const likes = 'type Media @key(fields: "id") @interfaceObject { id: ID! likes: Int }'
  expect(compose({ media, likes }, () => true)).toMatchObject({
    kind: 'composed',
    hints: [{ code: 'INTERFACE_OBJECT_WITHOUT_OBJECTS' }],
  })
})
