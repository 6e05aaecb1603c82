import type { Metrics } from '@takeoff/kit/service/metrics'
import { Counter, Gauge } from 'prom-client'

/** Metrics of a gateway that follows a registry. */
export interface SupergraphMetrics {
  swapped(version: string): void
  refused(): void
  registryFailed(): void
}

export function createSupergraphMetrics(metrics: Metrics): SupergraphMetrics {
  const registers = [metrics]
  const swaps = new Counter({
    name: 'supergraph_swaps_total',
    help: 'Supergraphs that the registry made current, by whether they are served (swapped) or could not be (refused).',
    labelNames: ['result'],
    registers,
  })
  const served = new Gauge({
    name: 'supergraph_served',
    help: '1 for the version of the supergraph that is served.',
    labelNames: ['version'],
    registers,
  })
  const failures = new Counter({
    name: 'supergraph_registry_failures_total',
    help: 'Looks at the registry that failed; what was served before is served on.',
    registers,
  })
  return {
    swapped(version) {
      swaps.inc({ result: 'swapped' })
      served.reset()
      served.set({ version }, 1)
    },
    refused: () => swaps.inc({ result: 'refused' }),
    registryFailed: () => failures.inc(),
  }
}
