import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FairSemaphore } from './fair-semaphore.ts'
import type { Slot } from './fair-semaphore.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Takes slots in the name of keys, and records the order in which they are granted. */
function open(options: ConstructorParameters<typeof FairSemaphore>[0]) {
  const semaphore = new FairSemaphore(options)
  const granted: string[] = []
  const slots: Slot[] = []
  const takeOne = async (key: string): Promise<void> => {
    slots.push(await semaphore.acquire(key))
    granted.push(key)
  }
  const take = (...keys: string[]): void => {
    for (const key of keys) void takeOne(key)
  }
  const next = async (release = 0): Promise<string[]> => {
    for (const slot of slots.splice(0, release)) slot[Symbol.dispose]()
    await vi.advanceTimersByTimeAsync(0)
    return granted.splice(0)
  }
  return { semaphore, take, next }
}

test('one key may take every slot while no other waits', async () => {
  const { take, next, semaphore } = open({ slots: 3 })
  take('a', 'a', 'a', 'a')
  expect(await next()).toEqual(['a', 'a', 'a'])
  expect([semaphore.heldBy('a'), semaphore.waitingOf('a')]).toEqual([3, 1])
})

test('a free slot goes to the waiting key that holds the fewest, not to the first that came', async () => {
  const { take, next } = open({ slots: 3 })
  take('a', 'a', 'a', 'a', 'a', 'b', 'c')
  expect(await next()).toEqual(['a', 'a', 'a'])
  expect(await next(1)).toEqual(['b'])
  expect(await next(1)).toEqual(['c'])
  expect(await next(1)).toEqual(['a'])
})

test('keys that hold equally many are served in turn', async () => {
  const { take, next } = open({ slots: 1 })
  take('a', 'a', 'a', 'b', 'b', 'c')
  const order = await next()
  for (let n = 0; n < 5; n += 1) order.push(...(await next(1)))
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a'])
})

test('a key never holds more than its maximum, and delays no other key with it', async () => {
  const { take, next, semaphore } = open({ slots: 4, perKey: 2 })
  take('a', 'a', 'a', 'b')
  expect(await next()).toEqual(['a', 'a', 'b'])
  expect(semaphore.tryAcquire('a')).toBeUndefined()
  expect(semaphore.tryAcquire('b')).toBeDefined()
  expect(await next(1)).toEqual(['a'])
})

test('a task that waited for too long gets no slot, and takes none from the others', async () => {
  const { semaphore } = open({ slots: 1 })
  const slot = semaphore.tryAcquire('a')
  const late = semaphore.acquireWithin('b', 100)
  const patient = semaphore.acquireWithin('b', 200)
  await vi.advanceTimersByTimeAsync(100)
  expect(await late).toBeUndefined()
  slot?.[Symbol.dispose]()
  expect(await patient).toBeDefined()
  await vi.advanceTimersByTimeAsync(1_000)
  expect([semaphore.heldBy('b'), semaphore.waitingOf('b')]).toEqual([1, 0])
})

test('a task that is given up leaves its place to those behind it', async () => {
  const { semaphore } = open({ slots: 1 })
  const slot = semaphore.tryAcquire('a')
  const client = new AbortController()
  const givenUp = semaphore.acquireWithin('b', 100, client.signal)
  const next = semaphore.acquireWithin('b', 100, client.signal)
  const patient = semaphore.acquireWithin('b', 100)
  client.abort()
  expect([await givenUp, await next, semaphore.waitingOf('b')]).toEqual([undefined, undefined, 1])
  slot?.[Symbol.dispose]()
  expect(await patient).toBeDefined()
})

test('a slot that is released twice is free once', async () => {
  const { semaphore } = open({ slots: 2, perKey: 2 })
  const slot = semaphore.tryAcquire('a')
  expect(semaphore.tryAcquire('a')).toBeDefined()
  slot?.[Symbol.dispose]()
  slot?.[Symbol.dispose]()
  expect(semaphore.heldBy('a')).toBe(1)
  expect(semaphore.tryAcquire('b')).toBeDefined()
  expect(semaphore.tryAcquire('b')).toBeUndefined()
})

test('a slot is released when the work fails', async () => {
  const { semaphore } = open({ slots: 1 })
  await expect(semaphore.run('a', () => Promise.reject(new Error('refused')))).rejects.toThrow(
    'refused',
  )
  expect(await semaphore.run('a', () => Promise.resolve('done'))).toBe('done')
})
