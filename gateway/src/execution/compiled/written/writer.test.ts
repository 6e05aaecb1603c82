import { buildSchema } from 'graphql'
import type { GraphQLObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import type { Piece, Place } from './blueprint.ts'
import { compileWriter } from './writer.ts'

const schema = buildSchema(
  'type Query { one: Query  sure: Query!  list: [Query]  sureList: [Query!]!  grid: [[Query]] }',
)
const type = schema.getQueryType() as GraphQLObjectType

const place = (...pieces: Piece[]): Place => ({ type, pieces })
const run: Piece = { kind: 'run', run: '0:id' }
const constant: Piece = { kind: 'constant', text: '"t":"Query"' }

function open(name: string, below: Place = place(run)): Piece {
  const field = type.getFields()[name]
  if (field === undefined) throw new Error(`no field ${name}`)
  return { kind: 'open', name, type: field.type, place: below, counter: 2 }
}

/** An object of which a run is there. */
const object = (id: number) => ({ '0:id': `"id":${id}` })

describe('an object is written', () => {
  it.each<[string, Place, unknown, string, number[]]>([
    ['of nothing', place(), {}, '{}', [0, 0]],
    [
      'of runs, and of what is always the same',
      place(constant, run, constant),
      object(1),
      '{"t":"Query","id":1,"t":"Query"}',
      [0, 0],
    ],
    [
      'with objects',
      place(open('one'), run),
      { ...object(1), one: object(2) },
      '{"one":{"id":2},"id":1}',
      [1, 0],
    ],
    [
      'with null',
      place(run, open('one')),
      { ...object(1), one: null },
      '{"id":1,"one":null}',
      [0, 1],
    ],
    [
      'with lists',
      place(open('list')),
      { list: [object(1), null, object(2)] },
      '{"list":[{"id":1},null,{"id":2}]}',
      [2, 1],
    ],
    ['with empty ones', place(open('sureList')), { sureList: [] }, '{"sureList":[]}', [0, 0]],
    [
      'with lists of lists',
      place(open('grid')),
      { grid: [[object(1)], null, [null]] },
      '{"grid":[[{"id":1}],null,[null]]}',
      [1, 2],
    ],
  ])('%s', (...[, of, gathered, text, counts]) => {
    const counted = [0, 0, 0, 0]
    expect(compileWriter(of)(gathered, counted)).toBe(text)
    expect(counted).toEqual([0, 0, ...counts])
  })
})

describe('nothing is written', () => {
  it.each<[string, Piece, unknown]>([
    ['without a run', run, {}],
    ['without objects that may be null', open('one'), {}],
    ['without a run of an object', open('one'), { one: {} }],
    ['without a run of one in a list', open('list'), { list: [object(1), {}] }],
    ['without an element of a list', open('list'), { list: [undefined] }],
    ['with null where there must be none', open('sure'), { sure: null }],
    ['with null in a list without nulls', open('sureList'), { sureList: [null] }],
  ])('%s', (_, piece, gathered) => {
    expect(compileWriter(place(piece))(gathered, [0, 0, 0, 0])).toBeUndefined()
  })
})
