import { describe, expect, it } from 'vitest'
import { variablesFault } from './variables-plugin.ts'

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))

describe('variables', () => {
  it('may hold what JSON can say', () => {
    const json = { a: [1, -1e300, { b: null, c: true, d: 'x' }], e: nested(63) }
    expect(variablesFault({ json, id: 7, none: null })).toBeUndefined()
    expect(variablesFault({})).toBeUndefined()
  })

  it('are refused when they nest too deep, without following them', () => {
    expect(variablesFault({ id: 1, json: nested(65) })).toBe(
      'Variable "$json" is nested deeper than 64 levels.',
    )
    expect(variablesFault({ json: nested(100_000) })).toContain('deeper')
  })

  it('are refused when there are more than an operation declares', () => {
    const many = (count: number) => Object.fromEntries(Array(count).entries())
    expect(variablesFault(many(1000))).toBeUndefined()
    expect(variablesFault(many(1001))).toBe('There are more than 1000 variables.')
  })

  it('are refused with a number that would be handed on as null', () => {
    const json: unknown = JSON.parse('{"a":[{"b":-1e999}]}')
    expect(variablesFault({ json })).toBe('Variable "$json" holds a number that is too large.')
  })
})
