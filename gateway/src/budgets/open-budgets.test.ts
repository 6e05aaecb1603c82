import { createLogger } from '@takeoff/kit/logger'
import { expect, it, vi } from 'vitest'
import { openBudgets } from './open-budgets.ts'

const BUDGETS = {
  budgetOrganizationPerSecond: 1,
  budgetOrganizationBurst: 1,
  budgetTokenPerSecond: 1,
  budgetTokenBurst: 1,
  budgetRedisUrl: undefined,
}

it.each([
  ['says', 'that each of several workers has budgets of its own without Redis', 3, 1],
  ['says nothing', 'of a process that is alone', 1, 0],
])('%s %s', async (_, _what, workers, times) => {
  const logger = createLogger('gateway', 'silent')
  const info = vi.spyOn(logger, 'info')
  await using _open = await openBudgets({ ...BUDGETS, workers }, logger)
  expect(info).toHaveBeenCalledTimes(times)
})
