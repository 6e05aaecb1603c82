import { expect, test } from 'vitest'
import type { Target } from './leased-delivery.ts'
import { createTargetMemory } from './target-memory.ts'

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
  const memory = createTargetMemory()
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
  const memory = createTargetMemory()
  memory.remember([targetOf(1, 11), targetOf(2, 21), targetOf(3, 31)])
  expect([...memory.of(new Set([1, 3])).keys()]).toEqual([11, 31])
})

test('what time alone changes is not remembered, and what was known of it is forgotten', () => {
  const memory = createTargetMemory()
  memory.remember([targetOf(1, 11), targetOf(1, 12)])
  memory.remember([targetOf(1, 11, null)])
  expect([...memory.of(new Set([1])).keys()]).toEqual([12])
})

test('of too many those are forgotten whose organization came first', () => {
  const memory = createTargetMemory(3)
  memory.remember([targetOf(1, 11), targetOf(1, 12), targetOf(2, 21)])
  memory.remember([targetOf(1, 11, '2'), targetOf(3, 31)])
  expect([...memory.of(new Set([1, 2, 3])).keys()]).toEqual([21, 31])
  memory.remember([targetOf(4, 41), targetOf(2, 21, '2')])
  expect([...memory.of(new Set([2, 3, 4])).keys()]).toEqual([21, 31, 41])
})

test.each([
  ['has been forgotten', [targetOf(1, 11), targetOf(1, 11, null)]],
  ['was never remembered', [targetOf(1, 11, null)]],
])('an organization of which all %s comes anew', (_how, before) => {
  const memory = createTargetMemory(2)
  memory.remember(before)
  memory.remember([targetOf(2, 21), targetOf(1, 12), targetOf(3, 31)])
  expect([...memory.of(new Set([1, 2, 3])).keys()]).toEqual([12, 31])
})

test('of one organization the hundred that came last are remembered: the others are deleted ones', () => {
  const memory = createTargetMemory(101)
  const ids = Array.from({ length: 300 }, (_, n) => n + 1)
  for (const id of ids) memory.remember([targetOf(1, id), targetOf(2, 1_000)])
  expect([...memory.of(new Set([1])).keys()]).toEqual(ids.slice(-100))
  expect([...memory.of(new Set([2])).keys()]).toEqual([1_000])
})
