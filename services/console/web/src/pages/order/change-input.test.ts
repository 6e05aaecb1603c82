import { describe, expect, test } from 'vitest'
import { countBeyondNeed, readChange, stepOf } from './change-input.ts'
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

test('an amount is rounded to what is sent and shown', () => {
  const { additions } = readChange({ 1: '33.3333333', 2: '0.000001' }, {}, STANDING)
  expect(additions).toEqual([{ listItemId: '1', quantity: 33.33333 }])
})

test('more than a list item needs is counted; what is taken back is needed, too, in the unit of the item', () => {
  const standing = [
    { line: { id: 'a', listItem: { id: 1 }, quantityUnits: 'BUNDLES' }, quantity: 6 },
    { line: { id: 'b', listItem: { id: 1 }, quantityUnits: 'SQUARES' }, quantity: 6 },
  ] as unknown as readonly StandingLine[]
  const coverage = new Map([['1', { left: 2, quantityUnits: 'BUNDLES' }]])
  const count = (credits: Readonly<Record<string, string>>): number =>
    countBeyondNeed(readChange({ 1: '5' }, credits, standing), coverage, standing)
  expect([count({}), count({ a: '2' }), count({ a: '3' }), count({ b: '3' })]).toEqual([1, 1, 0, 1])
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

describe('the button', () => {
  const step = (
    credits: Readonly<Record<string, string>>,
    given: { readonly isRepeated?: boolean; readonly hasMoved?: boolean } = {},
  ): unknown =>
    stepOf(readChange({}, credits, STANDING), { isRepeated: false, hasMoved: false, ...given })

  test('places a change whose amounts are right, and asks for others', () => {
    expect(step({ a: '6' })).toBe('place')
    expect(step({ a: ' 0' })).toBe('type')
    expect([step({ a: '7' }), step({ a: 'six' })]).toEqual(['correct', 'correct'])
  })

  test('reads the order when what is wrong may be of a line that is gone', () => {
    expect(step({ gone: '1' }, { hasMoved: true })).toBe('read')
    expect(step({ gone: 'one' }, { hasMoved: true })).toBe('read')
  })

  test('places a change again that may have taken back the line itself', () => {
    expect(step({ gone: '1' }, { isRepeated: true, hasMoved: true })).toBe('place')
    expect(step({ gone: '1', a: 'one' }, { isRepeated: true, hasMoved: true })).toBe('read')
  })
})
