import { describe, expect, test } from 'vitest'
import {
  deliveryInputOf,
  EMPTY_DRAFT,
  hasBadTimes,
  isEmptyDraft,
  isOrderDraft,
  TIMES,
  withVendorAmong,
} from './order-draft.ts'

describe('the delivery that is sent', () => {
  test('is left out when nothing is said', () => {
    expect(deliveryInputOf({})).toBeUndefined()
    expect(deliveryInputOf({ date: '', lines: ' \n ', contactName: '  ' })).toBeUndefined()
  })

  test('has what is said, trimmed, and no empty parts', () => {
    const typed = {
      date: '2026-12-04',
      window: 'AM',
      method: 'ROOF_TOP',
      lines: ' 214 Maple Street \n\n Unit 2',
      city: ' Springfield ',
      accessNotes: 'Gate code 1234',
      contactPhone: '217 555 0142',
    }
    expect(deliveryInputOf(typed)).toEqual({
      date: '2026-12-04',
      window: 'AM',
      method: 'ROOF_TOP',
      shipTo: { lines: ['214 Maple Street', 'Unit 2'], city: 'Springfield' },
      accessNotes: 'Gate code 1234',
      contact: { phone: '217 555 0142' },
    })
  })

  test('has two times as one window', () => {
    expect(deliveryInputOf({ window: TIMES, from: '08:00', to: '10:00' })).toEqual({
      window: '08:00-10:00',
    })
  })

  test.each([
    [{ window: TIMES }, true],
    [{ window: TIMES, from: '10:00', to: '08:00' }, true],
    [{ window: TIMES, from: '08:00', to: '08:00' }, true],
    [{ window: TIMES, from: '08:00', to: '10:00' }, false],
    [{ window: 'AM', from: '10:00', to: '08:00' }, false],
  ])('the times of %o are bad: %s', (typed, expected) => {
    expect(hasBadTimes(typed)).toBe(expected)
  })
})

describe('a draft of this browser', () => {
  test.each([
    [EMPTY_DRAFT, true],
    [{ ...EMPTY_DRAFT, picks: { 7: false }, ways: { 1: 'document' } }, true],
    [null, false],
    [[], false],
    [{}, false],
    [{ ...EMPTY_DRAFT, picks: { 7: 'no' } }, false],
    [{ ...EMPTY_DRAFT, ways: { 1: 'fax' } }, false],
    [{ ...EMPTY_DRAFT, delivery: { date: 1 } }, false],
    [{ ...EMPTY_DRAFT, vendorId: 1 }, false],
  ])('%o can be read: %s', (value, expected) => {
    expect(isOrderDraft(value)).toBe(expected)
  })

  test('is empty when nothing differs from the proposal', () => {
    expect(isEmptyDraft({ ...EMPTY_DRAFT, delivery: { city: ' ' } })).toBe(true)
    expect(isEmptyDraft({ ...EMPTY_DRAFT, picks: { 7: false } })).toBe(false)
    expect(isEmptyDraft({ ...EMPTY_DRAFT, terms: { jobName: 'Maple 214' } })).toBe(false)
  })
})

test('a vendor that can no longer be chosen counts as none, and the rest of the draft stays', () => {
  const draft = { ...EMPTY_DRAFT, picks: { 1: true }, vendorId: '3' }
  expect(withVendorAmong(draft, new Set([1]))).toEqual({ ...draft, vendorId: '' })
  expect(withVendorAmong(draft, new Set([3]))).toBe(draft)
  expect(withVendorAmong(EMPTY_DRAFT, new Set())).toBe(EMPTY_DRAFT)
})
