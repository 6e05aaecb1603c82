import { expect, test } from 'vitest'
import { createAttempt, readAttempts, writeAttempts } from './attempts.ts'

const pathsOf = (lengths: readonly number[]): readonly string[] => {
  const attempts = lengths.map((length) => createAttempt(`/${'a'.repeat(length - 1)}`))
  return readAttempts(writeAttempts(attempts)).map(({ returnPath }) => returnPath)
}

test('a cookie holds the newest three attempts', () => {
  expect(pathsOf([10, 20, 30, 40]).map(({ length }) => length)).toEqual([20, 30, 40])
})

test('a cookie holds no more than a browser keeps, and always the newest attempt', () => {
  expect(pathsOf([900, 900, 900]).map(({ length }) => length)).toEqual([900, 900])
  expect(pathsOf([1000]).map(({ length }) => length)).toEqual([1000])
})
