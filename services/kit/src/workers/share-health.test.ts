import { Gauge, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { metricsPage } from './share-health.ts'

async function metricsOf(value: number) {
  const registry = new Registry()
  registry.setDefaultLabels({ service: 'x' })
  const options = { help: 'H.', labelNames: ['kind'], registers: [registry] }
  new Gauge({ ...options, name: 'lag', aggregator: 'omit' }).set({ kind: 'a' }, value)
  new Histogram({ ...options, name: 'size', buckets: [1] }).observe({ kind: 'b' }, 2)
  return registry.getMetricsAsJSON()
}

test('a page tells every series of every worker, and who did not answer', async () => {
  const page = await metricsPage([
    { worker: 1, metrics: await metricsOf(7) },
    { worker: 2, metrics: await metricsOf(Number.NaN) },
    { worker: 3, metrics: undefined },
  ])
  const size = (worker: number) => `service="x",worker="${worker}"`
  expect(page.split('\n').filter((line) => line !== '')).toEqual([
    '# HELP lag H.',
    '# TYPE lag gauge',
    `lag{kind="a",${size(1)}} 7`,
    `lag{kind="a",${size(2)}} Nan`,
    '# HELP size H.',
    '# TYPE size histogram',
    ...[1, 2].flatMap((worker) => [
      `size_bucket{le="1",kind="b",${size(worker)}} 0`,
      `size_bucket{le="+Inf",kind="b",${size(worker)}} 1`,
      `size_sum{kind="b",${size(worker)}} 2`,
      `size_count{kind="b",${size(worker)}} 1`,
    ]),
    '# HELP worker_up Whether the worker answered when it was asked for its metrics.',
    '# TYPE worker_up gauge',
    'worker_up{worker="1"} 1',
    'worker_up{worker="2"} 1',
    'worker_up{worker="3"} 0',
  ])
})
