import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryStore } from './memory-store.ts'

const limits = { idleMs: 1_000, lifetimeMs: 10_000, perPersonMax: 2 }

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const add = (store: MemoryStore, id: string, person = 'p') =>
  store.create({ id, person, sealed: `sealed ${id}` })

test('a session that is used stays, and ends when it is idle', async () => {
  const store = new MemoryStore(limits, 10)
  await add(store, 'a')
  vi.advanceTimersByTime(900)
  expect(await store.read('a')).toBe('sealed a')
  vi.advanceTimersByTime(900)
  expect(await store.read('a')).toBe('sealed a')
  vi.advanceTimersByTime(1_001)
  expect(await store.read('a')).toBeUndefined()
})

test('a person’s oldest session ends for one beyond the limit, and no other person’s', async () => {
  const store = new MemoryStore(limits, 10)
  await add(store, 'other', 'q')
  for (const id of ['a', 'b', 'c']) await add(store, id)

  expect(await store.read('a')).toBeUndefined()
  for (const id of ['b', 'c', 'other']) expect(await store.read(id)).toBe(`sealed ${id}`)
})

test('a session that has expired does not count, and ends none that is used', async () => {
  const store = new MemoryStore(limits, 10)
  await add(store, 'used')
  await add(store, 'idle')
  for (const ms of [900, 900]) {
    vi.advanceTimersByTime(ms)
    await store.read('used')
  }
  await add(store, 'new')

  for (const id of ['used', 'new']) expect(await store.read(id)).toBe(`sealed ${id}`)
})

test('the least recently used session ends for one that does not fit', async () => {
  const store = new MemoryStore({ ...limits, perPersonMax: 10 }, 2)
  await add(store, 'a')
  await add(store, 'b')
  await store.read('a')
  await add(store, 'c')

  expect(await store.read('b')).toBeUndefined()
  expect(await store.read('a')).toBe('sealed a')
})

test('a session that has ended is not replaced', async () => {
  const store = new MemoryStore(limits, 10)
  await add(store, 'a')
  expect(await store.replace('a', 'new')).toBe(true)
  await store.remove('a')

  expect(await store.replace('a', 'newer')).toBe(false)
  expect(await store.read('a')).toBeUndefined()
})

test('all sessions of a person end together', async () => {
  const store = new MemoryStore(limits, 10)
  await add(store, 'a')
  await add(store, 'b')
  await add(store, 'other', 'q')
  await store.removeAll('p')

  expect([await store.read('a'), await store.read('b')]).toEqual([undefined, undefined])
  expect(await store.read('other')).toBe('sealed other')
})
