import { describe, expect, test } from 'vitest'
import { lineViolation, multilineViolation } from './text-violation.ts'

const LENGTH_MAX = 50
const controls = ['\0', '\u0007', '\u000b', '\u001b[2J', '\u007f', '\u0085', '\u009b']
const lineBreaks = ['\n', '\r\n', '\r', '\u2028', '\u2029']

describe('a text of one line', () => {
  test.each(['', 'Größe 3/4" 🏠', 'שלום', '\u00a0', '=1+1'])('may be %j', (text) => {
    expect(lineViolation('name', text, LENGTH_MAX)).toBeUndefined()
  })

  test.each([...controls, ...lineBreaks, '\t', '\ud800'])('must not hold %j', (character) => {
    expect(lineViolation('name', `a${character}b`, LENGTH_MAX)).toEqual({
      argument: 'name',
      message: 'name must be one line of printable characters.',
    })
  })
})

describe('a text of several lines', () => {
  test.each([...lineBreaks, '\t'])('may hold %j', (character) => {
    expect(multilineViolation('notes', `a${character}b`, LENGTH_MAX)).toBeUndefined()
  })

  test.each([...controls, '\ud800'])('must not hold %j', (character) => {
    expect(multilineViolation('notes', `a${character}b`, LENGTH_MAX)).toEqual({
      argument: 'notes',
      message: 'notes must be printable characters.',
    })
  })
})

describe.each([lineViolation, multilineViolation])('%o', (violation) => {
  test('accepts the maximum number of characters, of which an emoji is one', () => {
    expect(violation('name', '🏠'.repeat(LENGTH_MAX), LENGTH_MAX)).toBeUndefined()
    expect(violation('name', '🏠'.repeat(LENGTH_MAX + 1), LENGTH_MAX)).toEqual({
      argument: 'name',
      message: 'name must have at most 50 characters; it has 51.',
    })
  })

  test('leaves null and undefined to its caller', () => {
    expect(violation('name', null, LENGTH_MAX)).toBeUndefined()
    expect(violation('name', undefined, LENGTH_MAX)).toBeUndefined()
  })
})
