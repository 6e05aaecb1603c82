import { expect, it } from 'vitest'
import type { SubgraphCall, SubgraphReply } from '../fetch.ts'
import { Repeated } from './repeated.ts'

const call = (body: string, subgraph = 'shop'): SubgraphCall => ({
  subgraph,
  body,
  query: '',
  representations: undefined,
})

/** Replies with how often somebody was asked. */
function watched() {
  const calls: SubgraphCall[] = []
  const repeated = new Repeated((one) => {
    const reply: SubgraphReply = { body: String(calls.push(one)), read: () => ({}) }
    return Promise.resolve(reply)
  })
  const told = async (reply: Promise<SubgraphReply>) => String((await reply).body)
  return {
    calls,
    first: (one: SubgraphCall) => told(repeated.first(one)),
    again: (one: SubgraphCall) => told(repeated.again(one)),
  }
}

it('what was asked before is answered from memory', async () => {
  const { calls, first, again } = watched()
  expect([await first(call('a')), await first(call('b'))]).toEqual(['1', '2'])
  expect([await again(call('b')), await again(call('a'))]).toEqual(['2', '1'])
  expect(calls).toHaveLength(2)
})

it('what was asked more than once, in that order, and thereafter anew', async () => {
  const { first, again } = watched()
  for (const _ of [1, 2]) await first(call('a'))
  expect([await again(call('a')), await again(call('a'))]).toEqual(['1', '2'])
  expect([await again(call('a')), await again(call('a'))]).toEqual(['3', '4'])
})

it('what another subgraph was asked, or was asked otherwise, is asked', async () => {
  const { first, again } = watched()
  await first(call('a'))
  expect([await again(call('a', 'catalog')), await again(call('b'))]).toEqual(['2', '3'])
})
