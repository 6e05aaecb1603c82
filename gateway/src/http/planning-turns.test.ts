import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Caller } from '@takeoff/kit/security/auth'
import { RequestClient } from '../execution/request-client.ts'
import { PlanningTurns } from './planning-turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const a = { orgIds: [1] } as unknown as Caller
const b = { orgIds: [2] } as unknown as Caller

/** Turns and the names of the tasks that have begun. */
function createTurns() {
  const turns = new PlanningTurns()
  const begun: string[] = []
  const run = (
    caller: Caller,
    name: string,
    { ms = 100, client = new RequestClient() } = {},
  ): Promise<void> =>
    turns.run({ caller, client }, () => {
      begun.push(name)
      return new Promise((resolve) => setTimeout(resolve, ms))
    })
  return { run, begun }
}

it('tasks of a caller take a quarter of the time', async () => {
  const { run, begun } = createTurns()
  const tasks = [run(a, 'first'), run(a, 'second'), run(a, 'third', { ms: 0 })]
  await vi.advanceTimersByTimeAsync(399)
  expect(begun).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(['first', 'second'])
  await vi.runAllTimersAsync()
  await Promise.all(tasks)
  expect(begun).toEqual(['first', 'second', 'third'])
})

it('a task does not wait for those of other callers', async () => {
  const { run, begun } = createTurns()
  void run(a, 'first')
  void run(a, 'second')
  void run(b, 'other')
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(['first', 'other'])
})

it('a caller does not wait for the pause after its task', async () => {
  const { run } = createTurns()
  const task = run(a, 'first')
  await vi.advanceTimersByTimeAsync(100)
  await expect(task).resolves.toBeUndefined()
})

it('the task after one that fails is run', async () => {
  const turns = new PlanningTurns()
  const sender = { caller: a, client: new RequestClient() }
  await expect(turns.run(sender, () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  )
  const next = turns.run(sender, () => Promise.resolve(1))
  await vi.runAllTimersAsync()
  expect(await next).toBe(1)
})

it('a caller with too many waiting tasks is refused', async () => {
  const { run } = createTurns()
  const tasks = Array.from({ length: 52 }, () => run(a, 'any', { ms: 0 }).catch(String))
  await vi.runAllTimersAsync()
  expect((await Promise.all(tasks)).filter(Boolean)).toEqual([
    expect.stringContaining('Too many documents'),
  ])
})

it('a task that waits for more than five seconds is refused', async () => {
  const { run, begun } = createTurns()
  void run(a, 'first', { ms: 10_000 })
  const late = run(a, 'late').catch(String)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await late).toContain('Too many documents')
  await vi.runAllTimersAsync()
  expect(begun).toEqual(['first'])
})

it('the task of a client that leaves is not run, and its place is free', async () => {
  const { run, begun } = createTurns()
  void run(a, 'first')
  const client = new RequestClient()
  const left = Array.from({ length: 50 }, () => run(a, 'left', { client }).catch(String))
  client.leave()
  const next = run(a, 'next')
  for (const one of left) expect(await one).toContain('The client has closed the connection.')
  await vi.runAllTimersAsync()
  await next
  expect(begun).toEqual(['first', 'next'])
})
