import { expect, test } from 'vitest'
import type { Target } from './leased-delivery.ts'
import { createTargetCache } from './target-cache.ts'

const targetOf = (orgId: number, webhookId: number, version: string | null = '1'): Target => ({
  webhookId,
  orgId,
  version,
  url: 'https://example.com',
  sealedSecrets: [],
  sealedHeaders: null,
  sealedCode: '',
  codeExpired: false,
})

test('targets are remembered as they were read last', () => {
  const memory = createTargetCache()
  const changed = targetOf(1, 11, '2')
  memory.remember([targetOf(1, 11), targetOf(1, 12)])
  memory.remember([changed])
  expect(memory.of(new Set([1]))).toEqual(
    new Map([
      [11, changed],
      [12, targetOf(1, 12)],
    ]),
  )
})

test('those of other organizations are not told', () => {
  const memory = createTargetCache()
  memory.remember([targetOf(1, 11), targetOf(2, 21), targetOf(3, 31)])
  expect([...memory.of(new Set([1, 3])).keys()]).toEqual([11, 31])
})

test('what time alone changes is not remembered, and what was known of it is forgotten', () => {
  const memory = createTargetCache()
  memory.remember([targetOf(1, 11), targetOf(1, 12)])
  memory.remember([targetOf(1, 11, null)])
  expect([...memory.of(new Set([1])).keys()]).toEqual([12])
})

test('targets of the organization that was used least recently are evicted first', () => {
  const memory = createTargetCache(3)
  memory.remember([targetOf(1, 11), targetOf(1, 12), targetOf(2, 21), targetOf(3, 31)])
  expect([...memory.of(new Set([1, 2, 3])).keys()]).toEqual([21, 31])
  memory.remember([targetOf(4, 41)])
  memory.of(new Set([2]))
  memory.remember([targetOf(5, 51)])
  expect([...memory.of(new Set([2, 3, 4, 5])).keys()]).toEqual([21, 41, 51])
  memory.remember([targetOf(2, 21, '2'), targetOf(2, 22), targetOf(2, 23)])
  expect([...memory.of(new Set([2, 4, 5])).keys()]).toEqual([21, 22, 23])
})

test.each([
  ['has been forgotten', [targetOf(1, 11), targetOf(1, 11, null)]],
  ['was never remembered', [targetOf(1, 11, null)]],
])('an organization of which all %s comes anew', (_how, before) => {
  const memory = createTargetCache(2)
  memory.remember(before)
  memory.remember([targetOf(2, 21), targetOf(1, 12), targetOf(3, 31)])
  expect([...memory.of(new Set([1, 2, 3])).keys()]).toEqual([12, 31])
})

test('of one organization the hundred that came last are remembered: the others are deleted ones', () => {
  const memory = createTargetCache(101)
  const ids = Array.from({ length: 300 }, (_, n) => n + 1)
  for (const id of ids) memory.remember([targetOf(1, id), targetOf(2, 1_000)])
  expect([...memory.of(new Set([1])).keys()]).toEqual(ids.slice(-100))
  expect([...memory.of(new Set([2])).keys()]).toEqual([1_000])
})
