import { expect, it } from 'vitest'
import { askingOnce } from './asking-once.ts'
import type { SubgraphCall } from './fetch.ts'
import { replyOf } from '../testing/reply-of.ts'

const READ: SubgraphCall = { subgraph: 'a', body: '{}', query: '{ x }', representations: undefined }

function countingSubgraph() {
  const calls: SubgraphCall[] = []
  const ask = askingOnce((call) => {
    calls.push(call)
    return Promise.resolve(replyOf({ data: { x: { number: calls.length } } }))
  })
  return { calls, ask }
}

it('asks once for equal reads that are under way together', async () => {
  const { calls, ask } = countingSubgraph()
  const [one, other] = await Promise.all([ask(READ), ask(READ)])
  expect(calls).toHaveLength(1)
  expect(other.read()).toEqual(one.read())
})

it('lets each of them read an answer of its own, because each fills in other fields', async () => {
  const { ask } = countingSubgraph()
  const [one, other] = await Promise.all([ask(READ), ask(READ)])
  expect(other.read().data?.['x']).not.toBe(one.read().data?.['x'])
})

it('asks again for what was answered before, for other bodies and for other subgraphs', async () => {
  const { calls, ask } = countingSubgraph()
  await ask(READ)
  await Promise.all([ask(READ), ask({ ...READ, body: '{"a":1}' }), ask({ ...READ, subgraph: 'b' })])
  expect(calls).toHaveLength(4)
})
