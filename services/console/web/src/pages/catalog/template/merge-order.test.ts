import { expect, test } from 'vitest'
import { areOrdersInConflict, mergeOrders } from './merge-order.ts'
import type { Orders } from './merge-order.ts'

/** @param texts a letter for each line: as they were, mine and theirs */
function ordersOf(texts: readonly [string, string, string]): Orders {
  const [base, mine, theirs] = texts
  return { base: Array.from(base), mine: Array.from(mine), theirs: Array.from(theirs) }
}

test.each([
  ['the order of the person who moved lines counts: theirs', ['abc', 'abc', 'dcab'], 'dcab'],
  ['or mine, with their new line behind the one that it follows', ['abc', 'cab', 'adbc'], 'cadb'],
  ['my new lines follow the line that they follow in mine', ['abc', 'abxyc', 'cab'], 'cabxy'],
  ['a new line at the front stays there', ['ab', 'xab', 'ba'], 'xba'],
  ['a line that only one of both still has keeps its place', ['abc', 'abc', 'ca'], 'cab'],
  ['new lines of both at the same place are both there', ['ab', 'axb', 'ayb'], 'axyb'],
  ['where both moved lines, mine counts', ['abc', 'bac', 'acb'], 'bac'],
] as const)('%s', (_rule, orders, merged) =>
  expect(mergeOrders(ordersOf(orders)).join('')).toBe(merged),
)

test.each([
  [['abc', 'abc', 'cab'], false],
  [['abc', 'cab', 'abc'], false],
  [['abc', 'cab', 'cabd'], false],
  [['abc', 'ac', 'cb'], false],
  [['abc', 'bac', 'acb'], true],
] as const)('whether two people moved lines, %j, is %s', (orders, expected) =>
  expect(areOrdersInConflict(ordersOf(orders))).toBe(expected),
)
