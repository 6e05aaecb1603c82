import { expect, test } from 'vitest'
import { partsOf } from './parts.ts'

const split = (counts: readonly number[]) => partsOf(counts, (count) => count, 10)

test.each([
  [[], []],
  [
    [3, 3, 3, 3],
    [[3, 3, 3], [3]],
  ],
  [
    [10, 1],
    [[10], [1]],
  ],
  [
    [1, 25, 1],
    [[1], [25], [1]],
  ],
  [[0, 0], [[0, 0]]],
])('%j is read in the parts %j', (counts, parts) => {
  expect(split(counts)).toEqual(parts)
})
