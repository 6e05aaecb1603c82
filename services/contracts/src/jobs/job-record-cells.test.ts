import { expect, test } from 'vitest'
import { repeatedColumn } from './job-record-cells.ts'

test('the first column that is repeated is found', () => {
  expect(repeatedColumn(['name', 'roof', 'name', 'roof'])).toBe('name')
  expect(repeatedColumn(['name', 'roof'])).toBeUndefined()
})

// Compared with each other, as many columns as a file has room for would take minutes.
test('a header of 500,000 columns is checked before the time limit of this test', () => {
  const columns = Array.from({ length: 500_000 }, (_, index) => `c${index}`)
  expect(repeatedColumn(columns)).toBeUndefined()
})
