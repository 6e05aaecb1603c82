import { collectDefaultMetrics, Registry } from 'prom-client'

/** A registry of its own for each service, so that several can live in one process. */
export function createMetrics(name: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ service: name })
  collectDefaultMetrics({ register: registry })
  return registry
}
