import { expect, test } from 'vitest'
import { searchPrefixes } from './word-search.ts'

test('a word with typographic punctuation is searched for as it is stored, and by its parts', () => {
  expect(searchPrefixes('O’Brien garage')).toEqual([
    "(('O':* & 'Brien':*) | ('O’Brien':*))",
    "'garage':*",
  ])
  expect(searchPrefixes("o'brien")).toEqual(["(('o':* & 'brien':*) | ('o’brien':*))"])
  expect(searchPrefixes('JOB-17/b')).toEqual(["'JOB':*", "'17':*", "'b':*"])
})

test('only the first ten words count, however they are separated', () => {
  const letters = 'abcdefghijkl'.split('')
  for (const separator of [' ', '-', '–', '’', ' – '])
    expect(searchPrefixes(letters.join(separator))).toEqual(
      letters.slice(0, 10).map((letter) => `'${letter}':*`),
    )
})
