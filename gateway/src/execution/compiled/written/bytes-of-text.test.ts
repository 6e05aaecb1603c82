import { describe, expect, test } from 'vitest'
import { bytesOfText } from './bytes-of-text.ts'

const latin1 = (text: string): string => Buffer.from(text).toString('latin1')

describe('the bytes of a text', () => {
  test.each([
    '',
    'a',
    'é 屋根 🏠',
    'a'.repeat(1_048_572),
    'a'.repeat(1_048_573),
    'é'.repeat(1_000_000),
  ])('are its own, and a zero follows them (%#)', (text) => {
    bytesOfText('z'.repeat(100))
    const expected = Buffer.from(text)
    const { bytes, view } = bytesOfText(latin1(text)) ?? {}
    expect(bytes?.subarray(0, expected.length).equals(expected)).toBe(true)
    expect(bytes?.[expected.length]).toBe(0)
    expect(view?.getInt32(expected.length, true)).toBe(0)
  })

  test('are shown by the view, too', () => {
    const { view } = bytesOfText('abcd') ?? {}
    expect(view?.getInt32(0, true)).toBe(0x64636261)
  })

  test.each(['\xe9', 'a\xff', '\xed\xa0\x80'])('are none when they are not UTF-8: %j', (text) => {
    expect(bytesOfText(text)).toBeUndefined()
    expect(bytesOfText('a')).toBeDefined()
  })
})
