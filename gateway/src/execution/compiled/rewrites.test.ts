import type { FetchDataRewrite } from '@apollo/query-planner'
import { expect, it } from 'vitest'
import { rewrite } from './rewrites.ts'

const isOfType = (typename: unknown, type: string): boolean =>
  typename === type || (typename === 'Book' && type === 'Media')

const rename = (...path: string[]): FetchDataRewrite[] => [
  { kind: 'KeyRenamer', path, renameKeyTo: 'title' },
]

it.each([
  ['renames a member', rename('x'), { x: 1 }, { title: 1 }],
  [
    'renames it in each element',
    rename('a', 'x'),
    { a: [[{ x: 1 }], { x: 2 }] },
    { a: [[{ title: 1 }], { title: 2 }] },
  ],
  [
    'renames it in objects of a type',
    rename('... on Media', 'x'),
    [{ __typename: 'Book', x: 1 }],
    [{ __typename: 'Book', title: 1 }],
  ],
  [
    'leaves objects of other types',
    rename('... on Media', 'x'),
    { __typename: 'Film', x: 1 },
    { __typename: 'Film', x: 1 },
  ],
  [
    'treats an object without a type as one of any type',
    rename('... on Media', 'x'),
    { x: 1 },
    { title: 1 },
  ],
  [
    'renames zero, empty text and false as well',
    rename('x'),
    [{ x: 0 }, { x: '' }, { x: false }],
    [{ title: 0 }, { title: '' }, { title: false }],
  ],
  ['leaves null, which counts as missing', rename('x'), { x: null }, { x: null }],
  [
    'leaves a member that has the new name already, where the old one is missing',
    rename('x'),
    { title: 1 },
    { title: 1 },
  ],
  ['treats only own properties as members', rename('constructor'), {}, {}],
  [
    'leaves objects of a type that is not known',
    rename('... on Book', 'x'),
    { __typename: 'Other', x: 1 },
    { __typename: 'Other', x: 1 },
  ],
  ['skips missing values', rename('a', 'b', 'x'), { a: null }, { a: null }],
])('%s', (_, rewrites, value, result) => {
  rewrite(value, rewrites, isOfType)
  expect(value).toEqual(result)
})

it('gives a representation the type name of its subgraph', () => {
  const representation = { __typename: 'Book', id: '1' }
  const path = ['... on Book', '__typename']
  rewrite(representation, [{ kind: 'ValueSetter', path, setValueTo: 'Media' }], isOfType)
  expect(representation).toEqual({ __typename: 'Media', id: '1' })
})

it('sets a value also where there was none, in each object that may be of the type', () => {
  const objects = [{}, { __typename: 'Book' }, { __typename: 'Film' }]
  rewrite(objects, [{ kind: 'ValueSetter', path: ['... on Book', 'a'], setValueTo: 1 }], isOfType)
  expect(objects).toEqual([{ a: 1 }, { __typename: 'Book', a: 1 }, { __typename: 'Film' }])
})

it('does not reach inherited properties', () => {
  rewrite({}, [{ kind: 'ValueSetter', path: ['__proto__', 'polluted'], setValueTo: 1 }], isOfType)
  expect({}).not.toHaveProperty('polluted')
})
