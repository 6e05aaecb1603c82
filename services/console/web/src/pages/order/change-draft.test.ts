import { describe, expect, test } from 'vitest'
import { beginChange, emptyChange, isChangeDraft, moveChange, standingOf } from './change-draft.ts'
import type { FullOrder } from './order-figures.ts'

const orderOf = (...ids: readonly string[]): FullOrder =>
  ({
    orderListItems: ids.map((id) => ({ id, quantity: 6, rejectedReason: null, credits: null })),
    changeOrders: [],
  }) as unknown as FullOrder

const BEFORE = orderOf('a', 'b')
const NOW = orderOf('b')
const typed = { ...emptyChange(BEFORE), additions: { 1: '5' }, credits: { a: '6', b: '1' } }

describe('a stored change', () => {
  test('is found again while the order is the same', () => {
    expect(beginChange(typed, BEFORE)).toBe(typed)
    expect(beginChange(undefined, BEFORE)).toBeUndefined()
  })

  test('is forgotten when the order has changed', () => {
    expect(beginChange({ ...typed, keys: {} }, NOW)).toBeUndefined()
  })

  test('is found again when it may have changed the order itself, so that it can be sent with its key', () => {
    const sent = { ...typed, keys: { call: `key ${Date.now()}` } }
    expect(beginChange(sent, NOW)).toBe(sent)
  })

  test('is read only in the form in which it is stored', () => {
    expect([typed, { ...typed, keys: { call: 'key' } }].every(isChangeDraft)).toBe(true)
    expect([null, {}, { ...typed, keys: { call: 1 } }].some(isChangeDraft)).toBe(false)
  })
})

test('what is taken back of a line that is ordered no more is left out once the person was told', () => {
  expect(moveChange({ ...typed, keys: { call: 'key' } }, NOW)).toEqual({
    standing: standingOf(NOW),
    additions: { 1: '5' },
    credits: { b: '1' },
    keys: { call: 'key' },
  })
})
