import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { argumentAt } from './argument-at.ts'

test.each([
  ['{ a(id: !1) }', 'id'],
  ['{ a(!id: 1) }', 'id'],
  ['{ b { a(x: 1, input: { list: [{ n: 1 }, { n: !"x", m: 2 }] }) } }', 'input.list[1].n'],
  ['{ a(ids: [1, 2, [!3]]) }', 'ids[2][0]'],
  ['{ a(id: 1) { !b } }', undefined],
  ['query ($id: Int = !1) { a(id: $id) }', undefined],
])('%s', (marked, argument) => {
  expect(argumentAt(parse(marked.replace('!', '')), marked.indexOf('!'))).toBe(argument)
})
