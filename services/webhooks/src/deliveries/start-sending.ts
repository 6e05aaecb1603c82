import type { Sql } from '@takeoff/kit/postgres/database'
import { attemptDelivery } from './attempt-delivery.ts'
import type { AttemptTools } from './attempt-delivery.ts'
import type { DeliveryMetrics } from './metrics/delivery-metrics.ts'
import { createEndpointQueues } from './leases/endpoint-queues.ts'
import type { EndpointQueues } from './leases/endpoint-queues.ts'
import type { LeasedDelivery } from './leases/leased-delivery.ts'
import { releaseLeases } from './leases/release-leases.ts'
import { createResultWriter } from './results/result-writer.ts'
import type { ResultWriter } from './results/result-writer.ts'

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
  const writer = createResultWriter({
    sql,
    logger,
    perWebhook,
    givingUp: aborting.signal,
    onWritten: (written) => {
      metrics.wrote({ ...written, disabled: written.disabled.length })
      if (written.promoted > 0) onPromoted()
    },
  })
  const queues = createEndpointQueues({
    max: options.inFlightMax,
    perWebhook: perWebhook,
    run: (delivery, waitMs) => run(engine, delivery, waitMs),
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
  /** Aborts requests to receivers, and retries of results that the database refuses. */
  readonly aborting: AbortController
}

async function run(
  { options, writer, queues, aborting }: Engine,
  delivery: LeasedDelivery,
  waitMs: number,
): Promise<void> {
  const result = await attemptDelivery(delivery, options, { waitMs, signal: aborting.signal })
  if (result === undefined) return releaseOrLog(options, [delivery])
  options.metrics.attempted(delivery, result)
  options.logger.debug(
    {
      deliveryId: delivery.id,
      webhookId: delivery.target.webhookId,
      trace: delivery.trace,
      statusCode: result.statusCode,
      verdict: result.verdict,
    },
    'attempted a delivery',
  )
  const written = writer.write(result)
  if (result.verdict.kind !== 'delivered') queues.close(delivery.target.webhookId, written)
  await written
}

async function releaseOrLog(
  { sql, logger }: SendingOptions,
  deliveries: readonly LeasedDelivery[],
): Promise<void> {
  try {
    await releaseLeases(
      sql,
      deliveries.map(({ id, fence, target }) => ({
        webhookId: target.webhookId,
        deliveryId: id,
        fence,
      })),
    )
  } catch (error) {
    // Their leases expire.
    logger.warn({ err: error, deliveries: deliveries.length }, 'leases could not be released')
  }
}

/** Waits for requests under way up to the limit; aborted deliveries are sent again by the next process. */
async function finish({ options, queues, aborting, writer }: Engine): Promise<void> {
  const abort = setTimeout(() => aborting.abort(), options.stopWaitMs)
  await queues[Symbol.asyncDispose]()
  clearTimeout(abort)
  await writer.drained()
  await options.sender[Symbol.asyncDispose]()
}
