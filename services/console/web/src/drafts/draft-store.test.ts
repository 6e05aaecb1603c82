import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetDraft, readDraft, storedText, storeDraft } from './draft-store.ts'

const KEY = '1:list:7'
const valueNow = (): unknown => readDraft(KEY, (_value): _value is unknown => true)?.value

beforeEach(() => {
  const texts = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => texts.set(key, text),
    removeItem: (key: string) => texts.delete(key),
  })
  vi.useFakeTimers({ now: new Date('2026-11-30T08:00:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a draft that another tab has found', () => {
  test('keeps its time while it is not changed', () => {
    storeDraft(KEY, { name: 'A' }, null)
    const found = storedText(KEY)
    vi.advanceTimersByTime(60_000)
    expect(storeDraft(KEY, { name: 'A' }, found)).toBe(found)
    expect(storedText(KEY)).toBe(found)
  })

  test('is stored with its next changes by the first tab', () => {
    const first = storeDraft(KEY, { name: 'A' }, null) ?? null
    vi.advanceTimersByTime(60_000)
    storeDraft(KEY, { name: 'A' }, storedText(KEY))
    expect(storeDraft(KEY, { name: 'AB' }, first)).toBeDefined()
    expect(valueNow()).toEqual({ name: 'AB' })
  })

  test('is not replaced by the changes of that tab after those of the first one', () => {
    const first = storeDraft(KEY, { name: 'A' }, null) ?? null
    storeDraft(KEY, { name: 'AB' }, first)
    expect(storeDraft(KEY, { name: 'AC' }, first)).toBeUndefined()
    expect(valueNow()).toEqual({ name: 'AB' })
  })

  test('is stored again when it was removed meanwhile', () => {
    const first = storeDraft(KEY, { name: 'A' }, null) ?? null
    forgetDraft(KEY, first)
    storeDraft(KEY, { name: 'A' }, first)
    expect(valueNow()).toEqual({ name: 'A' })
  })
})

describe('a draft that was saved', () => {
  test('is forgotten', () => {
    const own = storeDraft(KEY, 'sent', null) ?? null
    forgetDraft(KEY, own)
    expect(valueNow()).toBeUndefined()
  })

  test('leaves one that was typed elsewhere since', () => {
    const own = storeDraft(KEY, 'sent', null) ?? null
    storeDraft(KEY, 'typed since', storedText(KEY))
    forgetDraft(KEY, own)
    expect(valueNow()).toBe('typed since')
  })

  test('is removed when it was saved, whichever tab has stored it', () => {
    storeDraft(KEY, 'sent', null)
    forgetDraft(KEY, null, (stored) => stored === 'other')
    expect(valueNow()).toBe('sent')
    forgetDraft(KEY, null, (stored) => stored === 'sent')
    expect(valueNow()).toBeUndefined()
  })
})
