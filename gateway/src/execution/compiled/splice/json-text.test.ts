import { describe, expect, test } from 'vitest'
import { endOfString, MISMATCH } from './json-text.ts'

/** The ends of a string before other text, before a brace, and at the end of the text. */
function endsOf(string: Buffer): readonly number[] {
  return [Buffer.from(',"x":1}}'), Buffer.from('}'), Buffer.of()].map((rest) => {
    const bytes = Buffer.concat([Buffer.from('{"a":'), string, rest])
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return endOfString(bytes, 5, view) - 5
  })
}

function quoted(content: Buffer): Buffer {
  return Buffer.concat([Buffer.from('"'), content, Buffer.from('"')])
}

const lengths = Array.from({ length: 10 }, (_, length) => length)
const allBytes = Array.from({ length: 256 }, (_, byte) => byte)
const [QUOTE, BACKSLASH, SPACE] = [0x22, 0x5c, 0x20]

describe('a string in JSON text', () => {
  test.each(lengths)('of %i plain characters ends behind its quote', (length) => {
    for (const byte of allBytes.filter((byte) => byte >= SPACE)) {
      if (byte === QUOTE || byte === BACKSLASH) continue
      const string = quoted(Buffer.alloc(length, byte))
      expect(endsOf(string)).toEqual([length + 2, length + 2, length + 2])
    }
  })

  test.each(lengths)('ends at the first quote, behind %i characters', (length) => {
    const string = quoted(Buffer.concat([Buffer.alloc(length, 'é'), quoted(Buffer.alloc(9, '!'))]))
    expect(endsOf(string)).toEqual([length + 2, length + 2, length + 2])
  })

  test.each(lengths)('is invalid with a control character behind %i others', (length) => {
    for (const byte of allBytes.filter((byte) => byte < SPACE)) {
      const content = [Buffer.alloc(length, 'a'), Buffer.of(byte), Buffer.alloc(9, 'b')]
      const none = MISMATCH - 5
      expect(endsOf(quoted(Buffer.concat(content)))).toEqual([none, none, none])
    }
  })

  test.each(lengths)('may have an escape behind %i characters', (length) => {
    for (const escape of ['\\"', '\\\\', '\\n', '\\u00e9']) {
      const string = quoted(Buffer.from(`${'a'.repeat(length)}${escape}bcdefgh`))
      expect(endsOf(string)).toEqual([string.length, string.length, string.length])
    }
  })

  test.each(lengths)('is invalid without its end, behind %i characters', (length) => {
    const bytes = Buffer.from(`"${'a'.repeat(length)}`)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    expect(endOfString(bytes, 0, view)).toBe(MISMATCH)
  })
})
