import type { Metrics } from '@takeoff/kit/metrics'
import { Counter } from 'prom-client'

/** How operations were run; what is slow shows here. */
export interface ExecutionMetrics {
  /** Compiled, without Apollo Server's pipeline, and answered with the text that came. */
  written(): void
  /** The same, but the answers had to be read. */
  fast(): void
  /** Compiled, for Apollo Server. */
  compiled(): void
  /** By the stock executor, which knows plans that are not compiled. */
  stock(): void
}

export function createExecutionMetrics(metrics: Metrics): ExecutionMetrics {
  // Told when they are asked for: prom-client makes a text of the labels at each step.
  const counts = { written: 0, fast: 0, compiled: 0, stock: 0 }
  const operations = new Counter({
    name: 'gateway_operations_total',
    help: 'Operations run, by path: written (known, and answered with the text that came), fast (known, but answers had to be read), compiled (met for the first time, or unusual), stock (a plan that is not compiled).',
    labelNames: ['path'],
    registers: [],
    collect() {
      this.reset()
      for (const [path, count] of Object.entries(counts)) this.inc({ path }, count)
    },
  })
  metrics.registerMetric(operations)
  return {
    written: () => (counts.written += 1),
    fast: () => (counts.fast += 1),
    compiled: () => (counts.compiled += 1),
    stock: () => (counts.stock += 1),
  }
}
