import { describe, expect, it } from 'vitest'
import { readReferenceText } from './reference-text.ts'

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
    ['x'.repeat(21), { kind: 'too-long', lengthMax: 20 }],
    ['PO\n1042', { kind: 'unprintable' }],
    ['PO\u0000', { kind: 'unprintable' }],
    ['PO\u2028', { kind: 'unprintable' }],
    ['\n', { kind: 'unprintable' }],
    ['\ud83c', { kind: 'unprintable' }],
  ])('%j → %j', (text, expected) => {
    expect(readReferenceText(text, 20)).toEqual(expected)
  })
})
