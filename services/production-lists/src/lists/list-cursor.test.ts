import { describe, expect, test } from 'vitest'
import type { ListFilter } from '../db/lists/production-list-pages.ts'
import { listCursor } from './list-cursor.ts'

const filter: ListFilter = { orgId: 1, jobId: undefined, updatedSinceMs: undefined, prefixes: [] }
const position = { id: 28_001, updatedAt: new Date(1_773_500_966_535) }
const text = listCursor(filter).format(position)

test('a cursor contains the position that it was made from', () => {
  expect(listCursor({ ...filter }).parse(text)).toEqual(position)
})

describe('a cursor is refused', () => {
  test.each([
    ['of another organization', { orgId: 2 }],
    ['of a job', { jobId: 1 }],
    ['of another order', { updatedSinceMs: 0 }],
    ['of another search', { prefixes: [`'maple':*`] }],
  ])('%s', (_name, change) => {
    expect(() => listCursor({ ...filter, ...change }).parse(text)).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', extensions: { argument: 'after' } }),
    )
  })

  test.each(['x', '0.1', '2147483648.1', '1e3.1', '28001', '28001.1 ', `28001.${'9'.repeat(16)}`])(
    'with the position %j',
    (place) => {
      const mark = Buffer.from(text, 'base64url').toString().slice(0, 12)
      const garbled = Buffer.from(mark + place).toString('base64url')
      expect(() => listCursor(filter).parse(garbled)).toThrow('after must be an endCursor')
    },
  )
})
