import { findFreePort } from '@takeoff/kit/http/free-ports'
import { createLogger } from '@takeoff/kit/service/logger'
import { createMetrics } from '@takeoff/kit/service/metrics'
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
  await openBudgets({ ...BUDGETS, reusePort }, { logger, metrics: createMetrics('gateway'), stack })
  expect(info).toHaveBeenCalledTimes(times)
})

it.each([
  ['1 while the Redis of a gateway is away', true, 1],
  ['0 for a gateway without a Redis', false, 0],
])('gateway_budgets_redis_away is %s', async (_what, hasRedis, value) => {
  const metrics = createMetrics('gateway')
  const logger = createLogger('gateway', 'silent')
  // Nothing listens there.
  const budgetRedisUrl = hasRedis ? `redis://127.0.0.1:${await findFreePort()}` : undefined
  await using stack = new AsyncDisposableStack()
  const config = { ...BUDGETS, budgetRedisUrl, reusePort: false }
  const budgets = await openBudgets(config, { logger, metrics, stack })
  await budgets.charge({ userId: 1, orgIds: [1], scopes: new Set(), token: 'token' }, 1)
  const reported = await metrics.getSingleMetric('gateway_budgets_redis_away')?.get()
  expect(reported?.values).toEqual([{ labels: {}, value }])
})
