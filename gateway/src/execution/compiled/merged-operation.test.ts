import { parse, stripIgnoredCharacters } from 'graphql'
import { describe, expect, it } from 'vitest'
import { mergeOperations, operationKey } from './merged-operation.ts'

const merged = (...operations: readonly string[]): string =>
  mergeOperations(operations.map((operation, index) => ({ alias: `_${index}`, operation })))

const entities = (fields: string, variables = ''): string =>
  `query ($representations: [_Any!]!${variables}) { _entities(representations: $representations) { ${fields} } }`

describe('operations that request entities become one', () => {
  it('with each list under its alias, and its representations in a variable of its own', () => {
    expect(merged(entities('... on A { x }'), entities('... on B { y }'))).toBe(
      stripIgnoredCharacters(`query($representations_0: [_Any!]!, $representations_1: [_Any!]!) {
        _0: _entities(representations: $representations_0) { ... on A { x } }
        _1: _entities(representations: $representations_1) { ... on B { y } }
      }`),
    )
  })

  it('with each other variable once', () => {
    const text = merged(
      entities('... on A { x(v: $v) }', ', $v: Int'),
      entities('... on B { y(v: $v, w: $w) }', ', $v: Int, $w: [Int!]'),
    )
    expect(text).toContain(
      'query($representations_0:[_Any!]!$v:Int$representations_1:[_Any!]!$w:[Int!])',
    )
    expect(text).toContain('y(v:$v w:$w)')
  })

  it('with fragments of the same name kept separate', () => {
    const text = merged(
      `${entities('...F')} fragment F on A { x ...G } fragment G on A { z }`,
      `${entities('...F')} fragment F on B { y }`,
    )
    for (const part of [
      '{..._0F}',
      '{..._1F}',
      'fragment _0F on A{x ..._0G}',
      'fragment _0G on A{z}',
      'fragment _1F on B{y}',
    ])
      expect(text).toContain(part)
    expect(() => parse(text)).not.toThrow()
  })

  it('with nested fields that have the names of lists', () => {
    const text = merged(entities('... on A { _entities { x } }'), entities('... on B { y }'))
    expect(text).toContain(
      '_0:_entities(representations:$representations_0){...on A{_entities{x}}}',
    )
  })

  it('with the aliases of nested fields', () => {
    const text = merged(entities('... on A { b: x }'), entities('... on A { b: y }'))
    expect(text).toContain('_0:_entities(representations:$representations_0){...on A{b:x}}')
    expect(text).toContain('_1:_entities(representations:$representations_1){...on A{b:y}}')
  })
})

describe('operations share a list', () => {
  it('where they differ by their names and by blanks only', () => {
    const one = 'query One__a__1($representations: [_Any!]!) { x }'
    const two = 'query Two__a__2( $representations:[_Any!]! ){ x }'
    expect(operationKey(one)).toBe(operationKey(two))
  })

  it.each([
    ['another field', '{ x }', '{ y }'],
    ['another argument', '{ x(a: 1) }', '{ x(a: 2) }'],
    ['another fragment', '{ ...F } fragment F on A { x }', '{ ...F } fragment F on A { y }'],
    ['another name in the response', '{ x }', '{ y: x }'],
  ])('not with %s', (_, one, two) => {
    expect(operationKey(one)).not.toBe(operationKey(two))
  })
})
