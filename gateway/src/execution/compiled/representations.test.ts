import type { QueryPlanSelectionNode } from '@apollo/query-planner'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from './json.ts'
import { compileRepresent, gatherRepresentations } from './representations.ts'

const field = (name: string, selections?: QueryPlanSelectionNode[]): QueryPlanSelectionNode => ({
  kind: 'Field',
  name,
  ...(selections && { selections }),
})
const on = (
  typeCondition: string,
  selections: QueryPlanSelectionNode[],
): QueryPlanSelectionNode => ({
  kind: 'InlineFragment',
  typeCondition,
  selections,
})

const represent = compileRepresent(
  [
    on('Book', [field('__typename'), field('id')]),
    on('Media', [field('__typename'), field('size', [field('height')])]),
  ],
  (typename, type) => typename === type || (typename === 'Book' && type === 'Media'),
)
const BOOK = { __typename: 'Book', id: '1', size: { height: 2, width: 3 }, title: 'Eaves' }
const REPRESENTATION = { __typename: 'Book', id: '1', size: { height: 2 } }

describe('a representation', () => {
  it('has what the fragments on its type and interfaces ask for, and no more', () => {
    expect(represent(BOOK)).toEqual(REPRESENTATION)
  })

  it.each<[string, JsonObject, unknown]>([
    ['has null where null is known', { ...BOOK, size: null }, { ...REPRESENTATION, size: null }],
    [
      'has each element of a list',
      { ...BOOK, size: [{ height: 1 }, null] },
      { ...REPRESENTATION, size: [{ height: 1 }, null] },
    ],
    [
      'lacks a fragment of which a member is missing',
      { __typename: 'Book', id: '1' },
      { __typename: 'Book', id: '1' },
    ],
    ['is not made of an object of another type', { ...BOOK, __typename: 'Person' }, undefined],
    ['is not made of an object that does not tell its type', { id: '1' }, undefined],
  ])('%s', (_, entity, representation) => {
    expect(represent(entity)).toEqual(representation)
  })
})

it('is sent once for equal entities', () => {
  const other = { ...BOOK, id: '2' }
  const { values, numberOf, text } = gatherRepresentations(
    [BOOK, other, { __typename: 'Person' }, { ...BOOK, title: 'another' }],
    represent,
  )
  expect(numberOf).toEqual([0, 1, undefined, 0])
  expect(values).toHaveLength(2)
  expect(JSON.parse(text)).toEqual(values)
})
