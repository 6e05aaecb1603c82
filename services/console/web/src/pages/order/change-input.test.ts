import { expect, test } from 'vitest'
import { readChange } from './change-input.ts'
import type { StandingLine } from './order-figures.ts'

const STANDING = [{ line: { id: 'a' }, quantity: 6 }] as unknown as readonly StandingLine[]

test('blank texts and zeros change nothing', () => {
  expect(readChange({ 1: '', 2: ' 0 ' }, { a: '' }, STANDING)).toEqual({
    additions: [],
    credits: [],
    wrong: new Set(),
    tooMuch: new Set(),
  })
})

test('amounts become additions and credits', () => {
  const { additions, credits } = readChange({ 1: '2.5' }, { a: '6' }, STANDING)
  expect(additions).toEqual([{ listItemId: '1', quantity: 2.5 }])
  expect(credits).toEqual([{ orderListItemId: 'a', quantity: 6 }])
})

test('what is no amount is named', () => {
  expect(readChange({ 1: 'two', 2: '-1' }, { a: '1e3' }, STANDING).wrong).toEqual(
    new Set(['1', '2', 'a']),
  )
})

test('more than is ordered cannot be taken back', () => {
  expect(readChange({}, { a: '6.1' }, STANDING).tooMuch).toEqual(new Set(['a']))
  expect(readChange({}, { gone: '1' }, STANDING).tooMuch).toEqual(new Set(['gone']))
})
