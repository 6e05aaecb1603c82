import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { infiniteNumberIn } from './finite-numbers.ts'

const violationOf = (document: string) => {
  const violation = infiniteNumberIn(parse(document))
  return violation && [violation.argument, violation.message]
}

test.each([
  ['a Float', 'mutation { a(discount: 1e400) }', 'discount'],
  ['a negative one', 'mutation { a(discount: -1e400) }', 'discount'],
  ['one without an exponent', `{ a(limit: 1${'0'.repeat(400)}) }`, 'limit'],
  ['one in a list of an input object', '{ a(b: 1, json: { c: [1, { d: 1e309 }] }) }', 'json'],
  ['one of a directive', '{ a @b(c: 1e999) }', 'c'],
  ['one in a fragment', '{ ...F } fragment F on Query { a { b(c: 1e999) } }', 'c'],
])('%s that is too large is reported with its argument', (_what, document, argument) => {
  expect(violationOf(document)).toEqual([
    argument,
    `Argument "${argument}" holds a number that is too large.`,
  ])
})

test('one in the default of a variable is reported with the variable', () => {
  expect(violationOf('query ($json: JSON = { a: [1e999] }) { a(json: $json) }')).toEqual([
    'json',
    'Variable "$json" holds a number that is too large.',
  ])
})

test('the largest numbers, and texts that look like larger ones, are not reported', () => {
  const document =
    'query ($a: Float = -1.7976931348623157e308) { a(b: 1e308, c: 1e-400, d: "1e400", e: e400) }'
  expect(violationOf(document)).toBeUndefined()
})
