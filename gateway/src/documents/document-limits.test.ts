import { buildSchema, getIntrospectionQuery } from 'graphql'
import { describe, expect, it } from 'vitest'
import { documentErrors } from './document-errors.ts'
import type { DocumentError } from './document-errors.ts'
import type { DocumentLimits } from './document-limits.ts'

const LIMITS: DocumentLimits = {
  queryCharactersMax: 200_000,
  queryTokensMax: 10_000,
  queryFragmentsMax: 2000,
  queryDepthMax: 30,
  queryFieldsMax: 2000,
  queryAliasesMax: 100,
  queryRootFieldsMax: 30,
  queryDirectivesMax: 100,
  introspection: true,
}
const FULL_INTROSPECTION = getIntrospectionQuery({
  descriptions: true,
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  oneOf: true,
})

const SCHEMA = buildSchema('type Query { a: Int }')

/** The first violation of the limits, before those that validation finds. */
function violationOf(
  document: string,
  limits: Partial<DocumentLimits> = {},
): DocumentError | undefined {
  const [error] = documentErrors(document, SCHEMA, { ...LIMITS, ...limits })
  return error?.code.startsWith('GRAPHQL_') ? undefined : error
}

const codeOf = (document: string, limits: Partial<DocumentLimits> = {}): string | undefined =>
  violationOf(document, limits)?.code
const times = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ')

it('a number that GraphQL would read as infinity is refused with the name of its argument', () => {
  expect(violationOf('{ a(discount: 1e400) }')).toMatchObject({
    code: 'BAD_USER_INPUT',
    message: 'Argument "discount" holds a number that is too large.',
    extensions: { argument: 'discount' },
  })
})

describe('a document may be as large as allowed, and no larger', () => {
  it.each<[string, Partial<DocumentLimits>, string, string]>([
    ['CHARACTERS_EXCEEDED', { queryCharactersMax: 6 }, '{ a b}', '{ a b }'],
    ['TOKENS_EXCEEDED', { queryTokensMax: 4 }, '{ a b }', '{ a b c }'],
    [
      'FRAGMENTS_EXCEEDED',
      { queryFragmentsMax: 1 },
      '{ ...F } fragment F on Query { a }',
      '{ ...F ...G } fragment F on Query { a } fragment G on Query { a }',
    ],
    ['DEPTH_EXCEEDED', { queryDepthMax: 2 }, '{ a { b } }', '{ a { b { c } } }'],
    ['FIELDS_EXCEEDED', { queryFieldsMax: 3 }, '{ a { b c } }', '{ a { b c d } }'],
    ['ALIASES_EXCEEDED', { queryAliasesMax: 1 }, '{ x: a b(c: 1) }', '{ x: a y: b }'],
    ['ROOT_FIELDS_EXCEEDED', { queryRootFieldsMax: 2 }, '{ a b { c } }', '{ a ... { b c } }'],
    [
      'DIRECTIVES_EXCEEDED',
      { queryDirectivesMax: 2 },
      'query @x { a @y }',
      'query ($v: Int @x) @y { a @z }',
    ],
  ])('%s', (code, limits, within, beyond) => {
    expect(codeOf(within, limits)).toBeUndefined()
    expect(codeOf(beyond, limits)).toBe(code)
    expect(codeOf(`query Small { a } ${beyond.replace(/^(query)?/, 'query Large')}`, limits)).toBe(
      code,
    )
  })

  it.each<[string, Partial<DocumentLimits>, string]>([
    ['DEPTH_EXCEEDED', { queryDepthMax: 2 }, 'a { b { c } }'],
    ['FIELDS_EXCEEDED', { queryFieldsMax: 5 }, 'a b c'],
    ['ALIASES_EXCEEDED', { queryAliasesMax: 1 }, 'x: a'],
    ['ROOT_FIELDS_EXCEEDED', { queryRootFieldsMax: 3 }, 'a b'],
    ['DIRECTIVES_EXCEEDED', { queryDirectivesMax: 3 }, 'a @x'],
  ])('%s counts a fragment wherever it is used', (code, limits, inside) => {
    const document = (spreads: string) => `{ ${spreads} } fragment F on Query { ${inside} }`
    expect(codeOf(document('...F'), { ...limits, queryDepthMax: 3 })).toBeUndefined()
    expect(codeOf(document('...F @x ... @y { ...F }'), limits)).toBe(code)
  })

  it('reports the limit, and what to do', () => {
    expect(violationOf('{ x: a }', { queryAliasesMax: 0 })).toMatchObject({
      message:
        'The operation has more than 0 aliases, counting fragments wherever they are used. Split it into several.',
      extensions: { limit: 0 },
    })
  })
})

describe('a deeply nested document is refused before it is parsed', () => {
  it.each([
    ['selections', times(4000, () => '{ a')],
    ['lists', `{ a(b: ${'['.repeat(9000)}`],
    ['objects', `{ a(b: ${'{ c: '.repeat(3000)}`],
    ['types of variables', `query ($v: ${'['.repeat(9000)}`],
  ])('%s', (_what, document) => expect(codeOf(document)).toBe('DEPTH_EXCEEDED'))

  it('also where fragments nest instead of brackets', () => {
    const chain = times(1200, (i) => `fragment F${i} on Query { ...F${i + 1} }`)
    expect(codeOf(`{ ...F0 } ${chain} fragment F1200 on Query { a }`)).toBe('DEPTH_EXCEEDED')
  })

  it('a bracket in a string does not count', () =>
    expect(codeOf(`{ a(b: "${'['.repeat(9000)}") }`)).toBeUndefined())
})

describe('fragments', () => {
  const spreadEachOther = (count: number, spreads: number) =>
    times(count, (i) => `fragment F${i} on Query { ${times(spreads, (j) => `...F${j}`)} }`)

  it('that double at each step are counted without being written out', () => {
    const doubling = times(
      120,
      (i) => `fragment F${i} on Query { a { ...F${i + 1} } ...F${i + 1} }`,
    )
    const document = `{ a { ...F0 } } ${doubling} fragment F120 on Query { a }`
    expect(codeOf(document, { queryDepthMax: 100 })).toBe('DEPTH_EXCEEDED')
    expect(codeOf(document, { queryDepthMax: 1000 })).toBe('FIELDS_EXCEEDED')
  })

  it('that are circular are left to validation, which names them', () => {
    expect(codeOf('{ ...F } fragment F on Query { a ...F }')).toBeUndefined()
    expect(codeOf(`{ ...F0 } ${spreadEachOther(50, 50)}`)).toBeUndefined()
    expect(codeOf(`{ ...F0 } fragment F0 on Query { ${times(1000, () => '...F0')} }`)).toBe(
      undefined,
    )
  })

  it('that do not exist are left to validation', () =>
    expect(codeOf('{ ...Missing }')).toBeUndefined())
})

describe('introspection', () => {
  it('in full is within the limits', () => expect(codeOf(FULL_INTROSPECTION)).toBeUndefined())

  it.each([
    ['requested twice', '{ a: __schema { ...S } b: __schema { ...S } }'],
    ['with its types twice', '{ __schema { ...S } b: __schema { ...S } }'],
  ])('is refused when %s', (_what, query) => {
    const fragments = FULL_INTROSPECTION.slice(FULL_INTROSPECTION.indexOf('fragment FullType'))
    const document = `${query} fragment S on __Schema { types { ...FullType } } ${fragments}`
    expect(codeOf(document)).toBe('FIELDS_EXCEEDED')
  })

  it('of lists in lists is refused', () =>
    expect(
      codeOf(
        '{ __schema { types { fields { type { fields { type { fields { name description } } } } } } } }',
      ),
    ).toBe('FIELDS_EXCEEDED'))

  it('is refused where it is switched off, __typename is not', () => {
    const off = { introspection: false }
    expect(codeOf('{ __schema { queryType { name } } }', off)).toBe('INTROSPECTION_DISABLED')
    expect(codeOf('{ ...F } fragment F on Query { __type(name: "A") { name } }', off)).toBe(
      'INTROSPECTION_DISABLED',
    )
    expect(codeOf('{ __typename a { __typename } }', off)).toBeUndefined()
  })
})

it('a document that is not GraphQL is left to the parser', () => {
  expect(codeOf('{')).toBeUndefined()
  expect(codeOf('{ a(b: "')).toBeUndefined()
  expect(codeOf('\u0000')).toBeUndefined()
})
