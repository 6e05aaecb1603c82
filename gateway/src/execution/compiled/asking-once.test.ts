import { expect, it } from 'vitest'
import { askingOnce } from './asking-once.ts'
import type { SubgraphCall } from './fetch.ts'

const READ: SubgraphCall = { subgraph: 'a', body: '{}', query: '{ x }', representations: undefined }

function countingSubgraph() {
  const calls: SubgraphCall[] = []
  const ask = askingOnce((call) => {
    calls.push(call)
    return Promise.resolve({ data: { x: { number: calls.length } } })
  })
  return { calls, ask }
}

it('asks once for equal reads that are under way together', async () => {
  const { calls, ask } = countingSubgraph()
  const [one, other] = await Promise.all([ask(READ), ask(READ)])
  expect(calls).toHaveLength(1)
  expect(other).toEqual(one)
})

it('gives each of them an answer of its own, because each fills in other fields', async () => {
  const { ask } = countingSubgraph()
  const [one, other] = await Promise.all([ask(READ), ask(READ)])
  expect(other.data?.['x']).not.toBe(one.data?.['x'])
})

it('asks again for what was answered before, for other bodies and for other subgraphs', async () => {
  const { calls, ask } = countingSubgraph()
  await ask(READ)
  await Promise.all([ask(READ), ask({ ...READ, body: '{"a":1}' }), ask({ ...READ, subgraph: 'b' })])
  expect(calls).toHaveLength(4)
})
