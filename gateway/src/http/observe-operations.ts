import { DURATION_BUCKETS } from '@takeoff/kit/service/metrics'
import type { Metrics } from '@takeoff/kit/service/metrics'
import { Histogram } from 'prom-client'
import type { GatewayPlugin } from './gateway-plugin.ts'

/** Names are the clients': more of them, and longer ones, are not told apart. */
const NAMES_MAX = 100
const NAME_LENGTH_MAX = 80

const OTHER = '(other)'
const UNNAMED = '(unnamed)'
/** A document that is not one of valid operations. */
const REFUSED = '(refused)'

/** Measures the operations of each name: their rate, their errors and how long they took. */
export function observeOperations(metrics: Metrics): GatewayPlugin {
  const durations = new Histogram({
    name: 'gateway_operation_duration_seconds',
    help: 'Time of an operation in the gateway and its subgraphs, by name and outcome: success, error (one or more errors in the response), or aborted (the client left).',
    labelNames: ['operation', 'outcome'],
    buckets: DURATION_BUCKETS,
    registers: [metrics],
  })
  const labelOf = boundedLabels()
  return {
    listen() {
      const startedAt = performance.now()
      return {
        willSendResponse({ operation, contextValue, response: { body } }) {
          const hasErrors = body.kind === 'single' && (body.singleResult.errors?.length ?? 0) > 0
          const hasLeft = contextValue.clientSignal.aborted
          const outcome = hasLeft ? 'aborted' : hasErrors ? 'error' : 'success'
          const label = operation === undefined ? REFUSED : labelOf(operation.name?.value)
          durations.observe({ operation: label, outcome }, (performance.now() - startedAt) / 1000)
        },
      }
    },
  }
}

/** The first names keep their labels; further ones share one. */
function boundedLabels(): (name: string | undefined) => string {
  const labels = new Set<string>()
  return (name) => {
    if (name === undefined) return UNNAMED
    if (labels.has(name)) return name
    if (labels.size === NAMES_MAX || name.length > NAME_LENGTH_MAX) return OTHER
    labels.add(name)
    return name
  }
}
