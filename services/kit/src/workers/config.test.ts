import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { readVariables } from '../config.ts'
import { workerCount } from './config.ts'

const read = (text?: string) => readVariables({ workers: workerCount('N') }, { N: text }).workers

test('a number of workers is one unless told otherwise, and never more than a machine can bear', () => {
  expect(read()).toBe(1)
  expect(read('12')).toBe(12)
  for (const text of ['0', '129', '1.5', 'many'])
    expect(() => read(text)).toThrow('must be auto or a whole number from 1 to 128')
})

test('auto is as many workers as there are cores', () => {
  expect(read('auto')).toBe(availableParallelism())
})
