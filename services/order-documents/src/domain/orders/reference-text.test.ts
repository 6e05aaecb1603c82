import { describe, expect, it } from 'vitest'
import { readReferenceText } from './reference-text.ts'

const UNPRINTABLE = { kind: 'refused', reason: 'must be one line of printable characters' }

describe('readReferenceText', () => {
  it.each([
    [undefined, { kind: 'accepted', text: null }],
    ['', { kind: 'accepted', text: null }],
    ['   ', { kind: 'accepted', text: null }],
    ['PO-1042', { kind: 'accepted', text: 'PO-1042' }],
    [' PO 1042 ', { kind: 'accepted', text: ' PO 1042 ' }],
    ['Größe 屋根', { kind: 'accepted', text: 'Größe 屋根' }],
    ['x'.repeat(20), { kind: 'accepted', text: 'x'.repeat(20) }],
    ['🏠'.repeat(20), { kind: 'accepted', text: '🏠'.repeat(20) }],
    ['x'.repeat(21), { kind: 'refused', reason: 'must have at most 20 characters' }],
    ['PO\n1042', UNPRINTABLE],
    ['PO\u0000', UNPRINTABLE],
    ['PO\u2028', UNPRINTABLE],
    ['\n', UNPRINTABLE],
    ['\ud83c', UNPRINTABLE],
  ])('%j → %j', (text, expected) => {
    expect(readReferenceText(text, 20)).toEqual(expected)
  })
})
