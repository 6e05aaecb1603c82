import { expect, test } from 'vitest'
import { integerIdCursor } from './cursor.ts'
import { parsePage } from './page.ts'

const cursor = integerIdCursor('things')

test.each([{}, { first: undefined }, { first: null }, { first: null, after: null }])(
  'a page of %j has the default size',
  (page) => expect(parsePage(page, cursor)).toEqual({ first: 50, after: undefined }),
)

test.each([0, -1, 201])('a page of %i is refused', (first) =>
  expect(() => parsePage({ first }, cursor)).toThrow('first must be from 1 to 200.'),
)
