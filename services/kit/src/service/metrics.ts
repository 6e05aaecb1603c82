import { collectDefaultMetrics, Registry } from 'prom-client'

/** The metrics of a process for its operators. */
export type Metrics = Registry

/** Creates a registry for each service, so that several can run in one process. */
export function createMetrics(name: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service: name })
  collectDefaultMetrics({ register: registry })
  return registry
}
