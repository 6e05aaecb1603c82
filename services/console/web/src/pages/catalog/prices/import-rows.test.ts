import { expect, test } from 'vitest'
import { firstShown, fitsRequest, rowsOf } from './import-rows.ts'

test('a file fits as long as its request does: quotes count twice', () => {
  expect(fitsRequest('a'.repeat(900_000))).toBe(true)
  expect(fitsRequest('"'.repeat(500_000))).toBe(false)
  expect(fitsRequest('ñ'.repeat(500_000))).toBe(false)
})

test('rows are shown by what comes of them', () => {
  const rows = [{ change: 'added' }, { change: 'refused' }]

  expect(rowsOf(rows, 'refused')).toEqual([{ change: 'refused' }])
  expect(rowsOf(rows, 'all')).toBe(rows)
})

test.each([
  [{ added: 1, changed: 1, unchanged: 1, refused: 1 }, 'refused'],
  [{ added: 1, changed: 1, unchanged: 1, refused: 0 }, 'changed'],
  [{ added: 1, changed: 0, unchanged: 1, refused: 0 }, 'added'],
  [{ added: 0, changed: 0, unchanged: 1, refused: 0 }, 'all'],
])('of %j the rows %j are shown first', (counts, expected) => {
  expect(firstShown(counts)).toBe(expected)
})
