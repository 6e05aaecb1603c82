import type { Metrics } from '@takeoff/kit/service/metrics'
import { Counter, Gauge } from 'prom-client'

/** Metrics of a gateway that polls a registry for supergraphs. */
export interface SupergraphMetrics {
  swapped(version: string): void
  refused(): void
  registryFailed(): void
}

export function createSupergraphMetrics(metrics: Metrics): SupergraphMetrics {
  const registers = [metrics]
  const swaps = new Counter({
    name: 'supergraph_swaps_total',
    help: 'New supergraphs of the registry, by result: swapped (now served) or refused (could not be served).',
    labelNames: ['result'],
    registers,
  })
  // `increase()` does not see the increment that begins a series.
  for (const result of ['swapped', 'refused']) swaps.inc({ result }, 0)
  const servedVersion = new Gauge({
    name: 'supergraph_served',
    help: '1 for the version of the supergraph that is served.',
    labelNames: ['version'],
    registers,
  })
  const registryFailures = new Counter({
    name: 'supergraph_registry_failures_total',
    help: 'Failed polls of the registry; the supergraph that was served before is still served.',
    registers,
  })
  return {
    swapped(version) {
      swaps.inc({ result: 'swapped' })
      servedVersion.reset()
      servedVersion.set({ version }, 1)
    },
    refused: () => swaps.inc({ result: 'refused' }),
    registryFailed: () => registryFailures.inc(),
  }
}
