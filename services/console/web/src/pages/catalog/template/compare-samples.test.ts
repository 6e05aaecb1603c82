import { expect, test } from 'vitest'
import { compareSamples } from './compare-samples.ts'

const item = (name: string, quantity: number) => ({
  name,
  listItemGroupName: 'Group',
  quantity,
  quantityUnits: 'EACH',
})

test('without an earlier result nothing is said about it', () => {
  expect(compareSamples([item('a', 1)], undefined)[0]?.earlier).toBeUndefined()
})

test('a changed quantity has the earlier one, and a new item null', () => {
  const compared = compareSamples(
    [item('a', 1), item('b', 3), item('c', 1)],
    [item('a', 1), item('b', 2)],
  )

  expect(compared.map(({ earlier }) => earlier)).toEqual([undefined, item('b', 2), null])
})

test('items of one name are compared in their order', () => {
  const compared = compareSamples([item('a', 1), item('a', 5)], [item('a', 1), item('a', 2)])

  expect(compared.map(({ earlier }) => earlier)).toEqual([undefined, item('a', 2)])
  expect(new Set(compared.map(({ key }) => key)).size).toBe(2)
})
