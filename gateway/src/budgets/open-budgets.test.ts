import { createLogger } from '@takeoff/kit/service/logger'
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
  [
    'says',
    'that each of several processes on a port has budgets of its own without Redis',
    true,
    1,
  ],
  ['says nothing', 'of a process that has its port for itself', false, 0],
])('%s %s', async (_, _what, reusePort, times) => {
  const logger = createLogger('gateway', 'silent')
  const info = vi.spyOn(logger, 'info')
  await using _open = await openBudgets({ ...BUDGETS, reusePort }, logger)
  expect(info).toHaveBeenCalledTimes(times)
})
