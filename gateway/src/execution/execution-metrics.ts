import { measureSubgraphs } from '@takeoff/kit/graphql/subgraph-metrics'
import type { MeasureSubgraph } from '@takeoff/kit/graphql/subgraph-metrics'
import type { Metrics } from '@takeoff/kit/service/metrics'
import { Counter } from 'prom-client'
import type { PlanningRefusal } from './planning/planning-errors.ts'

/** Each of them has a series from the start: `increase()` does not see the increment that begins a series. */
const NO_REFUSALS: Readonly<Record<PlanningRefusal['code'], 0>> = {
  OPERATION_TOO_COMPLEX: 0,
  PLANNER_UNAVAILABLE: 0,
}

/** Counts operations by how they were run, which shows the slow paths. */
export class ExecutionMetrics {
  /** A request to a subgraph has ended. */
  readonly measureSubgraph: MeasureSubgraph
  /** By the metric's label `path`. */
  readonly #counts = { written: 0, fast: 0, compiled: 0, stock: 0 }
  readonly #refusals = new Counter({
    name: 'gateway_planning_refusals_total',
    help: 'Operations that were refused because they were not planned in time, by error code.',
    labelNames: ['code'],
    registers: [],
  })

  constructor(metrics: Metrics) {
    const counts = this.#counts
    // Collected on scrape, because prom-client builds a string of the labels at each increment.
    const operations = new Counter({
      name: 'gateway_operations_total',
      help: 'Operations run, by path: written (known, and spliced from the text of responses), fast (known, but responses had to be parsed), compiled (requested for the first time, or unusual), stock (a plan that is not compiled).',
      labelNames: ['path'],
      registers: [],
      collect() {
        this.reset()
        for (const [path, count] of Object.entries(counts)) this.inc({ path }, count)
      },
    })
    metrics.registerMetric(operations)
    metrics.registerMetric(this.#refusals)
    for (const [code, count] of Object.entries(NO_REFUSALS)) this.#refusals.inc({ code }, count)
    this.measureSubgraph = measureSubgraphs(metrics)
  }

  /** Compiled, without Apollo Server's pipeline, and spliced from the text of responses. */
  spliced(): void {
    this.#counts.written += 1
  }

  /** Compiled, without Apollo Server's pipeline, but the responses had to be parsed. */
  fast(): void {
    this.#counts.fast += 1
  }

  /** Compiled, for Apollo Server. */
  compiled(): void {
    this.#counts.compiled += 1
  }

  /** Run by the stock executor, which runs plans that are not compiled. */
  stock(): void {
    this.#counts.stock += 1
  }

  /** Not run, because there was no plan in time. */
  refused(code: PlanningRefusal['code']): void {
    this.#refusals.inc({ code })
  }
}
