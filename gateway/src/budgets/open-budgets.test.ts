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
    'logs',
    'that each of several processes on a port has budgets of its own without Redis',
    true,
    1,
  ],
  ['logs nothing', 'for a process that does not share its port', false, 0],
])('%s %s', async (_, _what, reusePort, times) => {
  const logger = createLogger('gateway', 'silent')
  const info = vi.spyOn(logger, 'info')
  await using stack = new AsyncDisposableStack()
  await openBudgets({ ...BUDGETS, reusePort }, logger, stack)
  expect(info).toHaveBeenCalledTimes(times)
})
