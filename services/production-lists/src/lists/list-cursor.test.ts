import { describe, expect, test } from 'vitest'
import type { ListFilter } from '../db/lists/production-list-pages.ts'
import { listCursor } from './list-cursor.ts'

const filter: ListFilter = { orgId: 1, jobId: undefined, updatedSinceMs: undefined, prefixes: [] }
const position = { id: 28_001, updatedAtMs: 1_773_500_966_535 }
const text = listCursor(filter).format(position)

test('a cursor names the place that it was made of', () => {
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

  test.each([
    '',
    'x',
    '28001',
    text.slice(0, -20),
    text.replace('28001', '0'),
    text.replace('28001', '2147483648'),
    text.replace('28001', '1e3'),
    `${text}0000`,
    `${text} `,
  ])('when it is %j', (garbled) => {
    expect(listCursor(filter).parse(garbled)).toBeUndefined()
  })
})
