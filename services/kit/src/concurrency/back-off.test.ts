import { expect, test } from 'vitest'
import { backOffMs } from './back-off.ts'

const waits = (chance: number) => [0, 1, 2, 5, 6, 50].map((before) => backOffMs(before, chance))

test('each failure in a row doubles the wait, up to 5 s', () => {
  expect(waits(1)).toEqual([100, 200, 400, 3200, 5000, 5000])
})

test('processes that fail together do not retry together: half of a wait is random', () => {
  expect(waits(0)).toEqual([50, 100, 200, 1600, 2500, 2500])
})

test('the longest wait can be shorter', () => {
  expect([0, 3, 4, 50].map((before) => backOffMs(before, 1, 1_000))).toEqual([100, 800, 1000, 1000])
})
