import { expect, test } from 'vitest'
import { MEASUREMENT_FILE_BYTES_MAX, sizeProblem } from './file-size.ts'

test.each([
  [0, 'empty'],
  [1, undefined],
  [MEASUREMENT_FILE_BYTES_MAX, undefined],
  [MEASUREMENT_FILE_BYTES_MAX + 1, 'tooLarge'],
])('the problem of a file of %d bytes is %s', (bytes, problem) =>
  expect(sizeProblem(bytes)).toBe(problem),
)
