import { expect, it } from 'vitest'
import type { SubgraphCall, SubgraphReply } from '../subgraph-call.ts'
import { Repeated } from './repeated.ts'

const call = (body: string, subgraph = 'shop'): SubgraphCall => ({ subgraph, body })

/** Replies with the number of the call. */
function watched() {
  const calls: SubgraphCall[] = []
  const repeated = new Repeated((one) => {
    const reply: SubgraphReply = { body: Buffer.from(String(calls.push(one))), read: () => ({}) }
    return Promise.resolve(reply)
  })
  const textOf = async (reply: Promise<SubgraphReply>) => String((await reply).body)
  return {
    calls,
    first: (one: SubgraphCall) => textOf(repeated.first(one)),
    again: (one: SubgraphCall) => textOf(repeated.again(one)),
  }
}

it('a request that was sent before gets its reply again', async () => {
  const { calls, first, again } = watched()
  expect([await first(call('a')), await first(call('b'))]).toEqual(['1', '2'])
  expect([await again(call('b')), await again(call('a'))]).toEqual(['2', '1'])
  expect(calls).toHaveLength(2)
})

it('equal requests get their replies in the order in which they were sent, and are sent thereafter', async () => {
  const { first, again } = watched()
  for (const _ of [1, 2]) await first(call('a'))
  expect([await again(call('a')), await again(call('a'))]).toEqual(['1', '2'])
  expect([await again(call('a')), await again(call('a'))]).toEqual(['3', '4'])
})

it('a request to another subgraph, or with another body, is sent', async () => {
  const { first, again } = watched()
  await first(call('a'))
  expect([await again(call('a', 'catalog')), await again(call('b'))]).toEqual(['2', '3'])
})
