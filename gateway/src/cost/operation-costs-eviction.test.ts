import { buildSchema, getOperationAST, parse } from 'graphql'
import { expect, it, vi } from 'vitest'
import { readCostDirectives } from './cost-directives.ts'
import { OperationCosts } from './operation-costs.ts'

const SDL = 'type Query { x: Int  q: Query }'

/** Costs, and how often one had to be computed. */
function watchedCosts() {
  const schema = buildSchema(SDL)
  const compiling = vi.spyOn(schema, 'getRootType')
  const costs = new OperationCosts({ schema, directives: readCostDirectives(SDL), listSize: 100 })
  const requesterOf = (text: string) => {
    const document = parse(text)
    const operation = getOperationAST(document)
    if (operation === null || operation === undefined) throw new Error('one operation, please')
    return (variables = {}) => costs.of({ document, operation, variables }).requested
  }
  return { requesterOf, times: () => compiling.mock.calls.length }
}

/** Operations of 6 MB each. */
function largeDocuments(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `{ a${n}: x } ${'#\n'.repeat(15_000)}`)
}

it('costs are evicted when they hold more than 50 MB, the least recently used first', () => {
  const { requesterOf, times } = watchedCosts()
  const large = largeDocuments(9).map(requesterOf)
  for (const send of large.slice(0, 8)) send()
  large[0]?.()
  expect(times()).toBe(8)
  large[8]?.()
  large[0]?.()
  expect(times()).toBe(9)
  large[1]?.()
  expect(times()).toBe(10)
})

it('each combination of conditions counts', () => {
  const { requesterOf, times } = watchedCosts()
  const send = requesterOf(
    `query ($a: Boolean!, $b: Boolean!) { x @skip(if: $a) q @skip(if: $b) { x } } ${'#\n'.repeat(40_000)}`,
  )
  const decided = [{ a: true, b: true }, { a: true, b: false }, { a: false, b: true }, { a: false }]
  for (const variables of [...decided, ...decided]) send(variables)
  expect(times()).toBe(8)
})

it('the size of unfolded fragments counts', () => {
  const { requesterOf, times } = watchedCosts()
  const fragments = Array.from({ length: 12 }, (_, n) => {
    return `fragment F${n} on Query { a${n}: q { ...F${n + 1} } b${n}: q { ...F${n + 1} } }`
  })
  const textOf = (alias: string) =>
    `{ ${alias}: q { ...F1 } } ${fragments.slice(1, 12).join(' ')} fragment F12 on Query { x }`
  const [first, ...others] = largeDocuments(8).map(requesterOf)
  first?.()
  for (const send of [...others, requesterOf(textOf('a')), requesterOf(textOf('b'))]) send()
  expect(times()).toBe(10)
  first?.()
  expect(times()).toBe(11)
})
