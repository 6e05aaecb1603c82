import { expect, test } from 'vitest'
import { isTexts } from './is-texts.ts'

test('texts by their names are taken from the browser, and no other value', () => {
  expect([{}, { a: '1', b: '' }].map(isTexts)).toEqual([true, true])
  expect([null, undefined, 'a', 1, { a: 1 }, { a: null }, ['1', 2]].some(isTexts)).toBe(false)
})
