import { AggregatorRegistry } from 'prom-client'
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'
import type { Line } from './line.ts'

/** A little longer than the primary waits for the workers. */
const SHARED_LIMIT_MS = 2_700

type Metric = MetricObjectWithValues<MetricValue<string>>

/** What a process tells of itself. */
export interface OwnHealth {
  readonly metrics: Registry
  /** Rejects while the process cannot do its work. */
  readonly ready: () => Promise<void>
}

/** What those who ask a port are told, whichever process takes the request. */
export interface SharedHealth {
  readonly metrics: Pick<Registry, 'contentType' | 'metrics'>
  readonly ready: () => Promise<void>
}

export type ShareHealth = (own: OwnHealth) => SharedHealth

/** One worker's part in what the primary collects. */
export interface WorkerMetrics {
  readonly worker: number
  /** Undefined when the worker did not answer. */
  readonly metrics: readonly Metric[] | undefined
}

/** Lets the primary ask this worker, and tells of all workers what it has collected. */
export function shareHealth(line: Line, { metrics, ready }: OwnHealth): SharedHealth {
  line.answer('metrics', () => metrics.getMetricsAsJSON())
  line.answer('ready', ready)
  return {
    metrics: {
      contentType: metrics.contentType,
      async metrics() {
        const collected = await line.ask('metrics of all', SHARED_LIMIT_MS)
        return metricsPage(collected as readonly WorkerMetrics[])
      },
    },
    ready: async () => void (await line.ask('ready of all', SHARED_LIMIT_MS)),
  }
}

/** Every series of every worker, told apart by the label `worker`: sums are left to who reads them. */
export function metricsPage(collected: readonly WorkerMetrics[]): Promise<string> {
  const series = collected.map(({ worker, metrics = [] }) =>
    metrics.map((metric) => ({
      ...metric,
      // No two series are the same, so that nothing is added up; by its own choice a metric could be left out.
      aggregator: 'sum',
      values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, worker } })),
    })),
  )
  return AggregatorRegistry.aggregate([...series, [workerUp(collected)]]).metrics()
}

function workerUp(collected: readonly WorkerMetrics[]): object {
  return {
    name: 'worker_up',
    help: 'Whether the worker answered when it was asked for its metrics.',
    type: 'gauge',
    aggregator: 'sum',
    values: collected.map(({ worker, metrics }) => ({
      value: metrics === undefined ? 0 : 1,
      labels: { worker },
    })),
  }
}
