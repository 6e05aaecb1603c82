import { DURATION_BUCKETS } from '@takeoff/kit/service/metrics'
import type { Metrics } from '@takeoff/kit/service/metrics'
import { endSpan, startSpan } from '@takeoff/kit/service/tracing'
import type { Span } from '@takeoff/kit/service/tracing'
import { Histogram } from 'prom-client'
import type { OperationDefinitionNode } from 'graphql'
import type { RequestContext } from '../../execution/request-context.ts'
import type { GatewayListener } from './gateway-plugin.ts'

/** Clients choose the names: further ones, and longer ones, share one label. */
const NAMES_MAX = 100
const NAME_LENGTH_MAX = 80

const OTHER = '(other)'
const UNNAMED = '(unnamed)'
/** A document that is not one of valid operations, or that was not checked. */
const REFUSED = '(refused)'

export interface OperationObserver {
  /** The plugin that measures one request. */
  readonly listen: () => GatewayListener
  /** Measures a document that was refused, or whose client disconnected, before its operation was known. */
  readonly refused: (startedAt: number, outcome: 'error' | 'aborted') => void
}

/**
 * Measures the operations of each name: their rate, their errors and how long they took. Each is a span of its request,
 * and parent of the spans of its requests to subgraphs.
 */
export function observeOperations(metrics: Metrics): OperationObserver {
  const durations = new Histogram({
    name: 'gateway_operation_duration_seconds',
    help: 'Time of an operation in the gateway and its subgraphs, by name and outcome: success, error (one or more errors in the response), or aborted (the client left).',
    labelNames: ['operation', 'outcome'],
    buckets: DURATION_BUCKETS,
    registers: [metrics],
  })
  const labelOf = boundedLabels()
  const observe = (operation: string, outcome: string, startedAt: number): void =>
    durations.observe({ operation, outcome }, (performance.now() - startedAt) / 1000)
  return {
    refused: (startedAt, outcome) => observe(REFUSED, outcome, startedAt),
    listen() {
      const startedAt = performance.now()
      let span: Span | undefined
      return {
        didResolveOperation({ contextValue, operation }) {
          span = startOperationSpan(contextValue, operation)
          if (span !== undefined) contextValue.span = span
        },
        willSendResponse({ operation, contextValue, response: { body } }) {
          const hasErrors = body.kind === 'single' && (body.singleResult.errors?.length ?? 0) > 0
          const isDisconnected = contextValue.client.isDisconnected
          const outcome = isDisconnected ? 'aborted' : hasErrors ? 'error' : 'success'
          const label = operation === undefined ? REFUSED : labelOf(operation.name?.value)
          observe(label, outcome, startedAt)
          endSpan(span, outcome === 'success' ? undefined : outcome)
        },
      }
    },
  }
}

/** Undefined when the trace of the request is not recorded. */
function startOperationSpan(
  { span: parent }: RequestContext,
  definition: OperationDefinitionNode | undefined,
): Span | undefined {
  if (parent === undefined || definition === undefined) return undefined
  const { operation: type, name } = definition
  const attributes = { 'graphql.operation.type': type, 'graphql.operation.name': name?.value ?? '' }
  return startSpan(name === undefined ? type : `${type} ${name.value}`, { parent, attributes })
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
