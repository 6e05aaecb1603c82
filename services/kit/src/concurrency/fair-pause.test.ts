import { expect, test } from 'vitest'
import { fairPauseMs } from './fair-pause.ts'

test('others get three quarters of the time', () => {
  const workedMs = 20
  expect(workedMs / (workedMs + fairPauseMs(workedMs))).toBe(1 / 4)
})

test('a pause has a limit', () => {
  expect(fairPauseMs(1_000, 500)).toBe(500)
})
