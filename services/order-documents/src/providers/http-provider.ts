import { handleWhenResult, IterableBackoff, retry } from 'cockatiel'
import type { Logger } from '@takeoff/kit/service/logger'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { createProviderClient } from './provider-client.ts'
import type { ProviderRequest, ProviderResponse } from './provider-client.ts'
import { cancelOutcomeOf, findOutcomeOf, submitOutcomeOf } from './outcomes.ts'
import { orderBodyOf } from './order-body.ts'
import type { KnownProvider, OrderProvider } from '../domain/distribution/provider.ts'

/** Delays before an idempotent request is sent again. */
const RETRY_DELAYS_MS = [200, 1_000]

export interface HttpProviderOptions {
  readonly url: string
  readonly timeoutMs: number
  readonly now: () => Date
  /** Of the circuit breaker. */
  readonly monotonicNow?: () => number
  readonly logger: Logger
  readonly retryDelaysMs?: readonly number[]
}

const circuitOpen: ProviderResponse = {
  kind: 'no-response',
  reason: 'left alone for a while after several failures',
  isSurelyUnsent: true,
}

/** A provider with the protocol of docs/providers.md. */
export function createHttpProvider(
  known: KnownProvider,
  options: HttpProviderOptions,
): OrderProvider & AsyncDisposable {
  const client = createProviderClient(options)
  const throughBreaker = createCircuitBreaker({
    ...options,
    isFailure: isServerFailure,
    whenOpen: circuitOpen,
  })
  const retries = retry(
    handleWhenResult(
      (response) => response !== circuitOpen && isServerFailure(response as ProviderResponse),
    ),
    { maxAttempts: 2, backoff: new IterableBackoff(options.retryDelaysMs ?? RETRY_DELAYS_MS) },
  )
  const sendOnce = (request: ProviderRequest): Promise<ProviderResponse> =>
    throughBreaker(() => client.send(request))
  const sendWithRetries = (request: ProviderRequest): Promise<ProviderResponse> =>
    retries.execute(() => sendOnce(request))

  const logged = <O extends Outcome>(call: string, id: string, outcome: O): O => {
    const { kind, reason } = outcome
    options.logger.info(
      { provider: known.identifier, call, orderId: id, kind, reason },
      'a provider was called',
    )
    return outcome
  }

  return {
    ...known,
    async submit(order, connection) {
      const response = await sendOnce({
        method: 'POST',
        path: '/orders',
        accessToken: connection.accessToken,
        body: orderBodyOf(order, connection),
      })
      return logged('submit', order.clientOrderId, submitOutcomeOf(response, order.clientOrderId))
    },
    async find(clientOrderId, { accessToken }) {
      const response = await sendWithRetries({
        method: 'GET',
        path: pathOf(clientOrderId),
        accessToken,
      })
      return logged('find', clientOrderId, findOutcomeOf(response, clientOrderId))
    },
    async cancel(clientOrderId, { accessToken }) {
      if (!known.canCancel) return { kind: 'refused', reason: 'takes no cancellations' }
      const path = `${pathOf(clientOrderId)}/cancel`
      const response = await sendWithRetries({ method: 'POST', path, accessToken })
      return logged('cancel', clientOrderId, cancelOutcomeOf(response, clientOrderId))
    },
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  }
}

interface Outcome {
  readonly kind: string
  readonly reason?: string
}

/** Whether the server failed, rather than refused. */
function isServerFailure(response: ProviderResponse): boolean {
  return response.kind === 'no-response' || response.status >= 500
}

function pathOf(clientOrderId: string): string {
  return `/orders/${encodeURIComponent(clientOrderId)}`
}
