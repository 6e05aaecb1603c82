import { describe, expect, it } from 'vitest'
import { composeSupergraph } from './compose.ts'

const LINK =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.12", import: ["@key", "@shareable"])'

function subgraph(name: string, sdl: string) {
  return { name, url: `http://${name}/graphql`, sdl: `${LINK}\n${sdl}` }
}

describe('composeSupergraph', () => {
  it('composes compatible subgraphs', () => {
    const composition = composeSupergraph([
      subgraph(
        'a',
        'type Query { book: Book } type Book @key(fields: "id") { id: ID! title: String }',
      ),
      subgraph('b', 'type Book @key(fields: "id") { id: ID! copies: Int }'),
    ])
    expect(composition).toMatchObject({ kind: 'composed', hints: [] })
    expect(composition.kind === 'composed' && composition.supergraphSdl).toContain('copies: Int')
  })

  it('refuses incompatible ones, naming the rule', () => {
    const composition = composeSupergraph([
      subgraph(
        'a',
        'type Query { book: Book } type Book @key(fields: "id") { id: ID! title: String }',
      ),
      subgraph('b', 'type Book @key(fields: "id") { id: ID! title: String }'),
    ])
    expect(composition).toMatchObject({
      kind: 'refused',
      errors: [{ code: 'INVALID_FIELD_SHARING' }],
    })
  })

  it('refuses a supergraph that a gateway could not load', () => {
    const sdl =
      '@link(url: "https://specs.apollo.dev/federation/v2.12", import: ["@authenticated"])'
    const type = 'type Query { book: String @authenticated }'
    expect(
      composeSupergraph([{ name: 'a', url: 'http://a/', sdl: `extend schema ${sdl} ${type}` }]),
    ).toMatchObject({ kind: 'refused', errors: [{ code: 'NOT_LOADABLE' }] })
  })

  it('returns hints', () => {
    const book = 'type Book @key(fields: "id") { id: ID! }'
    const composition = composeSupergraph([
      subgraph('a', `type Query { book: Book } "One text." ${book}`),
      subgraph('b', `"Another text." ${book}`),
    ])
    expect(composition).toMatchObject({
      kind: 'composed',
      hints: [{ code: 'INCONSISTENT_DESCRIPTION' }],
    })
  })

  it('reports the position of a syntax error', () => {
    expect(
      composeSupergraph([{ name: 'a', url: 'http://a/', sdl: 'type Query {\n  book: \n}' }]),
    ).toEqual({
      kind: 'refused',
      errors: [
        {
          code: 'INVALID_GRAPHQL',
          message: '[a] line 3, column 1: Syntax Error: Expected Name, found "}".',
        },
      ],
    })
  })

  it('refuses a context that is used and never set', () => {
    const book = 'type Book @key(fields: "id") { id: ID! '
    const title = 'title(by: String @federation__fromContext(field: "$user { name }")): String }'
    expect(composeSupergraph([subgraph('a', `type Query { book: Book } ${book}${title}`)])).toEqual(
      {
        kind: 'refused',
        errors: [
          {
            code: 'CONTEXT_NOT_SET',
            message: '[a] Context "user" is used at location "Book.title(by:)" but is never set.',
          },
        ],
      },
    )
  })

  const context = (field: string) =>
    `type Query { book(by: String @federation__fromContext${field}): String }`
  it.each([
    ['a context without a field', context('')],
    ['a context whose field is null', context('(field: null)')],
    ['a context whose field is a number', context('(field: 3)')],
    ['a link to no URL', 'extend schema @link(url: "nowhere") type Query { book: String }'],
  ])('refuses %s, which the library throws at, and names the subgraph', (_what, sdl) => {
    const composition = composeSupergraph([
      subgraph('fine', 'type Query { books: Int }'),
      subgraph('odd', sdl),
    ])
    expect(composition).toMatchObject({
      kind: 'refused',
      errors: [{ code: 'COMPOSITION_FAILED' }],
    })
    expect(composition.kind === 'refused' && composition.errors[0]?.message).toMatch(
      /^\[odd\] The composition library fails on this schema: .+\nMost likely an argument/,
    )
  })
})
