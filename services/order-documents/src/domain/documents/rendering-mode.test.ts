import { describe, expect, it } from 'vitest'
import { chooseRenderingMode } from './rendering-mode.ts'

describe('chooseRenderingMode', () => {
  it.each([
    [undefined, 'supplier'],
    ['', 'supplier'],
    ['supplier', 'supplier'],
    ['office', 'office'],
    ['crew', 'crew'],
    [' Office ', 'office'],
  ] as const)('%j renders for %s', (word, mode) => {
    expect(chooseRenderingMode(word)).toEqual({ mode })
  })

  it('renders the default for any other word and reports the word', () => {
    expect(chooseRenderingMode('<HTML></html>')).toEqual({
      mode: 'supplier',
      unknownWord: '<html></html>',
    })
  })

  it('repeats only the beginning of a long word', () => {
    expect(chooseRenderingMode('x'.repeat(10_000)).unknownWord).toBe(`${'x'.repeat(40)}…`)
    expect(chooseRenderingMode('😀'.repeat(41)).unknownWord).toBe(`${'😀'.repeat(40)}…`)
  })
})
