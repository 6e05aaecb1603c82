import { expect, test } from 'vitest'
import type { Target } from './leased-delivery.ts'
import { TargetCache } from './target-cache.ts'

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

test('targets are cached as last read', () => {
  const cache = new TargetCache()
  const changed = targetOf(1, 11, '2')
  cache.put([targetOf(1, 11), targetOf(1, 12)])
  cache.put([changed])
  expect(cache.of(new Set([1]))).toEqual(
    new Map([
      [11, changed],
      [12, targetOf(1, 12)],
    ]),
  )
})

test('targets of other organizations are not returned', () => {
  const cache = new TargetCache()
  cache.put([targetOf(1, 11), targetOf(2, 21), targetOf(3, 31)])
  expect([...cache.of(new Set([1, 3])).keys()]).toEqual([11, 31])
})

test('a target that time alone changes is not cached, and its earlier version is removed', () => {
  const cache = new TargetCache()
  cache.put([targetOf(1, 11), targetOf(1, 12)])
  cache.put([targetOf(1, 11, null)])
  expect([...cache.of(new Set([1])).keys()]).toEqual([12])
})

test('targets of the organization that was used least recently are evicted first', () => {
  const cache = new TargetCache(3)
  cache.put([targetOf(1, 11), targetOf(1, 12), targetOf(2, 21), targetOf(3, 31)])
  expect([...cache.of(new Set([1, 2, 3])).keys()]).toEqual([21, 31])
  cache.put([targetOf(4, 41)])
  cache.of(new Set([2]))
  cache.put([targetOf(5, 51)])
  expect([...cache.of(new Set([2, 3, 4, 5])).keys()]).toEqual([21, 41, 51])
  cache.put([targetOf(2, 21, '2'), targetOf(2, 22), targetOf(2, 23)])
  expect([...cache.of(new Set([2, 4, 5])).keys()]).toEqual([21, 22, 23])
})

test.each([
  ['has been removed', [targetOf(1, 11), targetOf(1, 11, null)]],
  ['was never cached', [targetOf(1, 11, null)]],
])('an organization whose only target %s counts as new', (_how, before) => {
  const cache = new TargetCache(2)
  cache.put(before)
  cache.put([targetOf(2, 21), targetOf(1, 12), targetOf(3, 31)])
  expect([...cache.of(new Set([1, 2, 3])).keys()]).toEqual([12, 31])
})

test('the hundred newest targets of an organization are cached, because the others are deleted', () => {
  const cache = new TargetCache(101)
  const ids = Array.from({ length: 300 }, (_, n) => n + 1)
  for (const id of ids) cache.put([targetOf(1, id), targetOf(2, 1_000)])
  expect([...cache.of(new Set([1])).keys()]).toEqual(ids.slice(-100))
  expect([...cache.of(new Set([2])).keys()]).toEqual([1_000])
})
