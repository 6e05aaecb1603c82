import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { withTimeout } from '../concurrency/with-timeout.ts'

/** The metrics of a process for its operators. */
export type Metrics = Registry

/** Bounds of histograms of durations, in seconds: from a cached read to the longest timeout of a request. */
export const DURATION_BUCKETS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
]

/** Prometheus gives up after 10 s by default, and has no metric of the process then. */
const READ_MS_MAX = 5_000

/**
 * A value that metrics need from elsewhere, as from a database that may hang.
 * @returns undefined when it could not be read in time
 */
export function readForMetrics<T>(reading: Promise<T>): Promise<T | undefined> {
  return withTimeout(READ_MS_MAX, reading, 'not read in time').catch(() => undefined)
}

/** A value with its name and description for operators. */
export interface MeasuredValue {
  readonly name: string
  readonly help: string
  readonly read: () => number | Promise<number>
}

/**
 * Adds a gauge that is read when metrics are requested. While it cannot be read it is NaN, and the other metrics are
 * reported.
 */
export function addGauge(registry: Metrics, { name, help, read }: MeasuredValue): void {
  const reading = async (): Promise<number> => read()
  const gauge: Gauge = new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      gauge.set((await readForMetrics(reading())) ?? Number.NaN)
    },
  })
}

/** Creates a registry for each service, so that several can run in one process. */
export function createMetrics(name: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service: name })
  collectDefaultMetrics({ register: registry })
  return registry
}
