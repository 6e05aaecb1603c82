import { createMetrics } from '@takeoff/kit/service/metrics'
import { expect, test } from 'vitest'
import { createSupergraphMetrics } from './supergraph-metrics.ts'

test('each result of a new supergraph is counted from 0, so that increase() sees the first refusal', async () => {
  const metrics = createMetrics('gateway')
  createSupergraphMetrics(metrics)
  const swaps = await metrics.getSingleMetric('supergraph_swaps_total')?.get()
  expect(swaps?.values).toEqual([
    { labels: { result: 'swapped' }, value: 0 },
    { labels: { result: 'refused' }, value: 0 },
  ])
})
