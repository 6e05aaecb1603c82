import { expect, test } from 'vitest'
import { characterCount, firstCharacters, isLongerThan, shortened } from './character-count.ts'

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

test.each([
  ['', ''],
  ['🏠🏠', '🏠🏠'],
  ['a🏠b', 'a🏠…'],
  ['🏠🏠🏠🏠🏠', '🏠🏠…'],
])('%j with at most two characters is %j', (text, short) => {
  expect(shortened(text, 2)).toBe(short)
  expect(firstCharacters(text, 2)).toBe(short.replace('…', ''))
})
