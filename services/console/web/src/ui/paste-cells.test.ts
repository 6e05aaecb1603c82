import { expect, test } from 'vitest'
import { parseNumber } from './numbers.ts'
import { cellsOf } from './paste-cells.ts'

test.each([
  ['12\t345', '12\t345'],
  ['12\r\n345\r\n', '12\t345'],
  ['12\n345', '12\t345'],
  ['4\t500\t250', '4\t500\t250'],
])('%j of several cells is pasted as %j, which is no number', (pasted, text) => {
  expect(cellsOf(pasted)).toBe(text)
  expect(parseNumber(text)).toBeUndefined()
})

test.each([
  ['80\r\n', '80'],
  ['\t7\t', '7'],
  ['1 234\n', '1 234'],
])('%j of one cell is pasted as %j', (pasted, text) => expect(cellsOf(pasted)).toBe(text))

test.each(['12', '1 234', ' 12 '])('%j is pasted as it is', (pasted) =>
  expect(cellsOf(pasted)).toBeUndefined(),
)
