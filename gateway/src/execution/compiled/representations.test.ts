import { describe, expect, it } from 'vitest'
import type { QueryPlanSelectionNode } from '@apollo/query-planner'
import { compileRepresent, gatherRepresentations } from './representations.ts'

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

const KEY = on('Book', field('__typename'), field('id'))

describe('a representation', () => {
  it('has the fields that the subgraph wants to see, and no others', () => {
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

  it('does not take for a field what every object inherits', () => {
    const requires = [on('Book', field('__typename'), field('constructor'))]
    expect(represent(requires, { __typename: 'Book' })).toBeUndefined()
  })

  it('is changed by rewrites before it is sent', () => {
    const rewrites = [
      { kind: 'ValueSetter' as const, path: ['... on Book', '__typename'], setValueTo: 'Thing' },
    ]
    const text = compileRepresent({ requires: [KEY], rewrites, isOfType })
    expect(text({ __typename: 'Book', id: '1' })).toBe('{"__typename":"Thing","id":"1"}')
  })
})

it('asks for equal entities once, and for none that has no representation', () => {
  const book = (id?: string) => ({ __typename: 'Book', id })
  const asText = compileRepresent({ requires: [KEY], rewrites: undefined, isOfType })
  expect(gatherRepresentations([book('1'), book(), book('2'), book('1')], asText)).toEqual({
    count: 2,
    text: '[{"__typename":"Book","id":"1"},{"__typename":"Book","id":"2"}]',
    numberOf: [0, undefined, 1, 0],
  })
})
