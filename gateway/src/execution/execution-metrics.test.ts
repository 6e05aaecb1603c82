import { createMetrics } from '@takeoff/kit/service/metrics'
import { expect, test } from 'vitest'
import { ExecutionMetrics } from './execution-metrics.ts'

test('refusals are counted from 0 for each code, so that increase() sees the first one', async () => {
  const metrics = createMetrics('gateway')
  new ExecutionMetrics(metrics)
  const refusals = await metrics.getSingleMetric('gateway_planning_refusals_total')?.get()
  expect(refusals?.values).toEqual([
    { labels: { code: 'OPERATION_TOO_COMPLEX' }, value: 0 },
    { labels: { code: 'PLANNER_UNAVAILABLE' }, value: 0 },
  ])
})
