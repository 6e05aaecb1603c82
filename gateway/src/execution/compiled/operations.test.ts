import { parse } from 'graphql'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CompilingGateway } from '../compiling-gateway.ts'
import { documentOf, loadGateway, planForStock, plannerOf } from '../testing/load-gateway.ts'

let gateway: CompilingGateway

beforeEach(async () => {
  const schemas = { a: 'type Query { x: Int }' }
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

  it.each([true, false])(
    'when their documents come to more than 5,000,000 characters, with locations: %s',
    (hasLocations) => {
      const name = 'a'.repeat(200_000 - 12)
      const known = knownAfter(25, (number) => {
        const text = `{\n  ${name}${number}: x\n}`
        const named = documentOf(text)
        return hasLocations ? named : { ...named, document: parse(text, { noLocation: true }) }
      })
      expect(known).toEqual([0, 0])
    },
  )
})

type Document = ReturnType<typeof documentOf>
