import { expect, test } from 'vitest'
import { characterCount, isLongerThan } from './character-count.ts'

test('an emoji counts as one character', () => {
  expect(characterCount('a🏠é')).toBe(3)
})

test.each([
  ['🏠🏠', 2, false],
  ['🏠🏠🏠', 2, true],
  ['abc', 2, true],
  ['', 0, false],
])('%j is longer than %i: %s', (text, lengthMax, expected) => {
  expect(isLongerThan(text, lengthMax)).toBe(expected)
})
