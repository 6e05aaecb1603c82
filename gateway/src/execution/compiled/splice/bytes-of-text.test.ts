import { describe, expect, test } from 'vitest'
import { comparableBytes } from './bytes-of-text.ts'

describe('the bytes of a text', () => {
  test.each([
    '',
    'a',
    'é 屋根 🏠',
    'a'.repeat(1_048_572),
    'a'.repeat(1_048_573),
    'é'.repeat(1_000_000),
  ])('are its own, and a zero follows them (%#)', (text) => {
    comparableBytes(Buffer.from('z'.repeat(100)))
    const expected = Buffer.from(text)
    const { bytes, view } = comparableBytes(expected) ?? {}
    expect(bytes?.subarray(0, expected.length).equals(expected)).toBe(true)
    expect(bytes?.[expected.length]).toBe(0)
    expect(view?.getInt32(expected.length, true)).toBe(0)
  })

  test('are shown by the view, too', () => {
    const { view } = comparableBytes(Buffer.from('abcd')) ?? {}
    expect(view?.getInt32(0, true)).toBe(0x64636261)
  })

  test('are a copy: the text keeps its own when the next one is compared', () => {
    const text = Buffer.from('abcd')
    comparableBytes(text)
    comparableBytes(Buffer.from('xyz'))
    expect(String(text)).toBe('abcd')
  })

  test.each([[0xe9], [0x61, 0xff], [0xed, 0xa0, 0x80]])(
    'are undefined when they are not UTF-8: %j',
    (...bytes) => {
      expect(comparableBytes(Buffer.from(bytes))).toBeUndefined()
      expect(comparableBytes(Buffer.from('a'))).toBeDefined()
    },
  )
})
