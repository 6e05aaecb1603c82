import { Histogram } from 'prom-client'
import { DURATION_BUCKETS } from '../service/metrics.ts'
import type { Metrics } from '../service/metrics.ts'

/**
 * Whether a subgraph sent a GraphQL response, with errors in it or not, or nothing usable in time; `aborted` when the
 * client left before.
 */
export type SubgraphOutcome = 'response' | 'unavailable' | 'aborted'

/** Counts a request to a subgraph. @param startedAt `performance.now()` when it was sent */
export type MeasureSubgraph = (
  subgraph: string,
  startedAt: number,
  outcome: SubgraphOutcome,
) => void

/** Measures the requests that a process sends to subgraphs; the gateway and services have the same metric. */
export function measureSubgraphs(metrics: Metrics): MeasureSubgraph {
  const durations = new Histogram({
    name: 'subgraph_request_duration_seconds',
    help: 'Time from a request to a subgraph to the last byte of its response, by outcome: response, unavailable (no usable response in time), or aborted (the client left).',
    labelNames: ['subgraph', 'outcome'],
    buckets: DURATION_BUCKETS,
    registers: [metrics],
  })
  return (subgraph, startedAt, outcome) =>
    durations.observe({ subgraph, outcome }, (performance.now() - startedAt) / 1000)
}
