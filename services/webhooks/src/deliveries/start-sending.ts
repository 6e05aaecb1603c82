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
  /** Most deliveries leased at once in this process. */
  readonly inFlightMax: number
  /** Most requests under way to one webhook, now. */
  readonly perWebhook: () => number
  /** How long a stop waits for requests under way before it gives them back. */
  readonly stopWaitMs: number
  /** Hears when results made others due. */
  readonly onPromoted: () => void
}

/** Attempts what is put into its queues, and writes what came of it. */
export interface Sending extends AsyncDisposable {
  readonly queues: EndpointQueues
  /** The database refuses results: nothing more is to be sent. */
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
    run: (delivery) => run(engine, delivery),
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
  /** No more patience with receivers, nor with a database that refuses their answers. */
  readonly aborting: AbortController
}

async function run(
  { options, writer, queues, aborting }: Engine,
  delivery: LeasedDelivery,
): Promise<void> {
  const result = await attemptDelivery(delivery, options, aborting.signal)
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
    // Their leases end by themselves.
    logger.warn({ err: error, deliveries: deliveries.length }, 'deliveries could not be given back')
  }
}

/** Waits for what is under way, but not for ever; what is stopped is sent again by the next process. */
async function finish({ options, queues, aborting, writer }: Engine): Promise<void> {
  const abort = setTimeout(() => aborting.abort(), options.stopWaitMs)
  await queues[Symbol.asyncDispose]()
  clearTimeout(abort)
  await writer.drained()
  await options.sender[Symbol.asyncDispose]()
}
