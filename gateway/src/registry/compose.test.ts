import { describe, expect, it } from 'vitest'
import { composeSupergraph } from './compose.ts'

const LINK =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.12", import: ["@key", "@shareable"])'

function subgraph(name: string, sdl: string) {
  return { name, url: `http://${name}/graphql`, sdl: `${LINK}\n${sdl}` }
}

describe('composeSupergraph', () => {
  it('composes subgraphs that fit', () => {
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

  it('refuses those that do not, naming the rule', () => {
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

  it('hands on hints', () => {
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

  it('says where a schema cannot be read', () => {
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
})
