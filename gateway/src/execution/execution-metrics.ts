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
  const operations = new Counter({
    name: 'gateway_operations_total',
    help: 'Operations run, by path: written (known, and answered with the text that came), fast (known, but answers had to be read), compiled (met for the first time, or unusual), stock (a plan that is not compiled).',
    labelNames: ['path'],
    registers: [metrics],
  })
  const [written, fast, compiled, stock] = ['written', 'fast', 'compiled', 'stock'].map((path) =>
    operations.labels(path),
  )
  return {
    written: () => written?.inc(),
    fast: () => fast?.inc(),
    compiled: () => compiled?.inc(),
    stock: () => stock?.inc(),
  }
}
