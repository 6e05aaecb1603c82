import type { Metric, Registry } from 'prom-client'

export interface PlainHistogramOptions {
  readonly name: string
  readonly help: string
  /** Upper bounds, ascending. */
  readonly buckets: readonly number[]
  readonly registers: readonly Registry[]
}

/**
 * A histogram without labels, for where prom-client's own shows in a profile: that looks for labels and makes a text of
 * a bound each time. This one counts in an array, and says the same when it is scraped.
 */
export class PlainHistogram {
  readonly name: string
  readonly help: string
  readonly type = 'histogram'
  readonly aggregator = 'sum'
  readonly #bounds: readonly number[]
  /** Of each bucket alone, and last of what is above all bounds. */
  readonly #counts: number[]
  #sum = 0

  constructor({ name, help, buckets, registers }: PlainHistogramOptions) {
    this.name = name
    this.help = help
    this.#bounds = buckets
    this.#counts = [...buckets, Infinity].map(() => 0)
    // A registry asks its metrics for no more than `get`, whatever its types say.
    for (const registry of registers) registry.registerMetric(this as unknown as Metric)
  }

  observe(value: number): void {
    let at = 0
    while (value > (this.#bounds[at] ?? Infinity)) at += 1
    this.#counts[at] = (this.#counts[at] ?? 0) + 1
    this.#sum += value
  }

  /** As a registry asks for it. */
  get() {
    const { name, help, type, aggregator } = this
    let count = 0
    const buckets = this.#counts.map((counted, at) => {
      count += counted
      return {
        metricName: `${name}_bucket`,
        labels: { le: this.#bounds[at] ?? '+Inf' },
        value: count,
      }
    })
    const values = [
      ...buckets,
      { metricName: `${name}_sum`, labels: {}, value: this.#sum },
      { metricName: `${name}_count`, labels: {}, value: count },
    ]
    return Promise.resolve({ name, help, type, aggregator, values })
  }
}
