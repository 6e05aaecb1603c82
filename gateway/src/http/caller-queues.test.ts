import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Caller } from '@takeoff/kit/security/auth'
import { CallerQueues } from './caller-queues.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const a = { orgIds: [1] } as unknown as Caller
const b = { orgIds: [2] } as unknown as Caller

/** Queues and the names of the tasks that have begun. */
function createQueues() {
  const queues = new CallerQueues()
  const begun: string[] = []
  const run = (caller: Caller, name: string, ms = 100): Promise<void> =>
    queues.run(caller, () => {
      begun.push(name)
      return new Promise((resolve) => setTimeout(resolve, ms))
    })
  return { run, begun }
}

it('tasks of a caller take a quarter of the time', async () => {
  const { run, begun } = createQueues()
  const tasks = [run(a, 'first'), run(a, 'second'), run(a, 'third', 0)]
  await vi.advanceTimersByTimeAsync(399)
  expect(begun).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(['first', 'second'])
  await vi.runAllTimersAsync()
  await Promise.all(tasks)
  expect(begun).toEqual(['first', 'second', 'third'])
})

it('a task does not wait for those of other callers', async () => {
  const { run, begun } = createQueues()
  void run(a, 'first')
  void run(a, 'second')
  void run(b, 'other')
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(['first', 'other'])
})

it('a caller does not wait for the pause after its task', async () => {
  const { run } = createQueues()
  const task = run(a, 'first')
  await vi.advanceTimersByTimeAsync(100)
  await expect(task).resolves.toBeUndefined()
})

it('the task after one that fails is run', async () => {
  const queues = new CallerQueues()
  await expect(queues.run(a, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  const next = queues.run(a, () => Promise.resolve(1))
  await vi.runAllTimersAsync()
  expect(await next).toBe(1)
})

it('a caller with too many waiting tasks is refused', async () => {
  const { run } = createQueues()
  const tasks = Array.from({ length: 51 }, () => run(a, 'any', 0).catch(String))
  await vi.runAllTimersAsync()
  expect((await Promise.all(tasks)).filter(Boolean)).toEqual([
    expect.stringContaining('Too many documents'),
  ])
})
