import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Caller } from '@takeoff/kit/security/auth'
import { RequestClient } from './request-client.ts'
import { PlanningTurns } from './planning-turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const a = { orgIds: [1] } as unknown as Caller
const b = { orgIds: [2] } as unknown as Caller

type Limit = <T>(work: Promise<T>) => Promise<T>
const unlimited: Limit = (work) => work

/** Turns and the names of the tasks that have begun. */
function createTurns() {
  const turns = new PlanningTurns()
  const begun: string[] = []
  const run = (
    caller: Caller,
    name: string,
    { ms = 100, client = new RequestClient(), key = name, limit = unlimited } = {},
  ): Promise<void> =>
    turns.run(
      { caller, client, key },
      () => {
        begun.push(name)
        return new Promise((resolve) => setTimeout(resolve, ms))
      },
      limit,
    )
  return { run, begun }
}

it('tasks of a caller are run one after the other, the first of them without pauses', async () => {
  const { run, begun } = createTurns()
  const tasks = ['1', '2', '3', '4', '5'].map((name) => run(a, name))
  for (const done of [1, 2, 3, 4, 5]) {
    await vi.advanceTimersByTimeAsync(99)
    expect(begun).toHaveLength(done)
    await vi.advanceTimersByTimeAsync(1)
  }
  await Promise.all(tasks)
  expect(begun).toEqual(['1', '2', '3', '4', '5'])
})

it('further tasks of a caller take a quarter of the time, also when none waits', async () => {
  const { run, begun } = createTurns()
  const isEnded = vi.fn<() => boolean>(() => false)
  const runAll = async (): Promise<void> => {
    for (let name = 1; !isEnded(); name += 1) await run(a, String(name))
  }
  const all = runAll()
  await vi.advanceTimersByTimeAsync(500)
  expect(begun).toHaveLength(6)
  await vi.advanceTimersByTimeAsync(8_000)
  expect(begun).toHaveLength(6 + 20)
  isEnded.mockReturnValue(true)
  await vi.runAllTimersAsync()
  await all
})

it('a task does not wait for those of other callers', async () => {
  const { run, begun } = createTurns()
  void run(a, 'first')
  void run(a, 'second')
  void run(b, 'other')
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(['first', 'other'])
})

it('tasks of a user without organizations are run one after the other, whatever the token', async () => {
  const { run, begun } = createTurns()
  void run({ userId: 1, orgIds: [], token: 'a' } as unknown as Caller, 'first')
  void run({ userId: 1, orgIds: [], token: 'b' } as unknown as Caller, 'second')
  void run({ userId: 2, orgIds: [], token: 'c' } as unknown as Caller, 'other')
  void run({ userId: 3, orgIds: [1], token: 'd' } as unknown as Caller, 'of organization 1')
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(['first', 'other', 'of organization 1'])
})

it('a caller does not wait for the pause after its task', async () => {
  const { run } = createTurns()
  const task = run(a, 'first')
  await vi.advanceTimersByTimeAsync(100)
  await expect(task).resolves.toBeUndefined()
})

it('the task after one that fails is run', async () => {
  const turns = new PlanningTurns()
  const sender = { caller: a, client: new RequestClient(), key: 'any' }
  const broken = turns.run(sender, () => Promise.reject(new Error('broken')), unlimited)
  await expect(broken).rejects.toThrow('broken')
  const next = turns.run(sender, () => Promise.resolve(1), unlimited)
  await vi.runAllTimersAsync()
  expect(await next).toBe(1)
})

it('a turn lasts until its task has ended, also when the request no longer waits for it', async () => {
  const { run, begun } = createTurns()
  const limit: Limit = () => Promise.reject(new Error('late'))
  await expect(run(a, 'first', { limit })).rejects.toThrow('late')
  void run(a, 'second')
  await vi.advanceTimersByTimeAsync(99)
  expect(begun).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(['first', 'second'])
})

it('a caller with too many waiting tasks is refused', async () => {
  const { run } = createTurns()
  const tasks = Array.from({ length: 52 }, (_, n) => run(a, String(n), { ms: 0 }).catch(String))
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

it('the task of a client that disconnects is not run, and its place is free', async () => {
  const { run, begun } = createTurns()
  void run(a, 'first')
  const client = new RequestClient()
  const left = Array.from({ length: 50 }, (_, n) => run(a, `left ${n}`, { client }).catch(String))
  client.disconnect()
  const next = run(a, 'next')
  for (const one of left) expect(await one).toContain('The client has closed the connection.')
  await vi.runAllTimersAsync()
  await next
  expect(begun).toEqual(['first', 'next'])
})

describe('equal tasks of a caller', () => {
  const equal = { key: 'equal', ms: 0 }

  it('share one turn', async () => {
    const { run, begun } = createTurns()
    void run(a, 'first')
    const tasks = Array.from({ length: 60 }, () => run(a, 'equal', equal))
    const next = run(a, 'next', { ms: 0 })
    await vi.runAllTimersAsync()
    await Promise.all([...tasks, next])
    expect(begun).toEqual(['first', ...tasks.map(() => 'equal'), 'next'])
  })

  it('have each their own limit', async () => {
    const { run } = createTurns()
    const first = run(a, 'first', equal)
    const limited = run(a, 'limited', { ...equal, limit: () => Promise.reject(new Error('late')) })
    await expect(limited).rejects.toThrow('late')
    await vi.runAllTimersAsync()
    await expect(first).resolves.toBeUndefined()
  })

  it('keep their turn while one of their clients waits', async () => {
    const { run, begun } = createTurns()
    void run(a, 'first')
    const [one, other] = [new RequestClient(), new RequestClient()]
    const left = run(a, 'left', { ...equal, client: one })
    const waiting = run(a, 'waiting', { ...equal, client: other })
    one.disconnect()
    await vi.runAllTimersAsync()
    await Promise.all([left, waiting])
    expect(begun).toContain('waiting')
  })

  it('have another turn when the clients of the one before have disconnected', async () => {
    const { run, begun } = createTurns()
    void run(a, 'first')
    const client = new RequestClient()
    const left = run(a, 'left', { ...equal, client }).catch(String)
    client.disconnect()
    const next = run(a, 'next', equal)
    await vi.runAllTimersAsync()
    await next
    expect(await left).toContain('The client has closed the connection.')
    expect(begun).toEqual(['first', 'next'])
  })

  it('of different callers have places of their own', async () => {
    const { run, begun } = createTurns()
    void run(a, 'first')
    void run(a, 'waiting', equal)
    void run(b, 'other', equal)
    await vi.advanceTimersByTimeAsync(0)
    expect(begun).toEqual(['first', 'other'])
  })
})
