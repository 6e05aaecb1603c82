import { AsyncLocalStorage } from 'node:async_hooks'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { endSpan, startLinkedSpan, withSpan } from '@takeoff/kit/service/tracing'
import type { Span } from '@takeoff/kit/service/tracing'
import { attemptDelivery } from './attempt-delivery.ts'
import type { AttemptTools } from './attempt-delivery.ts'
import type { DeliveryMetrics } from './metrics/delivery-metrics.ts'
import { EndpointQueues } from './leases/endpoint-queues.ts'
import type { LeasedDelivery } from './leases/leased-delivery.ts'
import { releaseLeases } from './leases/release-leases.ts'
import { ResultWriter } from './results/result-writer.ts'
import type { AttemptResult } from './results/write-results.ts'

export interface SendingOptions extends AttemptTools {
  readonly sql: Sql
  readonly metrics: Pick<DeliveryMetrics, 'attempted' | 'wrote'>
  /** Maximum deliveries leased at once in this process. */
  readonly inFlightMax: number
  /** Current limit of requests under way to one webhook. */
  readonly perWebhook: () => number
  /** How long a shutdown waits for requests under way before it releases their leases. */
  readonly stopWaitMs: number
  /** Called when results made other deliveries due. */
  readonly onPromoted: () => void
}

/** Attempts the deliveries in its queues, and writes the results. */
export interface Sending extends AsyncDisposable {
  readonly queues: EndpointQueues
  /** The database refuses results: nothing more may be sent. */
  readonly isHeld: boolean
}

export function startSending(options: SendingOptions): Sending {
  const { sql, logger, metrics, perWebhook, onPromoted } = options
  const aborting = new AbortController()
  const writer = new ResultWriter({
    sql,
    logger,
    perWebhook,
    givingUp: aborting.signal,
    onWritten: (written) => {
      metrics.wrote({ ...written, disabled: written.disabled.length })
      if (written.promoted > 0) onPromoted()
    },
  })
  // A delivery belongs to the request that caused its event, and not to the one that happened to start it.
  const outside = AsyncLocalStorage.snapshot()
  const queues = new EndpointQueues({
    max: options.inFlightMax,
    perWebhook: perWebhook,
    run: (delivery, waitMs) => outside(() => run(engine, delivery, waitMs)),
    release: (deliveries) => releaseOrLog(options, deliveries),
  })
  const engine: Engine = { options, writer, queues, aborting }
  return {
    queues,
    get isHeld() {
      return writer.isFailing
    },
    [Symbol.asyncDispose]: () => finish(engine),
  }
}

interface Engine {
  readonly options: SendingOptions
  readonly writer: ResultWriter
  readonly queues: EndpointQueues
  /** Aborts attempts, and retries of results that the database refuses. */
  readonly aborting: AbortController
}

function run(engine: Engine, delivery: LeasedDelivery, waitMs: number): Promise<void> {
  const { id, event, attempts, trace, target } = delivery
  const span = startLinkedSpan(`deliver ${event}`, trace, {
    kind: 'CLIENT',
    attributes: {
      'takeoff.delivery_id': id,
      'takeoff.webhook_id': target.webhookId,
      'takeoff.attempt': attempts + 1,
    },
  })
  return withSpan(span, () => attempt(engine, delivery, { waitMs, span }))
}

async function attempt(
  { options, writer, queues, aborting }: Engine,
  delivery: LeasedDelivery,
  { waitMs, span }: { readonly waitMs: number; readonly span: Span | undefined },
): Promise<void> {
  const result = await attemptDelivery(delivery, options, { waitMs, signal: aborting.signal })
  if (result === undefined) {
    endSpan(span, 'stopped')
    return releaseOrLog(options, [delivery])
  }
  options.metrics.attempted(delivery, result)
  // A trace that is recorded has its log lines, too.
  options.logger[span === undefined ? 'debug' : 'info'](
    {
      deliveryId: delivery.id,
      webhookId: delivery.target.webhookId,
      trace: delivery.trace,
      statusCode: result.statusCode,
      decision: result.decision,
    },
    'attempted a delivery',
  )
  endAttempt(span, result)
  const written = writer.write(result)
  if (result.decision.kind !== 'delivered') queues.close(delivery.target.webhookId, written)
  await written
}

function endAttempt(span: Span | undefined, { statusCode, decision }: AttemptResult): void {
  if (statusCode !== undefined) span?.setAttribute('http.response.status_code', statusCode)
  endSpan(span, decision.kind === 'delivered' ? undefined : decision.kind)
}

async function releaseOrLog(
  { sql, logger }: SendingOptions,
  deliveries: readonly LeasedDelivery[],
): Promise<void> {
  try {
    await releaseLeases(sql, deliveries)
  } catch (error) {
    // Their leases expire.
    logger.warn({ err: error, deliveries: deliveries.length }, 'leases could not be released')
  }
}

/** Waits for requests under way up to the limit; aborted deliveries are sent again by the next process. */
async function finish({ options, queues, aborting, writer }: Engine): Promise<void> {
  const { sender } = options
  const abort = setTimeout(() => {
    aborting.abort()
    void sender[Symbol.asyncDispose]()
  }, options.stopWaitMs)
  await queues[Symbol.asyncDispose]()
  clearTimeout(abort)
  await writer.drained()
  await sender[Symbol.asyncDispose]()
}
