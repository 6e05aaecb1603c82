import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CompilingGateway } from '../compiling-gateway.ts'
import { documentOf, loadGateway, planForStock, plannerOf } from '../testing/load-gateway.ts'

let gateway: CompilingGateway

beforeEach(async () => {
  const schemas = { a: 'type Query { x: Int  q: Query }' }
  gateway = await loadGateway({ schemas, ask: () => ({}) })
})

describe('an operation', () => {
  it('is compiled once, whatever object its document is', () => {
    expect(gateway.find(documentOf('{ x }'))).toBe(gateway.find(documentOf('{ x }')))
  })

  it('is another one under another name', () => {
    const named = documentOf('query A { x } query B { y: x }')
    const [a, b] = ['A', 'B'].map((operationName) => gateway.find({ ...named, operationName }))
    expect(a?.definition.name?.value).toBe('A')
    expect(b?.definition.name?.value).toBe('B')
  })

  it('that only the stock executor knows is planned once as well', () => {
    planForStock(gateway)
    const plan = vi.spyOn(plannerOf(gateway), 'buildQueryPlan')
    for (const _ of [1, 2]) expect(gateway.find(documentOf('{ x }'))).toBeUndefined()
    expect(plan).toHaveBeenCalledOnce()
  })
})

describe('compiled operations are let go, the longest unused first', () => {
  /** The numbers that are still known after operations were found in turn, the first one again, and then one more. */
  function knownAfter(count: number, documentOfNumber: (number: number) => Document): number[] {
    const find = (number: number) => gateway.find(documentOfNumber(number))
    const found = Array.from({ length: count }, (_, number) => find(number))
    const isKnown = (number: number): boolean => find(number) === found[number]
    const before = [0].filter(isKnown)
    find(count)
    return [...before, ...[0, 1].filter(isKnown)]
  }

  it('when there are more than a thousand', () => {
    expect(knownAfter(1_000, (number) => documentOf(`{ a${number}: x }`))).toEqual([0, 0])
  })

  it.each<[string, (number: string) => string]>([
    ['long', (number) => `{ ${'a'.repeat(50_000)}${number}: x }`],
    ['full of comments', (number) => `{ a${number}: x } ${'#\n'.repeat(5000)}`],
  ])('when they hold more than 50 MB, being %s', (_, textOf) => {
    const documentOfNumber = (number: number) => documentOf(textOf(String(number).padStart(4, '0')))
    const bytes = gateway.find(documentOfNumber(0))?.bytes ?? 0
    const count = Math.floor(50_000_000 / bytes)
    expect(count).toBeLessThan(100)
    expect(knownAfter(count, documentOfNumber)).toEqual([0, 0])
  })
})

describe('an operation is taken to hold more', () => {
  const bytesOf = (text: string) => gateway.find(documentOf(text))?.bytes ?? 0

  it('with what its fragments unfold to', () => {
    const bytesOfUses = (first: string, second: string): number =>
      bytesOf(`{ a: q { ...${first} } b: q { ...${second} } }
        fragment Large on Query { q { q { q { x } } } } fragment Small on Query { x }`)
    const [none, one, two] = [
      bytesOfUses('Small', 'Small'),
      bytesOfUses('Large', 'Small'),
      bytesOfUses('Large', 'Large'),
    ]
    expect([one > none, two > one]).toEqual([true, true])
  })

  it('with each selection set, for which code is made', () => {
    const [one, two] = [bytesOf(`{ ${'a'.repeat(20)}: x }`), bytesOf('{ q { a: x  bbbb: x } }')]
    expect(two - one).toBeGreaterThan(5_000)
  })

  it('with each condition, up to sixteen combinations', () => {
    const long = 'x'.repeat(1000)
    const bytesOfConditions = (uses: readonly string[]): number => {
      const names = ['a', 'b', 'c', 'd', 'e']
      const variables = names.map((name) => `$${name}: Boolean!`).join()
      const fields = names.map((name, i) => `${name}: x @include(if: $${uses[i] ?? name})`)
      return bytesOf(`query (${variables}) { ${long}: x ${fields.join(' ')} }`)
    }
    const [one, two, four, five] = ['aaaaa', 'abbbb', 'abcdd', 'abcde'].map((uses) =>
      bytesOfConditions(uses.split('')),
    )
    expect([(two ?? 0) > (one ?? 0), (four ?? 0) > (two ?? 0), five]).toEqual([true, true, four])
  })
})

type Document = ReturnType<typeof documentOf>
