import { expect, it } from 'vitest'
import { kept } from './kept.ts'

it('makes what is not known, once', () => {
  const all = new Map<string, object>()
  const first = kept(all, 2, 'a', () => ({}))
  expect(kept(all, 2, 'a', () => ({}))).toBe(first)
})

it('never keeps more than it may', () => {
  const all = new Map<string, string>()
  for (const key of ['a', 'b', 'c']) kept(all, 2, key, () => key)
  expect([...all]).toEqual([['c', 'c']])
})
