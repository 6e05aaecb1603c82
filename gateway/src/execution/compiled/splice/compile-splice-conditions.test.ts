import type { JsonObject } from '@takeoff/kit/values/json'
import { describe, expect, it } from 'vitest'
import type { SubgraphResponse } from '../subgraph-call.ts'
import { book, BothExecutions, data, entities } from './testing/both-executions.ts'

const executions = new BothExecutions()

describe('conditions', () => {
  const query = `query ($v: Boolean!, $w: Boolean = true) {
    book { title @include(if: $v) price @skip(if: $v) maker @include(if: $v) { name @skip(if: $w) } }
  }`

  it.each<[JsonObject, SubgraphResponse, unknown]>([
    [{ v: true }, data({ book: book('1', { title: 'T', maker: {} }) }), { title: 'T', maker: {} }],
    [
      { v: true, w: false },
      data({ book: book('1', { title: 'T', maker: { name: 'N' } }) }),
      { title: 'T', maker: { name: 'N' } },
    ],
    [{ v: false }, data({ book: book('1') }), { price: 1 }],
  ])('%j', async (variables, catalog, expected) => {
    const result = await executions.both(
      query,
      { catalog: [catalog], shop: [entities({ price: 1 })] },
      variables,
    )
    expect(result).toMatchObject({ isSpliced: true, response: { data: { book: expected } } })
  })

  it('are executed by merging beyond the first combinations', async () => {
    const query =
      'query ($a: Boolean!, $b: Boolean!, $c: Boolean!) { book { id title @include(if: $a) pages @include(if: $b) kind @include(if: $c) } }'
    const [yes, no] = [true, false]
    const combinations = [
      [yes, yes, yes],
      [yes, yes, no],
      [yes, no, yes],
      [no, yes, yes],
      [no, no, no],
      [yes, yes, yes],
    ]
    const spliced: boolean[] = []
    for (const [a, b, c] of combinations) {
      const members = {
        id: '1',
        ...(a && { title: 'T' }),
        ...(b && { pages: 1 }),
        ...(c && { kind: 'HARD' }),
      }
      const result = await executions.both(
        query,
        { catalog: [data({ book: members })] },
        { a, b, c },
      )
      spliced.push(result.isSpliced)
    }
    expect(spliced).toEqual([yes, yes, yes, yes, no, yes])
  })

  it('may leave nothing', async () => {
    const result = await executions.both(
      'query ($v: Boolean!) { book @skip(if: $v) { title } }',
      {},
      { v: true },
    )
    expect(result).toMatchObject({ isSpliced: true, response: { data: {} }, requested: [] })
  })
})
