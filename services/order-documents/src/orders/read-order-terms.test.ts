import { describe, expect, it } from 'vitest'
import { readText } from './read-order-terms.ts'

const UNPRINTABLE = 'reason must be one line of printable characters.'

describe('readText', () => {
  it.each([
    [undefined, null],
    [null, null],
    ['', null],
    ['   ', null],
    ['PO-1042', 'PO-1042'],
    [' PO 1042 ', ' PO 1042 '],
    ['Größe 屋根', 'Größe 屋根'],
    ['x'.repeat(20), 'x'.repeat(20)],
    ['🏠'.repeat(20), '🏠'.repeat(20)],
  ])('%j → %j', (given, text) => {
    expect(readText('reason', given, 20)).toBe(text)
  })

  it.each([
    ['x'.repeat(21), 'reason must have at most 20 characters.'],
    ['PO\n1042', UNPRINTABLE],
    ['PO\u0000', UNPRINTABLE],
    ['PO\u2028', UNPRINTABLE],
    ['\n', UNPRINTABLE],
    ['\ud83c', UNPRINTABLE],
  ])('%j is refused', (given, message) => {
    const refusal = { message, code: 'BAD_USER_INPUT', extensions: { argument: 'reason' } }
    expect(() => readText('reason', given, 20)).toThrow(expect.objectContaining(refusal))
  })
})
