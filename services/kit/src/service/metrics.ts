import { collectDefaultMetrics, Registry } from 'prom-client'

/** The metrics of a process for its operators. */
export type Metrics = Registry

/** Bounds of histograms of durations, in seconds: from a cached read to the longest timeout of a request. */
export const DURATION_BUCKETS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
]

/** Creates a registry for each service, so that several can run in one process. */
export function createMetrics(name: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service: name })
  collectDefaultMetrics({ register: registry })
  return registry
}
