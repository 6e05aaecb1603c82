import { describe, expect, it } from 'vitest'
import type { QueryPlanSelectionNode } from '@apollo/query-planner'
import { compileRepresent } from './representations.ts'

const isOfType = (typename: unknown, type: string): boolean =>
  typename === type || (type === 'Thing' && (typename === 'Book' || typename === 'Box'))

function field(name: string, selections?: QueryPlanSelectionNode[]): QueryPlanSelectionNode {
  return { kind: 'Field', name, ...(selections && { selections }) }
}

function on(
  typeCondition: string,
  ...selections: QueryPlanSelectionNode[]
): QueryPlanSelectionNode {
  return { kind: 'InlineFragment', typeCondition, selections }
}

function represent(requires: QueryPlanSelectionNode[], entity: Record<string, unknown>): unknown {
  const text = compileRepresent({ requires, rewrites: undefined, isOfType })(entity)
  return text === undefined ? undefined : JSON.parse(text)
}

const TYPENAME = field('__typename')
const KEY = on('Book', TYPENAME, field('id'))

describe('a representation', () => {
  it('has the fields that the subgraph requires, and no others', () => {
    const entity = { __typename: 'Book', id: 'a"b', title: 'T' }
    expect(represent([KEY], entity)).toEqual({ __typename: 'Book', id: 'a"b' })
  })

  it('has those of every fragment that applies', () => {
    const requires = [KEY, on('Thing', field('size', [field('cm')])), on('Box', field('weight'))]
    const entity = { __typename: 'Book', id: '1', size: [{ cm: 3, inches: 1 }, null], weight: 9 }
    expect(represent(requires, entity)).toEqual({
      __typename: 'Book',
      id: '1',
      size: [{ cm: 3 }, null],
    })
  })

  it('lacks a fragment of which a member is missing', () => {
    const requires = [KEY, on('Thing', field('__typename'), field('size'))]
    expect(represent(requires, { __typename: 'Book', id: '1' })).toEqual({
      __typename: 'Book',
      id: '1',
    })
  })

  it('may hold null', () => {
    expect(represent([KEY], { __typename: 'Book', id: null })).toEqual({
      __typename: 'Book',
      id: null,
    })
  })

  it.each([
    ['a field that is not known', { __typename: 'Book' }],
    ['a type that no fragment is for', { __typename: 'Box', id: '1' }],
    ['no type', { id: '1' }],
  ])('is not made of %s', (_, entity) => {
    expect(represent([KEY], entity)).toBeUndefined()
  })

  it.each<[string, QueryPlanSelectionNode[], object, object]>([
    [
      'a field below a field, of one object as of a list',
      [on('Book', TYPENAME, field('size', [field('cm')]), field('sizes', [field('cm')]))],
      { size: { cm: 1, inches: 2 }, sizes: [[{ cm: 3, inches: 4 }], null] },
      { size: { cm: 1 }, sizes: [[{ cm: 3 }], null] },
    ],
    [
      'fields of one object by several fragments',
      [
        KEY,
        on('Book', field('size', [field('cm')])),
        on('Thing', field('size', [field('inches')])),
      ],
      { id: '1', size: { cm: 1, inches: 2 } },
      { id: '1', size: { cm: 1, inches: 2 } },
    ],
    [
      'fields outside of fragments',
      [field('title'), KEY],
      { id: '1', title: 'T' },
      { id: '1', title: 'T' },
    ],
    [
      'a field that the plan gives another name',
      [on('Book', TYPENAME, { kind: 'Field', name: 'id', alias: 'key' })],
      { id: '1', key: '2' },
      { key: '2' },
    ],
    [
      'the same, where several fragments apply',
      [KEY, on('Book', { kind: 'Field', name: 'id', alias: 'key' })],
      { id: '1', key: '2' },
      { id: '1', key: '2' },
    ],
    [
      'null for an object of which a field is missing',
      [on('Book', TYPENAME, field('size', [field('cm')]))],
      { size: { inches: 2 } },
      { size: null },
    ],
    [
      'nothing of a fragment where an object has no type',
      [on('Book', TYPENAME, field('size', [on('Size', field('cm'))]))],
      { size: { cm: 1 } },
      { size: {} },
    ],
    [
      'zero, empty text and false',
      [on('Book', TYPENAME, field('a'), field('b'), field('c'))],
      { a: 0, b: '', c: false },
      { a: 0, b: '', c: false },
    ],
  ])('has %s', (_, requires, entity, representation) => {
    const typed = { __typename: 'Book', ...representation }
    expect(represent(requires, { __typename: 'Book', ...entity })).toEqual(typed)
  })

  it('has each member once', () => {
    const requires = [on('Book', TYPENAME, field('id'), field('id'))]
    const asText = compileRepresent({ requires, rewrites: undefined, isOfType })
    expect(asText({ __typename: 'Book', id: '1' })).toBe('{"__typename":"Book","id":"1"}')
  })

  it('has those of the entity’s own type, when entities of several types alternate', () => {
    const requires = [KEY, on('Box', TYPENAME, field('weight'))]
    const asText = compileRepresent({ requires, rewrites: undefined, isOfType })
    const [book, box] = [
      { __typename: 'Book', id: '1', weight: 2 },
      { __typename: 'Box', id: '1', weight: 2 },
    ]
    expect([book, box, book].map(asText)).toEqual([
      '{"__typename":"Book","id":"1"}',
      '{"__typename":"Box","weight":2}',
      '{"__typename":"Book","id":"1"}',
    ])
  })

  it('needs a type, also where no fragment selects it', () => {
    expect(represent([on('Book', field('id'))], { __typename: 'Book', id: '1' })).toBeUndefined()
  })

  it('does not treat inherited properties as fields', () => {
    const requires = [on('Book', field('__typename'), field('constructor'))]
    expect(represent(requires, { __typename: 'Book' })).toBeUndefined()
  })

  it('is changed by rewrites before it is sent', () => {
    const rewrites = [
      { kind: 'ValueSetter' as const, path: ['... on Book', '__typename'], setValueTo: 'Thing' },
    ]
    const asText = compileRepresent({ requires: [KEY], rewrites, isOfType })
    expect(asText({ __typename: 'Book', id: '1' })).toBe('{"__typename":"Thing","id":"1"}')
  })
})
