import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTimeLimit } from './time-limit.ts'

interface Work {
  readonly name: string
  readonly startedAt: number
}

const underWay = new Map<Work, unknown>()
let late: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  underWay.clear()
  late = []
})
afterEach(() => vi.useRealTimers())

const limitOf = (limitMs: number) =>
  createTimeLimit(underWay, limitMs, (work: Work) => {
    late.push(work.name)
    underWay.delete(work)
  })

function begin(name: string): Work {
  const work = { name, startedAt: performance.now() }
  underWay.set(work, undefined)
  return work
}

test('each has its time from its own begin, and all of them one timer', () => {
  using limit = limitOf(100)
  for (const name of ['a', 'b', 'c']) {
    begin(name)
    limit.begun()
    vi.advanceTimersByTime(30)
  }
  expect(vi.getTimerCount()).toBe(1)
  expect(late).toEqual([])
  vi.advanceTimersByTime(10)
  expect(late).toEqual(['a'])
  vi.advanceTimersByTime(29)
  expect(late).toEqual(['a'])
  vi.advanceTimersByTime(1)
  expect(late).toEqual(['a', 'b'])
  vi.advanceTimersByTime(30)
  expect(late).toEqual(['a', 'b', 'c'])
  expect(vi.getTimerCount()).toBe(0)
})

test('what ended by itself is not late, and what began after it has its whole time', () => {
  using limit = limitOf(100)
  const first = begin('first')
  limit.begun()
  vi.advanceTimersByTime(60)
  underWay.delete(first)
  begin('second')
  limit.begun()
  vi.advanceTimersByTime(99)
  expect(late).toEqual([])
  vi.advanceTimersByTime(1)
  expect(late).toEqual(['second'])
})

test('nothing waits for it any more when it is disposed', () => {
  const limit = limitOf(100)
  begin('a')
  limit.begun()
  limit[Symbol.dispose]()
  expect(vi.getTimerCount()).toBe(0)
})
