import { createMetrics } from '@takeoff/kit/service/metrics'
import { expect, test } from 'vitest'
import { ExecutionMetrics } from './execution-metrics.ts'

test('each code has a count before its first refusal, which increase() would not see else', async () => {
  const metrics = createMetrics('gateway')
  new ExecutionMetrics(metrics).refused('PLANNER_UNAVAILABLE')
  const refusals = await metrics.getSingleMetric('gateway_planning_refusals_total')?.get()
  expect(refusals?.values).toEqual([
    { labels: { code: 'OPERATION_TOO_COMPLEX' }, value: 0 },
    { labels: { code: 'PLANNER_UNAVAILABLE' }, value: 1 },
  ])
})
