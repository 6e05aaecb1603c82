import { buildSchema, getIntrospectionQuery, parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { queryDepthRule } from './query-depth.ts'

const schema = buildSchema('type Query { a: Query b: Int }')

function findings(document: string, depthMax: number): string[] {
  return validate(schema, parse(document), [queryDepthRule(depthMax)]).map(({ message }) => message)
}

describe('queryDepthRule', () => {
  it('lets pass what is as deep as allowed', () => {
    expect(findings('{ a { a { b } } }', 3)).toEqual([])
    expect(findings('{ a { a { b } } }', 2)).toEqual([
      'The operation nests fields 3 levels deep; at most 2 are served. Split it into several.',
    ])
  })

  it('counts through fragments', () => {
    expect(findings('{ a { ...F } } fragment F on Query { ... on Query { a { b } } }', 3)).toEqual(
      [],
    )
    expect(
      findings('{ a { ...F } } fragment F on Query { ... on Query { a { b } } }', 2),
    ).toHaveLength(1)
  })

  it('is not held up by cycles, nor by fragments that double at each step', () => {
    expect(findings('{ ...F } fragment F on Query { a { ...F } }', 5)).toEqual([])
    const doubling = Array.from(
      { length: 200 },
      (_, i) => `fragment F${i} on Query { x: a { ...F${i + 1} } y: a { ...F${i + 1} } }`,
    )
    const document = `{ ...F0 } ${doubling.join(' ')} fragment F200 on Query { b }`
    const started = performance.now()
    expect(findings(document, 30)).toHaveLength(1)
    expect(performance.now() - started).toBeLessThan(500)
  })

  it('leaves room for introspection within the default', () => {
    const introspection = parse(getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true }))
    expect(validate(schema, introspection, [queryDepthRule(30)])).toEqual([])
  })
})
