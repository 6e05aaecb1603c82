import { expect, test } from 'vitest'
import { bundlesOf, contentOf } from './bundles.ts'

const event = (n: number, name: string) => ({
  id: `id-${n}`,
  name,
  trace: null,
  body: `{"n":${n}}`,
})

test('a single event is sent as its envelope without an array', () => {
  const bundles = bundlesOf([event(1, 'a'), event(2, 'b')])
  expect(bundles.map(({ id, name }) => [id, name])).toEqual([
    ['id-1', 'a'],
    ['id-2', 'b'],
  ])
  expect(bundles.map((bundle) => String(contentOf(bundle)))).toEqual(['{"n":1}', '{"n":2}'])
})

test('events of one name share messages, in their order, at most 40 in one message', () => {
  const events = Array.from({ length: 100 }, (_, n) => event(n, n % 10 === 9 ? 'b' : 'a'))
  const bundles = bundlesOf(events)
  expect(bundles.map(({ name, bodies }) => [name, bodies.length])).toEqual([
    ['a', 40],
    ['a', 40],
    ['a', 10],
    ['b', 10],
  ])
  const carried = bundles.flatMap((bundle) => JSON.parse(String(contentOf(bundle))) as unknown[])
  expect(carried).toEqual(
    events
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .map(({ body }) => JSON.parse(body)),
  )
})
