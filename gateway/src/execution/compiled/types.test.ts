import { buildSchema } from 'graphql'
import { expect, it } from 'vitest'
import { createIsOfType } from './types.ts'

const isOfType = createIsOfType(
  buildSchema(`
    interface Media { id: ID }
    interface Print implements Media { id: ID }
    type Book implements Print & Media { id: ID }
    type Film implements Media { id: ID }
    union Found = Film
    type Query { media: Media  print: Print  found: Found }
  `),
)

it.each([
  ['Book', 'Book', true],
  ['Book', 'Film', false],
  ['Book', 'Print', true],
  ['Book', 'Media', true],
  ['Print', 'Media', true],
  ['Media', 'Print', false],
  ['Film', 'Found', true],
  ['Book', 'Found', false],
  ['Found', 'Found', true],
  ['Unheard', 'Media', false],
  ['Book', 'Unheard', false],
  ['ID', 'Media', false],
  [undefined, 'Media', false],
  [7, 'Media', false],
])('an object with the type name %o is of type %s: %o', (typename, type, is) => {
  expect(isOfType(typename, type)).toBe(is)
})
