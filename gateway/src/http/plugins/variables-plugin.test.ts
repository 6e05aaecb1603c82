import { describe, expect, it } from 'vitest'
import { variablesViolation } from './variables-plugin.ts'

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))

describe('variables', () => {
  it('may hold any JSON value', () => {
    const json = { a: [1, -1e300, { b: null, c: true, d: 'x' }], e: nested(63) }
    expect(variablesViolation({ json, id: 7, none: null })).toBeUndefined()
    expect(variablesViolation({})).toBeUndefined()
  })

  it('are refused when they nest too deep, without following them', () => {
    expect(variablesViolation({ id: 1, json: nested(65) })).toBe(
      'Variable "$json" is nested deeper than 64 levels.',
    )
    expect(variablesViolation({ json: nested(100_000) })).toContain('deeper')
  })

  it('are refused when there are more than an operation declares', () => {
    const many = (count: number) => Object.fromEntries(Array(count).entries())
    expect(variablesViolation(many(1000))).toBeUndefined()
    expect(variablesViolation(many(1001))).toBe('There are more than 1000 variables.')
  })

  it('are refused with a number that would be forwarded as null', () => {
    const json: unknown = JSON.parse('{"a":[{"b":-1e999}]}')
    expect(variablesViolation({ json })).toBe('Variable "$json" holds a number that is too large.')
  })
})
