import { expect, test } from 'vitest'
import { readsOf } from './page-reads.ts'

const organizations = [{ id: 1, scopes: ['lists:read', 'orders:read'] }]
const countOf = (path: string): number => readsOf(path, organizations).length

test('a page of a row is read ahead', () => {
  expect(countOf('/o/1/jobs/7')).toBe(1)
  expect(countOf('/o/1/lists/7/order')).toBe(1)
})

test.each(['/o/1/jobs/99999999999', '/o/1/jobs/1x', '/o/1/lists/0', '/o/1/lists/4e3/order'])(
  '%s names no row, so that nothing is requested',
  (path) => {
    expect(countOf(path)).toBe(0)
  },
)
