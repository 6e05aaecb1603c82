import { describe, expect, it } from 'vitest'
import { Output } from './output.ts'

const MEGABYTE = 1_048_576

function written(...texts: readonly string[]): Output {
  const output = new Output()
  for (const text of texts) {
    const bytes = Buffer.from(text)
    output.write(bytes, 0, bytes.length)
  }
  return output
}

describe('the written text', () => {
  it.each([
    ['a few bytes', 5],
    ['as many as a loop copies', 48],
    ['more', 49],
    ['more than its first memory', MEGABYTE + 1],
  ])('is unchanged: %s', (_, length) => {
    const text = '0123456789'.repeat(Math.ceil(length / 10)).slice(0, length)
    expect(written('head', text, 'end').take().toString()).toBe(`head${text}end`)
  })

  it('may be a part of its source', () => {
    const output = new Output()
    output.write(Buffer.from('abcdef'), 2, 4)
    expect(output.take().toString()).toBe('cd')
  })

  it('is not changed by the next response', () => {
    const output = written('first')
    const first = output.take()
    output.write(Buffer.from('other'), 0, 5)
    expect(first.toString()).toBe('first')
  })

  it('is repeated, also where memory grows meanwhile', () => {
    const output = written('ab', 'x'.repeat(MEGABYTE - 3))
    output.repeat(0, 2)
    expect(output.take().toString().slice(-3)).toBe('xab')
  })

  it('is dropped when the output is cleared', () => {
    const output = written('abc')
    output.clear()
    expect(output.take()).toHaveLength(0)
  })
})
